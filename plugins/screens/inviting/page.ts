// The page from which one candidate is invited.
import { randomUUID } from 'node:crypto';
import type { ServerRoute } from '@hapi/hapi';
import { account } from '../../../db/accounts/credits.ts';
import { obstacleOf } from '../../../db/sages/obstacles.ts';
import { listSages } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { unsentNotice } from '../../shared/mail-words.ts';
import { viewerOf } from '../../shared/viewer.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { field, problem } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

export const invitePage = (app: App): ServerRoute =>
    consolePage(app, {
        id: 'showInvitation',
        path: '/screens/invite',
        description: 'Shows the form to invite a candidate.',
        scope: ['council_screen'],
        show: (_, visit) => show(app, visit)
    });

/** A longer list is of no use; the newest are the ones to invite to. */
const mostListed = 200;

/** The sages that can invite candidates now and that this user sees. */
export async function sagesToInviteFor(app: App, { actor }: PageContext) {
    const active = { status: 'ss_active', sort: '-made', limit: mostListed, offset: 0 } as const;
    const { items } = await listSages(app.store.read, viewerOf(app, actor), active);
    return items.filter((sage) => obstacleOf(sage) === undefined);
}

async function show(app: App, visit: PageContext): Promise<View> {
    const ready = await sagesToInviteFor(app, visit);
    const { available } = await account(app.store.read);
    const wrong = fieldErrorsIn(visit.flash, words, {
        insufficient_credits:
            'Not enough credits to invite another candidate. Ask an administrator to add credits.'
    });
    return {
        title: 'Invite a candidate',
        crumbs: [{ word: 'Candidates', href: '/screens' }],
        narrow: true,
        actions: html`<a role="button" class="secondary" href="/screens/invite/list">Invite a list</a>`,
        problem: problem(wrong?.message, ids[wrong?.field ?? ''] ?? ''),
        body: ready.length === 0 ? noSageReady() : invitation(visit, { ready, available, wrong })
    };
}

export const noSageReady = () => emptyState({ says: 'No sage is ready. Check and open a sage first.' });

/** Names of the rule's fields, and the fields of the form. */
const ids: Readonly<Record<string, string>> = {
    sage_id: 'sage_id',
    'candidate.name': 'name',
    'candidate.email': 'email'
};
const words = {
    sage_id: 'Choose a sage.',
    'candidate.name': "Enter the candidate's name in one line.",
    'candidate.email': 'Enter a valid email address, such as name@example.com.'
};

interface Invitation {
    ready: readonly { id: number; name: string }[];
    available: number;
    wrong: { field: string; message: string } | undefined;
}

function invitation(visit: PageContext, { ready, available, wrong }: Invitation) {
    const { credits, days } = visit.app.config.screens;
    const typed = visit.flash?.typed ?? {};
    const errorOf = (name: string) => (wrong && ids[wrong.field] === name ? wrong.message : undefined);
    const body = html`${sageChoice(ready, typed['sage_id'])}
        ${field({ name: 'name', label: 'Candidate name', autocomplete: 'off', value: typed['name'], error: errorOf('name') })}
        ${field({ name: 'email', label: 'Candidate email', type: 'email', autocomplete: 'off', value: typed['email'], error: errorOf('email'), maxlength: 254 })}
        <button type="submit">Send invitation</button>`;
    return html`${unsentNotice(visit.app)}<p>We email a personal link. The candidate has ${days} days to start. Cost: ${credits} of ${available} credits,
        refunded if you cancel before they start.</p>
        ${postForm(visit, { to: { rest: '/screens' }, fields: { key: typed['key'] ?? randomUUID() }, body })}`;
}

/** A control named `sage_id`; `chosen` is what was chosen before. */
export function sageChoice(ready: readonly { id: number; name: string }[], chosen: unknown) {
    const options = ready.map(
        ({ id, name }) =>
            html`<option value="${id}" ${String(id) === chosen && { html: 'selected' }}>${name}</option>`
    );
    return html`<label for="sage_id">Sage</label><select id="sage_id" name="sage_id">${options}</select>`;
}
