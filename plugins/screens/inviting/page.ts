// The page from which one candidate is invited, and what it shares with that of a list.
import { randomUUID } from 'node:crypto';
import type { ServerRoute } from '@hapi/hapi';
import { account } from '../../../db/accounts/credits.ts';
import { obstacleOf } from '../../../db/sages/obstacles.ts';
import { listSages, type SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { sageFor } from '../../shared/owned.ts';
import { lackNote, lackOfCredits } from '../../shared/spending.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { administrators, may } from '../../surfaces/auth/requester.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { field, hidden, problem, select, tick } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { lineField, longestLine } from './letter.ts';

const path = '/screens/invite';

/** The page of the form, for the sage that was chosen in it. */
export const invitePath = ({ sage_id }: Readonly<Record<string, unknown>>) => withSage(path, Number(sage_id));

const withSage = (to: string, id: number | undefined) => (id ? `${to}?sage_id=${id}` : to);

/** The sage that a page invites for, by its address. */
export const forSage = { query: { sage_id: formInteger }, also: [404] };

export const invitePage = (app: App): ServerRoute =>
    consolePage<{ sage_id?: number }>(app, {
        id: 'showInvitation',
        path,
        description: 'Shows the form to invite a candidate.',
        scope: ['council_screen'],
        ...forSage,
        show: ({ sage_id }, visit) => show(app, visit, sage_id)
    });

/** A longer list is of no use; the newest are the ones to invite to. */
const mostListed = 200;

/** The sage of the address, and those that this user sees and that can invite now: it alone, or all. */
export async function sagesToInviteFor(app: App, { actor }: PageContext, id?: number) {
    const { read } = app.store;
    const named = id === undefined ? undefined : await sageFor(app, read, id, actor);
    const active = { status: 'ss_active', sort: '-made', limit: mostListed, offset: 0 } as const;
    const items = named ? [named] : (await listSages(read, viewerOf(app, actor), active)).items;
    const isReady = (sage: SageRow) => sage.status === 'ss_active' && obstacleOf(sage) === undefined;
    return { named, ready: items.filter(isReady) };
}

export type Choice = Awaited<ReturnType<typeof sagesToInviteFor>>;

async function show(app: App, visit: PageContext, id: number | undefined): Promise<View> {
    const choice = await sagesToInviteFor(app, visit, id);
    const { available } = await account(app.store.read);
    const wrong = fieldErrorsIn(visit.flash, words);
    const form = await invitation(visit, { choice, available, wrong });
    return {
        ...inviteView(visit, choice, path, () => form),
        problem: problem(wrong?.message, ids[wrong?.field ?? ''] ?? '')
    };
}

/** The frame of both pages: whose candidates, one or a list, and what to do where no sage can invite. */
export function inviteView(
    { app, actor }: PageContext,
    { named, ready }: Choice,
    at: string,
    form: () => Part
) {
    const way = (to: string, word: string) =>
        html`<li><a href="${withSage(to, named?.id)}" ${to === at && { html: 'aria-current="page"' }}>${word}</a></li>`;
    const body = html`${app.config.mail.url === undefined && noServer(may(actor, ...administrators))}
        <ul class="chips" aria-label="How many">${way(path, 'One person')}${way(`${path}/list`, 'A list')}</ul>${form()}`;
    return {
        title: 'Invite',
        crumbs: [
            named
                ? { word: named.name, href: `/sages/${named.id}` }
                : { word: 'Candidates', href: '/screens' }
        ],
        narrow: true,
        styles: ['screens.css'],
        body: ready.length === 0 ? noSageReady(named) : body
    };
}

const noServer = (mayChange: boolean) =>
    html`<div class="note wait"><div><strong>No mail server is set up, so nothing is emailed.</strong>
        You get a link to copy and send yourself. ${mayChange ? html`<a href="/settings">Set up a mail server</a>` : 'An administrator can set one up.'}</div></div>`;

function noSageReady(named: SageRow | undefined) {
    const says = named
        ? `${named.name} is not open yet. Open it first.`
        : 'No sage is open yet. Open one first.';
    const at = named ? `/sages/${named.id}` : '/sages';
    return emptyState({
        says,
        action: html`<a role="button" href="${at}">Go to ${named?.name ?? 'the sages'}</a>`
    });
}

/** Names of the rule's fields, and the fields of the form. */
const ids: Readonly<Record<string, string>> = {
    sage_id: 'sage_id',
    'candidate.name': 'name',
    'candidate.email': 'email',
    personal_line: 'personal_line',
    again: 'again'
};
const words = {
    sage_id: 'Choose a sage.',
    'candidate.name': "Enter the candidate's name in one line.",
    'candidate.email': 'Enter a valid email address, such as name@example.com.',
    personal_line: `Enter a personal line of up to ${longestLine} characters.`,
    again: 'This person is already invited by this sage. Tick “Invite again” to send another invitation.'
};

interface Invitation {
    choice: Choice;
    available: number;
    wrong: { field: string; message: string } | undefined;
}

async function invitation(visit: PageContext, { choice, available, wrong }: Invitation) {
    const { config } = visit.app;
    const typed = visit.flash?.typed ?? {};
    const lack = await lackOfCredits(visit, config.screens.credits, available);
    const look = lack ? 'secondary' : '';
    const errorOf = (name: string) => (wrong && ids[wrong.field] === name ? wrong.message : undefined);
    const body = html`${sageChoice(choice, typed['sage_id'])}
        <div class="pair"><div>${field({ name: 'name', label: 'Name', value: typed['name'], error: errorOf('name') })}</div>
        <div>${field({ name: 'email', label: 'Email', type: 'email', value: typed['email'], error: errorOf('email'), maxlength: 254 })}</div></div>
        ${await lineField(visit.app, typed['personal_line'] ?? '', choice.named ?? (choice.ready.length === 1 ? choice.ready[0] : undefined))}
        ${wrong?.field === 'again' && tick({ name: 'again', label: 'Invite again', on: false })}
        ${lack && lackNote(lack)}
        <div class="acts">${config.mail.url === undefined ? linkButton('Create a link', look) : html`<button type="submit" class="${look}">Send invitation</button>${linkButton('Only create a link', 'secondary')}`}</div>
        <p class="soft cost">Costs ${config.screens.credits} of your ${pluralize(available, 'credit')}. ${timeToAnswer(config)}
            The credits return if you cancel before they start.</p>`;
    return postForm(visit, {
        to: { rest: '/screens', page: path },
        fields: { key: typed['key'] ?? randomUUID() },
        body
    });
}

const linkButton = (word: string, look = '') =>
    html`<button type="submit" name="send" value="link" class="${look}">${word}</button>`;

/** How long candidates have. */
export const timeToAnswer = ({ screens: { days, minutes } }: App['config']) =>
    `${pluralize(days, 'day')} to start, ${minutes === 0 ? 'no time limit' : pluralize(minutes, 'minute')} to answer.`;

/** A control named `sage_id`; `chosen` is what was chosen before. The sage of the address leaves no choice. */
export function sageChoice({ named, ready }: Choice, chosen: unknown) {
    if (named) return html`${hidden({ sage_id: named.id })}<p>For <strong>${named.name}</strong></p>`;
    return select({
        name: 'sage_id',
        label: 'Sage',
        options: ready.map(({ id, name }) => [String(id), name]),
        value: String(chosen)
    });
}
