// One deal: what it comes to, what can be done with it, what the customer sees of it, and what happened.
import type { ServerRoute } from '@hapi/hapi';
import { earningsOf, effectiveRate } from '../../../db/sales/commissions.ts';
import { type Acceptance, acceptancesOf, findAcceptance } from '../../../db/sales/acceptances.ts';
import { dealsPerCustomer } from '../../../db/sales/deal-list.ts';
import { offerMailOf, replyOf } from '../../../db/sales/deal-moves.ts';
import { historyOf, isNote, type Change } from '../../../db/sales/deal-history.ts';
import { type DealRow, type DealStatus, isSalesAdmin, visibleDeal } from '../../../db/sales/deals.ts';
import { keysOf } from '../../../db/installation/secrets.ts';
import { tokenAgain } from '../../../db/accounts/tokens.ts';
import { wordsIn } from '../../../words/index.ts';
import type { App } from '../../app.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { emailStates } from '../../../words/states/jobs.ts';
import { dealStates } from '../../../words/states/sales.ts';
import { sentenceOf } from '../../../words/states/state.ts';
import { namesById, userIn } from '../../../db/accounts/users.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { dayIn, monthIn } from '../../surfaces/pages/dates.ts';
import { problem } from '../../surfaces/pages/form-controls.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import { sentenceOfAct } from '../../shared/acts.ts';
import { priceOf } from '../../shared/money.ts';
import { type Dialog, dialogButton, mainDialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { mailLink } from '../../surfaces/pages/parts/mail-link.ts';
import { copyField } from '../../surfaces/pages/parts/copy.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { offerSheet, shownOffer } from '../offer-sheet.ts';
import { sales, editPathOf, listPath } from '../rights.ts';
import { actsOn, deletion, forward, noteDialog, noteTo, wrongDay, wrongReason } from './acts.ts';
import { enquiry } from './form.ts';
import { theirs } from './list.ts';
import { formulaWords, rateFor } from '../rates.ts';
import { repsOf } from './reps.ts';

export const dealPage = (app: App): ServerRoute =>
    consolePage<{ id: number }>(app, {
        id: 'showDeal',
        path: `${listPath}/{id}`,
        description: 'Shows a deal: numbers, actions, history, and the offer as the customer sees it.',
        scope: sales,
        params: { id: formInteger.required() },
        show: async ({ id }, visit) => showDeal(visit, await visibleDeal(app.store.read, id, visit.actor))
    });

const byCode = {
    version_conflict:
        'Someone changed this deal, so your action was not applied. This is the current version.'
};

const words = {
    reason: wrongReason,
    text: wrongReason,
    follow_up_on: wrongDay,
    confirmed: 'Confirm the numbers of this deal, or change them. Nothing was changed.'
};

type Price = (cents: number) => string;

async function showDeal(visit: PageContext, deal: DealRow): Promise<View> {
    const { app, flash } = visit;
    const { read } = app.store;
    const price = await priceOf(app);
    const history = await historyOf(read, deal.id);
    const acceptance = await findAcceptance(read, deal.id);
    const earlier = (await acceptancesOf(read, deal.id)).filter(({ id }) => id !== acceptance?.id);
    const mail = await offerMailOf(read, deal);
    const acts = actsOn(visit, deal, { price, history });
    const next = acts.find(({ id }) => forward.includes(id));
    const deleting = deletion(visit, deal, history);
    const asked = [...acts, noteDialog(visit, deal), ...(deleting ? [deleting] : [])];
    const wrong = fieldErrorsIn(flash, words, byCode);
    return {
        title: deal.customerName,
        styles: ['deals.css'],
        mark: stateBadge(dealStates[deal.status]),
        crumbs: [{ word: 'Deals', href: listPath }],
        actions: html`${deal.status === 'ss_draft' && html`<a role="button" class="secondary" href="${editPathOf(deal.id)}">Edit draft</a>`}
            ${asked.filter((one) => one !== next).map(dialogButton)}`,
        dialogs: asked,
        problem: problem(wrong?.message, ''),
        body: html`${nextStep(app, deal, next, { history, mail })}${followUp(visit, deal)}<div class="deal"><div>
                <section><h2>Numbers</h2>${numbers(deal, price, await rateFor(app, deal))}</section>
                <section><h2>Customer</h2>${await customer(visit, deal, { history, mail, acceptance })}</section>
                ${await enquiry(visit, deal)}</div>
            <section aria-label="The offer"><h2>What the customer sees</h2>${await asCustomer(app, deal, acceptance)}</section></div>
            <section><h2>History</h2>${await historyTable(visit, history, price)}
                ${earlier.map((one) => reopened(one, clockOf(app)))}</section>`
    };
}

/** Where the sentence of the state is for who has the next step, what a reader without one has to know. */
const withoutStep: { [Status in DealStatus]?: string } = {
    ss_draft: 'Its rep submits it for approval.',
    ss_customer_approved: 'A sales administrator closes it to count the commission.'
};

const undelivered =
    'The email with the offer was not delivered. Give the customer the link below, or ask the support staff to correct the address.';

/** A draft that came back says why. */
function nextStep(app: App, deal: DealRow, next: Dialog | undefined, { history, mail }: Sent) {
    const { status } = deal;
    const withStep = status === 'ss_pending_approval' && 'Approve it, or send it back.';
    const isUndelivered = status === 'ss_customer_sent' && mail?.state === 'dead' && deal.openedAt === null;
    const says =
        (isUndelivered && undelivered) || (next ? withStep : withoutStep[status]) || stateLine(app, deal);
    const last = history.findLast((one) => !isNote(one) && one.move !== 'edit' && one.move !== 'readdress');
    const why = last && (last.move === 'reject' || last.move === 'reopen') && last.reason;
    return html`<section class="next ${!next && !isUndelivered && 'quiet'}" aria-label="Next step"><div><p>${says}</p>
            ${why && html`<p class="said">${why}</p>`}</div>
        ${next && html`<div class="acts">${mainDialogButton(next)}</div>`}</section>`;
}

/** The note with a day, until it is done. */
const followUp = (visit: PageContext, { id, version, followUpOn, followUp: note }: DealRow) =>
    followUpOn !== null &&
    html`<section class="next quiet" aria-label="Follow-up"><div><h2>Follow up on ${dayIn('UTC', Date.parse(followUpOn))}</h2><p class="said">${note}</p></div>
        ${postForm(visit, { to: noteTo(id), fields: { done: 1, version }, body: html`<button type="submit" class="secondary">Mark as done</button>` })}</section>`;

function stateLine({ zone }: App, { status, validUntil, closedAt }: DealRow) {
    return sentenceOf(dealStates[status], {
        date: validUntil === null ? 'none' : dayIn('UTC', Date.parse(validUntil)),
        month: closedAt === null ? '' : monthIn(zone.name(), closedAt)
    });
}

function numbers(deal: DealRow, price: Price, rate: number | undefined) {
    const { revenue, commission, marginDeduction, referralFee } = deal;
    const lines = [
        ['Price', price(revenue)],
        ['Commission', price(commission)],
        ['Margin deduction', `− ${price(marginDeduction)}`],
        ['Referral fee', `− ${price(referralFee)}`]
    ] as const;
    return html`<dl class="sums numbers">${lines.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
        <div class="total"><dt>Earnings</dt><dd>${price(earningsOf(deal))} <small>${effectiveRate(deal)}%</small></dd></div></dl>
        ${rate !== undefined && html`<p>${formulaWords(rate, deal, price)}</p>`}
        ${commission > revenue && html`<p><strong>The commission is higher than the price.</strong></p>`}`;
}

interface Sent {
    history: readonly Move[];
    mail: Awaited<ReturnType<typeof offerMailOf>>;
}

interface Happened extends Sent {
    acceptance: Acceptance | undefined;
}

async function customer(visit: PageContext, deal: DealRow, { history, mail, acceptance }: Happened) {
    const { app, actor } = visit;
    const clock = clockOf(app);
    const reminded = remindedAt(history);
    const all = theirs(deal, await dealsPerCustomer(app.store.read, actor, [deal.id]));
    const rep = isSalesAdmin(actor) && (await repsOf(app.store.read, [deal]))(deal.repId);
    return html`<dl class="facts"><dt>Deal</dt><dd>${deal.id}</dd><dt>Contact</dt><dd>${deal.contactName}</dd>
        <dt>Email</dt><dd>${mailLink(deal.contactEmail)}</dd>
        ${deal.contactPhone !== '' && html`<dt>Phone</dt><dd><a href="tel:${deal.contactPhone.replaceAll(/[^\d+]/g, '')}">${deal.contactPhone}</a></dd>`}
        ${deal.contactAddress !== '' && html`<dt>Address</dt><dd class="said">${deal.contactAddress}</dd>`}
        ${rep !== false && html`<dt>Rep</dt><dd>${rep}</dd>`}
        ${all && html`<dt>In all</dt><dd>${all}</dd>`}
        <dt>Sent</dt><dd>${sent(history, mail, clock)}</dd>
        ${deal.openedAt !== null && html`<dt>Opened</dt><dd>${moment(deal.openedAt, clock)}</dd>`}
        ${reminded !== undefined && html`<dt>Reminded</dt><dd>${moment(reminded, clock)}</dd>`}
        <dt>Reply</dt><dd>${replyIn(history, clock)}</dd>
        ${acceptance && html`<dt>Accepted by</dt><dd>${acceptance.name || 'No name given'}</dd><dt>SHA-256</dt><dd class="digest">${acceptance.digest}</dd>`}
        ${deal.closedAt !== null && html`<dt>Closed</dt><dd>${moment(deal.closedAt, clock)}</dd>`}</dl>
        ${linkOf(app, deal)}`;
}

/** When the offer was sent last, and how far its email came. */
function sent(history: readonly Move[], mail: Sent['mail'], clock: Clock): Part {
    const last = history.findLast(({ move }) => move === 'send');
    if (!last) return 'not sent';
    return html`${moment(last.at, clock)} ${mail && mail.state !== 'sent' && stateBadge(emailStates[mail.state])}`;
}

/** To the offer that was sent last. */
function replyIn(history: readonly Move[], clock: Clock) {
    const last = history.findLast(({ move }) => ['send', 'accept', 'decline'].includes(move));
    if (!last || last.move === 'send') return 'none yet';
    const word = last.move === 'accept' ? 'accepted' : 'declined';
    const since =
        history.slice(history.indexOf(last)).some(({ move }) => move === 'reopen') && ', then reopened';
    return html`${word} ${moment(last.at, clock)}${last.reason !== '' && html`: <q class="said">${last.reason}</q>`}${since}`;
}

/** Of the offer that was sent last. */
const remindedAt = (history: readonly Move[]) =>
    history
        .slice(history.findLastIndex(({ move }) => move === 'send'))
        .findLast(({ move }) => move === 'remind')?.at;

function linkOf({ config, secrets, now }: App, deal: DealRow) {
    const { id, customerIssue, customerDigest } = deal;
    const keys = keysOf(secrets, 'links')(now());
    const token = tokenAgain(keys, customerDigest, 'deal', String(id), customerIssue);
    if (token === undefined) return undefined;
    return copyField({
        id: 'link',
        label: 'Customer link',
        value: `${config.baseUrl}/deal/${token}`,
        note: replyOf(deal)
            ? 'It shows what the customer replied to.'
            : 'Anyone with this link can reply for the customer. Share it only with them.'
    });
}

/** The same sheet that they read, in the language of the console, without what answers it. */
async function asCustomer(app: App, deal: DealRow, acceptance: Acceptance | undefined) {
    const offer = acceptance?.offer ?? (await shownOffer(app, app.store.read, deal));
    return html`<div class="preview" hx-disable data-hx-disable>${offerSheet(offer, wordsIn(['en']), true)}</div>`;
}

/** What happened to a deal: who did it, when and why. */
type Move = Awaited<ReturnType<typeof historyOf>>[number];

const labels: Readonly<Record<Change['field'], string>> = {
    customerName: 'Customer',
    contactName: 'Contact',
    contactEmail: 'Email',
    contactPhone: 'Phone',
    contactAddress: 'Address',
    revenue: 'Price',
    lines: 'Lines',
    commission: 'Commission',
    marginDeduction: 'Margin deduction',
    referralFee: 'Referral fee',
    scope: 'What you get',
    terms: 'Terms',
    validUntil: 'Valid until',
    followUpOn: 'Follow up'
};

/** Each field that was changed, with what it was before. */
function changed(changes: readonly Change[], price: Price): Part {
    const shown = (field: Change['field'], value: Change['before']) => {
        if (typeof value === 'number') return price(value);
        if (value === null || value === '') return 'empty';
        return field === 'validUntil' || field === 'followUpOn' ? dayIn('UTC', Date.parse(value)) : value;
    };
    return html`<dl class="changes">${changes.map(
        ({ field, before, after }) =>
            html`<dt>${labels[field]}</dt><dd><del>${shown(field, before)}</del> → <ins>${shown(field, after)}</ins></dd>`
    )}</dl>`;
}

/** What was accepted before the deal was reopened. */
const reopened = ({ at, name, digest, offer }: Acceptance, clock: Clock) =>
    html`<details><summary>Accepted ${moment(at, clock)}, no longer valid</summary>
        <p>Accepted by ${name || 'no name given'}. SHA-256: <span class="digest">${digest}</span></p>
        <div class="preview">${offerSheet(offer, wordsIn(['en']), true)}</div></details>`;

/** The last first. */
async function historyTable({ app }: PageContext, history: readonly Move[], price: Price) {
    const clock = clockOf(app);
    const nameOf = await namesIn(app, history);
    return table({
        caption: 'History',
        columns: [
            { title: 'When', cell: ({ at }: Move) => moment(at, clock) },
            {
                title: 'What',
                cell: ({ by, move, changes }) => [
                    sentenceOfAct(`deal.${move}`, { who: nameOf(by), what: 'the deal', after: '' }),
                    changes !== null && changed(changes, price)
                ]
            },
            { title: 'Why', cell: ({ reason }) => reason !== '' && html`<span class="said">${reason}</span>` }
        ],
        rows: history.toReversed()
    });
}

async function namesIn({ store }: PageContext['app'], history: readonly Move[]) {
    const names = await namesById(
        store.read,
        history.map(({ by }) => userIn(by))
    );
    const others: Readonly<Record<string, string>> = { customer: 'The customer', demo: 'The demo data' };
    return (by: string) => names.get(userIn(by)) ?? others[by] ?? by;
}
