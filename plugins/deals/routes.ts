// Deals over JSON: the list, one with its history, drafts, and a route for each move; and the two form actions that recall one.
import type { ServerRoute, Request } from '@hapi/hapi';
import Joi from 'joi';
import { listDeals, type DealFilter, type DealOrder, dealOrders } from '../../db/sales/deal-list.ts';
import { type Acceptance, findAcceptance, textOfOffer } from '../../db/sales/acceptances.ts';
import { historyOf, noteDeal } from '../../db/sales/deal-history.ts';
import { visibleDeal, dealStatuses, type DealBody, type DealLine } from '../../db/sales/deals.ts';
import { type IntakeRow, itemOfDeal } from '../../db/sales/intake.ts';
import type { App } from '../app.ts';
import {
    formInteger,
    listOf,
    pageOf,
    viewPage,
    oneLine,
    type Paging,
    paging,
    day,
    emailAddress,
    freeText,
    shortText,
    lines
} from '../surfaces/http/fields.ts';
import { amount, anyText, several, wholeId, message, moment } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { listPath, pathOf, sales, writeNonces, salesAdmins } from './rights.ts';
import { deal, dealLine, dealMove, dealOf, lineOf, moveOf, type OneDeal, versionOf } from './rows.ts';
import { fromCents, toCents } from '../../db/sales/commissions.ts';
import { linesOf, totalDue } from '../../db/sales/deal-lines.ts';
import { deleteDraft } from '../../db/sales/deal-deletion.ts';
import { createDeal, editDeal } from '../../db/sales/deal-drafts.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { calendarDay } from '../surfaces/pages/dates.ts';
import { monthStart } from '../surfaces/pages/calendar.ts';
import { iso } from '../../db/store/time.ts';
import { money } from '../shared/money.ts';
import { dealInForm, mostLines, seenIn, moveInForm, noteInForm, shownIn } from './form-body.ts';
import { dealForms } from './pages/form.ts';
import { inColumns, type Wire } from '../shared/wire.ts';
import type { Capability } from '../../db/accounts/capabilities.ts';
import { moveDeal } from '../../db/sales/deal-moves.ts';
import type { SellerMove } from '../../db/sales/moves.ts';
import { action } from '../surfaces/actions.ts';
import { mailField, mailWay } from '../surfaces/public-pages/mail-way.ts';
import { moveForms } from './pages/acts.ts';

export const dealRoutes = (app: App): ServerRoute[] => [
    listRoute(app),
    showRoute(app),
    createRoute(app),
    editRoute(app),
    deleteRoute(app),
    noteRoute(app),
    ...moves.map((move) => moveRoute(app, move)),
    ...recalls.map((recall) => recallAction(app, recall))
];

/** Of the routes that write one deal. */
const onDeal = { nonces: writeNonces, params: { id: formInteger.required() }, also: [404, 409] };

const listRoute = (app: App): ServerRoute =>
    rest<AskedDeals>(app, {
        name: 'listDeals',
        method: 'GET',
        path: '/deals',
        summary: 'Lists the deals, newest first. Without ss_sales_admin, only your own.',
        scope: sales,
        query: dealFilter,
        response: listOf(deal),
        run: async ({ page, per_page, rep_id: repId, ...filter }, seller) => {
            const search = { seller, repId, ...filter, ...pageOf({ page, per_page }) };
            return viewPage(await listDeals(app.store.read, search), dealOf);
        }
    });

const showRoute = (app: App): ServerRoute =>
    rest<{ id: number }, OneDeal>(app, {
        name: 'getDeal',
        method: 'GET',
        path: '/deals/{id}',
        summary: 'Returns a deal with its history. The ETag is its version.',
        scope: sales,
        params: { id: formInteger.required() },
        also: [404],
        response: {
            deal,
            history: several(dealMove),
            intake_item: madeOf,
            acceptance: acceptedOffer,
            lines: several(dealLine),
            total: amount.description('The price with the tax of the lines.')
        },
        versionOf,
        run: async ({ id }, seller) => {
            const { read } = app.store;
            const deal = await visibleDeal(read, id, seller);
            const history = (await historyOf(read, id)).map(moveOf);
            const intake_item = originOf(await itemOfDeal(read, id));
            const acceptance = acceptanceOf(await findAcceptance(read, id));
            const lines = await linesOf(read, id);
            const total = fromCents(totalDue(deal, lines));
            return { deal: dealOf(deal), history, intake_item, acceptance, lines: lines.map(lineOf), total };
        }
    });

const madeOf = Joi.object({ id: wholeId, title: anyText, message: anyText })
    .allow(null)
    .required()
    .description('The intake item that the deal was created from.');

const originOf = (item: IntakeRow | undefined) =>
    item ? { id: item.id, title: item.title, message: item.message } : null;

const acceptedOffer = Joi.object({
    name: anyText,
    at: moment,
    text: anyText.description('The offer as the customer read it, as JSON.'),
    digest: anyText.description('The SHA-256 of `text`, in hex.')
})
    .allow(null)
    .required()
    .description('Who accepted which offer; null where that is not stored, and once the deal was reopened.');

const acceptanceOf = (kept: Acceptance | undefined) =>
    kept ? { name: kept.name, at: iso(kept.at), text: textOfOffer(kept.offer), digest: kept.digest } : null;

const maybe = (schema: Joi.StringSchema) => schema.empty('');

/** Which deals, in JSON and on the pages. */
export const dealFilter = {
    status: maybe(Joi.string()).valid(...dealStatuses),
    rep_id: formInteger.empty(''),
    customer: maybe(oneLine(200)).trim().description('The whole name of a customer.'),
    q: maybe(oneLine(200)).trim(),
    sort: maybe(Joi.string()).valid(...dealOrders),
    ...paging
};

export interface AskedDeals extends Paging, Omit<DealFilter, 'repId'> {
    rep_id?: number;
    sort?: DealOrder;
}

const createRoute = (app: App): ServerRoute =>
    rest<Body>(app, {
        name: 'createDeal',
        method: 'POST',
        path: '/deals',
        summary: 'Creates a draft deal. The current user becomes its rep.',
        scope: sales,
        nonces: writeNonces,
        formPost: dealForms,
        bodyOfForm: dealInForm,
        body: newDeal,
        status: 201,
        response: { deal },
        run: async (body, { id: repId }, request) => {
            const columns = columnsOf(body) as DealBody; // the schema requires or fills in every field that has to be there
            const creation = { repId, ...writing(app, request) };
            return { deal: dealOf(await app.store.write((tx) => createDeal(tx, columns, creation))) };
        }
    });

const editRoute = (app: App): ServerRoute =>
    rest<{ id: number } & Partial<Body>, OneDeal>(app, {
        ...onDeal,
        name: 'updateDeal',
        method: 'PATCH',
        path: '/deals/{id}',
        summary: 'Updates a draft. Use If-Match to avoid overwriting changes.',
        scope: sales,
        formPost: dealForms,
        bodyOfForm: dealInForm,
        body: Joi.object(fields).min(1),
        response: { deal },
        versionOf,
        run: async ({ id, ...body }, seller, request) => {
            const editor = { seller, seen: seenIn(request), ...writing(app, request) };
            return { deal: dealOf(await app.store.write((tx) => editDeal(tx, id, columnsOf(body), editor))) };
        }
    });

/** Who writes a draft, and on which day. */
function writing(app: App, request: Request) {
    const done = actBy(app, request);
    const dayOf = (at: number) => calendarDay(app.zone.name(), at);
    return { ...done, today: dayOf(done.at), dayOf };
}

const percent = money.max(100).default(0).description('In percent.');

const lineFields = Joi.object({
    text: shortText.required(),
    quantity: money.min(0.01).max(1_000_000).required(),
    unit_price: money.required(),
    discount: percent,
    tax: percent
}).id('NewDealLine');

const fields = {
    customer_name: shortText,
    contact_name: shortText,
    contact_email: emailAddress,
    contact_phone: oneLine(50).trim().allow(''),
    contact_address: freeText.allow('').max(500).description('Postal. The customer does not see it.'),
    revenue: money.description('The net price. Required without lines; with lines, their net sum.'),
    lines: Joi.array()
        .items(lineFields)
        .max(mostLines)
        .description('In place of the lines that the deal has.'),
    commission: money
        .allow(null)
        .description('Null, or left out of a new deal: by the rate of the rep. Required without one.'),
    margin_deduction: money,
    referral_fee: money,
    scope: freeText.allow('').max(5000).description('What is offered, as the customer reads it.'),
    terms: freeText
        .allow('')
        .max(5000)
        .description('Payment, delivery and the like, as the customer reads it.'),
    valid_until: day
        .allow(null)
        .description('The last day, in TIME_ZONE, on which the customer can accept the offer.')
};

type Body = Wire<Required<Omit<DealBody, 'lines'>>> & { lines: Wire<DealLine>[] };

const newDeal = {
    ...fields,
    customer_name: fields.customer_name.required(),
    contact_name: fields.contact_name.required(),
    contact_email: fields.contact_email.required(),
    contact_phone: fields.contact_phone.default(''),
    contact_address: fields.contact_address.default(''),
    margin_deduction: money.default(0),
    referral_fee: money.default(0),
    scope: fields.scope.default(''),
    terms: fields.terms.default(''),
    valid_until: fields.valid_until.default(null)
};

/** The fields of a request as columns, amounts in cents; a field that was not sent is left out. */
function columnsOf(body: Partial<Body>): Partial<DealBody> {
    const sent = (Object.keys(fields) as (keyof Body)[]).filter((name) => body[name] !== undefined); // the audit log has their order
    return inColumns(Object.fromEntries(sent.map((name) => [name, inCents(body[name])])));
}

const inCents = (value: Body[keyof Body] | undefined) => {
    if (Array.isArray(value)) return value.map(lineInColumns);
    return typeof value === 'number' ? toCents(value) : value;
};

const lineInColumns = ({ text, unit_price, ...line }: Wire<DealLine>): DealLine => ({
    text,
    quantity: toCents(line.quantity),
    unitPrice: toCents(unit_price),
    discount: toCents(line.discount),
    tax: toCents(line.tax)
});

interface MoveRoute {
    name: Exclude<SellerMove, Recall['recall']>;
    summary: string;
    scope: readonly Capability[];
    body?: Joi.ObjectSchema;
}

const reason = freeText.allow('').max(1000);
const reasonBody = Joi.object({ reason }).id('Reason');
const confirmedBody = Joi.object({
    reason,
    confirmed: Joi.boolean().description('Confirms a price of 0.00 or a commission above the price.')
}).id('ConfirmedMove');

const lateUndo = 'After five minutes, or after another move, a reason is required.';

const moves: readonly MoveRoute[] = [
    { name: 'submit', summary: 'Submits a deal for approval.', scope: sales, body: confirmedBody },
    { name: 'approve', summary: 'Approves a deal.', scope: salesAdmins },
    { name: 'reject', summary: 'Rejects a deal and returns it to its rep as a draft.', scope: salesAdmins },
    {
        name: 'send',
        summary: 'Sends the offer to the customer, with a private link.',
        scope: sales,
        body: confirmedBody
    },
    { name: 'remind', summary: 'Reminds the customer of the offer, once in 24 hours.', scope: sales },
    { name: 'close', summary: 'Closes a deal that the customer accepted.', scope: salesAdmins },
    { name: 'pay', summary: 'Marks a closed deal as paid.', scope: salesAdmins },
    {
        name: 'undo_close',
        summary: `Undoes the closing of a deal. ${lateUndo} A month that is over keeps its commissions, and the same amounts are taken off the present month.`,
        scope: salesAdmins
    },
    {
        name: 'undo_pay',
        summary: `Undoes the marking of a deal as paid. ${lateUndo}`,
        scope: salesAdmins
    },
    { name: 'lose', summary: 'Marks an open deal as lost.', scope: sales },
    {
        name: 'reopen',
        summary:
            'Reopens an approved or declined deal as a draft; an accepted one only for ss_sales_admin. The offer link stops working.',
        scope: sales,
        body: Joi.object({ reason: freeText.trim().min(1).max(1000).required() })
    }
];

const customerLink = Joi.string().uri().required().description('The private link that was emailed.');

const operations: { [Name in SellerMove]?: string } = {
    undo_close: 'undoCloseDeal',
    undo_pay: 'undoPayDeal'
};

const moveRoute = (app: App, { name, summary, scope, body = reasonBody }: MoveRoute): ServerRoute =>
    rest<{ id: number; reason?: string; confirmed?: boolean }, OneDeal>(app, {
        ...onDeal,
        name: operations[name] ?? `${name}Deal`,
        method: 'POST',
        path: `/deals/{id}/${name}`,
        summary: `${summary} Use If-Match to avoid overwriting changes.`,
        scope,
        formPost: moveForms(name),
        bodyOfForm: moveInForm,
        body,
        response: { deal, ...(name === 'send' && { link: customerLink, ...mailField }) },
        versionOf,
        run: async ({ id, reason, confirmed }, seller, request) => {
            const mover = { seller, reason, confirmed, seen: seenIn(request), ...writing(app, request) };
            const { deal, token } = await move(app, id, name, mover);
            const sent = token && {
                link: `${app.config.baseUrl}/deal/${token}`,
                ...mailWay(app.config)
            };
            return { deal: dealOf(deal), ...sent };
        }
    });

const noteBody = Joi.object({
    text: freeText.trim().max(1000).when('follow_up_on', { is: null, otherwise: Joi.required() }),
    follow_up_on: day.allow(null).description("The note is on the rep's Start from then on. null: done.")
}).id('DealNote');

const noteRoute = (app: App): ServerRoute =>
    rest<{ id: number; text?: string; follow_up_on?: string | null }>(app, {
        ...onDeal,
        name: 'noteDeal',
        method: 'POST',
        path: '/deals/{id}/note',
        summary: 'Adds a note to the history of a deal, or marks its follow-up as done.',
        scope: sales,
        formPost: { backTo: ({ id }) => pathOf(Number(id) || 0), keeps: ['text', 'follow_up_on'] },
        bodyOfForm: noteInForm,
        body: noteBody,
        also: [404, 409, 412],
        response: message,
        run: async ({ id, text = '', follow_up_on: followUpOn }, seller, request) => {
            const writer = { seller, seen: seenIn(request), ...actBy(app, request) };
            await app.store.write((tx) => noteDeal(tx, id, { text, followUpOn }, writer));
            return { message: followUpOn === null ? 'Marked as done.' : 'Note saved.' };
        }
    });

const deleteRoute = (app: App): ServerRoute =>
    rest<{ id: number }>(app, {
        ...onDeal,
        name: 'deleteDeal',
        method: 'POST',
        path: '/deals/{id}/delete',
        summary: 'Deletes a draft that was never submitted. You cannot undo this.',
        scope: sales,
        formPost: { backTo: ({ id }, done) => (done ? listPath : pathOf(Number(id) || 0)) },
        body: {},
        also: [404, 409, 412],
        response: { ...message, deal_id: wholeId },
        run: async ({ id }, seller, request) => {
            const deleting = { seller, seen: seenIn(request), ...actBy(app, request) };
            await app.store.write((tx) => deleteDraft(tx, id, deleting));
            return { message: 'Draft deleted.', deal_id: id };
        }
    });

type MoveOptions = Omit<Parameters<typeof moveDeal>[3], 'secret' | 'monthStart'>;

function move({ store, secrets, zone }: App, id: number, name: SellerMove, mover: MoveOptions) {
    const start = monthStart(zone.name(), mover.at);
    const acting = { ...mover, secret: secrets.links, monthStart: start };
    return store.write((tx) => moveDeal(tx, id, name, acting));
}

const recalls = [
    {
        name: 'svc_recall_deal',
        summary: 'Recalls a deal from approval to draft.',
        recall: 'recall',
        says: 'Moved back to draft.'
    },
    {
        name: 'svc_recall_from_customer',
        summary: 'Withdraws an offer from the customer. The offer link stops working.',
        recall: 'recall_from_customer',
        says: 'Offer withdrawn from the customer.'
    }
] as const;
type Recall = (typeof recalls)[number];

const recallAction = (app: App, { recall, says, ...route }: Recall): ServerRoute =>
    action<{ deal_id: number; reason?: string }>({
        ...route,
        scope: sales,
        formPost: moveForms(recall),
        fields: { deal_id: formInteger.required(), reason: lines(1000).trim() },
        also: [404, 409],
        response: { ...message, deal_id: wholeId },
        run: async ({ deal_id, reason }, seller, request) => {
            const mover = { seller, reason, seen: shownIn(request), ...actBy(app, request) };
            const { deal } = await move(app, deal_id, recall, mover);
            return { message: says, deal_id: deal.id };
        }
    });
