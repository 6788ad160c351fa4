// Writing deals: a new draft, and changes of one.
import type { Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { toCents } from '../../db/sales/commissions.ts';
import { createDeal, editDeal } from '../../db/sales/deal-drafts.ts';
import type { DealBody } from '../../db/sales/deals.ts';
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { day, emailAddress, formInteger, freeText, shortText } from '../surfaces/http/fields.ts';
import { calendarDay } from '../surfaces/pages/dates.ts';
import { money } from '../shared/money.ts';
import { rest } from '../surfaces/rest.ts';
import { dealInForm, seenIn } from './form-body.ts';
import { dealForms } from './pages/form.ts';
import { sales, writeNonces } from './rights.ts';
import { deal, dealOf, type OneDeal, versionOf } from './rows.ts';
import { inColumns, type Wire } from '../shared/wire.ts';

export const createRoute = (app: App): ServerRoute =>
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
            const columns = columnsOf(body) as DealBody; // the schema requires or fills in every field
            const creation = { repId, ...writing(app, request) };
            return { deal: dealOf(await app.store.write((tx) => createDeal(tx, columns, creation))) };
        }
    });

export const editRoute = (app: App): ServerRoute =>
    rest<{ id: number } & Partial<Body>, OneDeal>(app, {
        name: 'updateDeal',
        method: 'PATCH',
        path: '/deals/{id}',
        summary: 'Updates a draft. Use If-Match to avoid overwriting changes.',
        scope: sales,
        nonces: writeNonces,
        params: { id: formInteger.required() },
        formPost: dealForms,
        bodyOfForm: dealInForm,
        body: Joi.object(fields).min(1),
        also: [404, 409],
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
    return { ...done, today: calendarDay(app.config.timeZone, done.at) };
}

const fields = {
    customer_name: shortText,
    contact_name: shortText,
    contact_email: emailAddress,
    revenue: money,
    commission: money,
    margin_deduction: money,
    referral_fee: money,
    scope: freeText.allow('').max(5000).description('What is offered, as the customer reads it.'),
    valid_until: day
        .allow(null)
        .description('The last day, in TIME_ZONE, on which the customer can accept the offer.')
};

type Body = Wire<Required<DealBody>>;

const newDeal = {
    customer_name: fields.customer_name.required(),
    contact_name: fields.contact_name.required(),
    contact_email: fields.contact_email.required(),
    revenue: money.required(),
    commission: money.required(),
    margin_deduction: money.default(0),
    referral_fee: money.default(0),
    scope: fields.scope.default(''),
    valid_until: fields.valid_until.default(null)
};

/** The fields of a request as columns, amounts in cents; a field that was not sent is left out. */
function columnsOf(body: Partial<Body>): Partial<DealBody> {
    const sent = (Object.keys(fields) as (keyof Body)[]).filter((name) => body[name] !== undefined); // the audit log has their order
    return inColumns(Object.fromEntries(sent.map((name) => [name, inCents(body[name])])));
}

const inCents = (value: Body[keyof Body] | undefined) => (typeof value === 'number' ? toCents(value) : value);
