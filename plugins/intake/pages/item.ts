// One item: who asks for what, how far it is, and what happened to it.
import type { ServerRoute } from '@hapi/hapi';
import { findUserById, namesById, userIn, activeHolders } from '../../../db/accounts/users.ts';
import {
    type IntakeRow,
    visibleItem,
    isFree,
    answersOf,
    mayWorkOn,
    intakeTarget
} from '../../../db/sales/intake.ts';
import type { App } from '../../app.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { pageAt } from '../../surfaces/pages/console/navigation.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { dialogButton, type Dialog, dialog } from '../../surfaces/pages/parts/dialog.ts';
import { copyButton } from '../../surfaces/pages/parts/copy.ts';
import { filledMail, mailLink } from '../../surfaces/pages/parts/mail-link.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { boxOf } from '../rows.ts';
import { sales, bosses, itemPath } from '../rights.ts';
import { switches, switchFiles, switchForm, takeButton } from './switches.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { sentenceOfAct } from '../../shared/acts.ts';
import { emailStates } from '../../../words/states/jobs.ts';
import { intakeStates } from '../../../words/states/sales.ts';
import { listAudit } from '../../../db/record/audit.ts';
import { sellers } from '../../../db/sales/deals.ts';
import { may } from '../../surfaces/auth/requester.ts';
import { area, select } from '../../surfaces/pages/form-controls.ts';

export const itemPage = (app: App): ServerRoute =>
    consolePage<{ id: number }>(app, {
        id: 'showIntakeItem',
        path: '/intake/{id}',
        description: 'Shows one intake item.',
        scope: sales,
        params: { id: formInteger.required() },
        show: async ({ id }, visit) => showItem(visit, await visibleItem(app.store.read, id, visit.actor))
    });

async function showItem(visit: PageContext, item: IntakeRow): Promise<View> {
    const acts = await actsOn(visit, item);
    return {
        title: item.title,
        mark: stateBadge(intakeStates[item.status]),
        crumbs: [{ word: 'Intake', href: '/intake' }],
        actions: html`${restoring(visit, item)}${acts.map(dialogButton)}`,
        dialogs: acts,
        body: html`${switchForm(visit)}${isFree(item) && taking(visit, item)}
            ${mayWorkOn(item, visit.actor) && html`<section><h2>Checklist</h2>${switches(visit, item)}</section>`}
            <section><h2>Contact</h2>${await facts(visit, item)}</section>
            <section><h2>Message</h2>${
                item.message === ''
                    ? html`<p class="soft">No message.</p>`
                    : html`<p class="answer box">${item.message}</p>`
            }</section>
            ${await answers(visit, item)}
            <section><h2>History</h2>${await history(visit, item)}</section>`,
        ...switchFiles
    };
}

const taking = (visit: PageContext, item: IntakeRow) =>
    html`<section class="next" aria-labelledby="next-title"><div><h2 id="next-title">No one owns this item yet</h2><p>Take it to answer ${item.contactName}.</p></div>
        <div class="acts">${takeButton(visit, item)}</div></section>`;

async function facts({ app, request }: PageContext, item: IntakeRow) {
    const clock = clockOf(app);
    const { ownerId, dealId } = item;
    const owner = ownerId === null ? undefined : await findUserById(app.store.read, ownerId);
    const deal = dealId !== null && pageAt(request.server, '/deals/{id}', { id: dealId });
    return html`<dl class="facts">
        <dt>Name</dt><dd>${item.contactName}</dd>
        <dt>Address</dt><dd>${mailLink(item.contactEmail)}</dd>
        ${item.company !== '' && html`<dt>Company</dt><dd>${item.company}</dd>`}
        <dt>Owner</dt><dd>${owner?.displayName ?? 'unassigned'}</dd>
        <dt>Received</dt><dd>${moment(item.createdAt, clock)}</dd>
        ${dealId !== null && html`<dt>Deal</dt><dd>${deal ? html`<a href="${deal}">Number ${dealId}</a>` : `Number ${dealId}`}</dd>`}</dl>`;
}

/** What was answered, and the form to answer. */
async function answers(visit: PageContext, item: IntakeRow) {
    const sent = await answersOf(visit.app.store.read, item.id);
    const mayAnswer = item.status === 'intake_open' && mayWorkOn(item, visit.actor);
    if (sent.length === 0 && !mayAnswer) return undefined;
    const shown = await Promise.all(sent.toReversed().map((mail) => answer(visit, mail)));
    return html`<section><h2>Answer</h2>${shown}${mayAnswer && answering(visit, item)}</section>`;
}

/** Without a mail server the person who wrote an answer sends it too. */
async function answer({ app }: PageContext, mail: Awaited<ReturnType<typeof answersOf>>[number]) {
    const { id, toEmail, about, state, createdAt } = mail;
    const { subject, text } = await app.readMail(mail);
    const byHand = html`<label for="answer-${id}">Send this to ${toEmail}</label>
        <textarea id="answer-${id}" rows="8" readonly>
${text}</textarea>
        <div class="acts">${copyButton(`answer-${id}`, 'Copy answer')}
            <a role="button" class="secondary" href="${filledMail(toEmail, subject, [text])}">Open in your email program</a></div>`;
    const isByHand = state === 'kept' || (state === 'queued' && app.config.mail.url === undefined);
    return html`${isByHand ? byHand : html`<p class="answer box">${about.text}</p>`}
        <p><small>${stateBadge(emailStates[state])} ${about.sender}, ${moment(createdAt, clockOf(app))}</small></p>`;
}

function answering(visit: PageContext, item: IntakeRow) {
    const { app, actor, flash } = visit;
    const isSent = app.config.mail.url !== undefined;
    return html`${!isSent && html`<p><strong>No mail server is set up,</strong> so nothing is sent. Save your answer, then send it from your email program.</p>`}
        ${postForm(visit, {
            to: { rest: `/intake/${item.id}/answer` },
            fields: { back: itemPath(item.id) },
            body: html`${area({
                name: 'text',
                label: `Your answer to ${item.contactName}`,
                help: `We add a greeting and your name. Replies go to ${actor.email}.`,
                value: flash?.typed['text'],
                error: flash?.field === 'text' ? 'Write an answer of up to 5,000 characters.' : undefined,
                maxlength: 5000,
                rows: 6
            })}<button type="submit">${isSent ? 'Send answer' : 'Save answer'}</button>`
        })}`;
}

type Act = Awaited<ReturnType<typeof listAudit>>['items'][number];

/** Switches may be flipped often: the older acts of an item are in the audit log alone. */
const mostShown = 50;

/** What happened to an item, the first first, as the audit log has it. */
async function history({ app }: PageContext, { id, createdAt }: IntakeRow) {
    const { read } = app.store;
    const clock = clockOf(app);
    const found = await listAudit(read, { target: intakeTarget(id), limit: mostShown, offset: 0 });
    const acts = found.items.toReversed();
    const ids = acts.flatMap(({ actor, after }) => [actor, after].map(userIn));
    const names = await namesById(read, ids);
    const isOnRecord = acts.some(({ act }) => act === 'intake.create'); // it is not for what earlier versions took in
    return html`<ol class="rows happened">
        ${!isOnRecord && html`<li><div>Received</div> <small>${moment(createdAt, clock)}</small></li>`}
        ${acts.map((one) => html`<li><div>${wordsOf(one, names)}</div> <small>${moment(one.at, clock)}</small></li>`)}</ol>`;
}

function wordsOf({ act, actor, after }: Act, names: ReadonlyMap<number, string>) {
    if (act === 'intake.create' && !actor.startsWith('user:')) return 'Received';
    return sentenceOfAct(act, {
        who: names.get(userIn(actor)) ?? 'Someone',
        what: 'it',
        after: names.get(userIn(after)) ?? after ?? ''
    });
}

const restoring = (visit: PageContext, item: IntakeRow) =>
    (item.status === 'intake_closed' || item.status === 'intake_spam') &&
    postForm(visit, {
        to: { rest: '/intake/restore' },
        fields: { back: itemPath(item.id), [boxOf(item).name]: 1 },
        body: html`<button type="submit" class="secondary">Restore</button>`
    });

/** The acts that the routes allow to this user, the likeliest first. */
async function actsOn(visit: PageContext, item: IntakeRow): Promise<Dialog[]> {
    const { actor } = visit;
    if (item.status !== 'intake_open' || !mayWorkOn(item, actor)) return [];
    const own = may(actor, ...sales) ? [converting(visit, item), closing(visit, item)] : [];
    return may(actor, ...bosses) ? [await assigning(visit, item), ...own] : own;
}

const target = ({ id }: IntakeRow, step: string) => ({
    to: { rest: `/intake/${id}/${step}` },
    hidden: { back: itemPath(id) }
});

async function assigning(visit: PageContext, item: IntakeRow): Promise<Dialog> {
    const people = await activeHolders(visit.app.store.read, ...sellers);
    return dialog(visit, {
        id: 'assign',
        title: 'Assign this item',
        says: html`<p>The owner sees it in their list and on their Start page.${item.ownerId === null ? '' : ' The current owner no longer sees it, unless they can see all items.'}</p>`,
        fields: select({
            name: 'owner_id',
            label: 'Owner',
            options: people.map(({ id, displayName }) => [String(id), displayName]),
            value: visit.flash?.typed['owner_id'] ?? String(item.ownerId ?? visit.actor.id)
        }),
        ...target(item, 'assign'),
        button: 'Assign'
    });
}

function converting(visit: PageContext, item: IntakeRow): Dialog {
    const whose = item.ownerId === null || item.ownerId === visit.actor.id ? 'you' : 'the owner of this item';
    return dialog(visit, {
        id: 'convert',
        title: 'Create a deal from this item?',
        says: `Creates a draft deal with ${item.company || item.contactName}, without a price. Owner: ${whose}. The checklist stays as it is, and no email is sent. Deleting the draft opens the item again.`,
        ...target(item, 'convert'),
        button: 'Create deal'
    });
}

const ends = { intake_closed: 'No deal', intake_spam: 'Spam' } as const;

const closing = (visit: PageContext, item: IntakeRow): Dialog =>
    dialog(visit, {
        word: 'Close',
        id: 'close',
        title: 'Close this item without a deal?',
        says: html`<p>The item stays in the list as closed. You can restore it.</p>`,
        fields: select({
            name: 'status',
            label: 'Why',
            options: ends,
            value: visit.flash?.typed['status'] ?? 'intake_closed'
        }),
        ...target(item, 'close'),
        button: 'Close item'
    });
