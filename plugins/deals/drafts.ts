// Writing deals: a new draft, and changes of one.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { toCents } from '../../db/sales/commissions.ts';
import { createDeal, type DealBody, editDeal } from '../../db/sales/deals.ts';
import type { App } from '../app.ts';
import { formInteger, shortText } from '../surfaces/fields.ts';
import { money } from '../surfaces/pages/money.ts';
import { rest } from '../surfaces/rest.ts';
import { versionsSeen } from '../surfaces/versions.ts';
import { sales, writeNonces } from './rights.ts';
import { deal, dealOf, type OneDeal, versionOf } from './rows.ts';

export const createRoute = (app: App): ServerRoute =>
    rest<Body>(app, {
        name: 'createDeal',
        method: 'POST',
        path: '/deals',
        summary: 'Makes a draft of a deal. The user who makes it is its rep.',
        scope: sales,
        nonces: writeNonces,
        body: newDeal,
        status: 201,
        response: { deal },
        run: async (body, { id: repId }) => {
            const columns = columnsOf(body) as DealBody; // the schema requires or fills in every field
            const creation = { repId, at: app.now() };
            return { deal: dealOf(await app.store.write((tx) => createDeal(tx, columns, creation))) };
        }
    });

export const editRoute = (app: App): ServerRoute =>
    rest<{ id: number } & Partial<Body>, OneDeal>(app, {
        name: 'updateDeal',
        method: 'PATCH',
        path: '/deals/{id}',
        summary: 'Changes a draft. If-Match guards it.',
        scope: sales,
        nonces: writeNonces,
        params: { id: formInteger.required() },
        body: Joi.object(fields).min(1),
        also: [404, 409],
        response: { deal },
        versionOf,
        run: async ({ id, ...body }, seller, request) => {
            const editor = { seller, seen: versionsSeen(request), at: app.now() };
            return { deal: dealOf(await app.store.write((tx) => editDeal(tx, id, columnsOf(body), editor))) };
        }
    });

const fields = {
    customer_name: shortText,
    contact_name: shortText,
    contact_email: Joi.string().trim().email({ tlds: false }).max(254),
    revenue: money,
    commission: money,
    margin_deduction: money,
    referral_fee: money
};

interface Body {
    customer_name: string;
    contact_name: string;
    contact_email: string;
    revenue: number;
    commission: number;
    margin_deduction: number;
    referral_fee: number;
}

const newDeal = {
    customer_name: fields.customer_name.required(),
    contact_name: fields.contact_name.required(),
    contact_email: fields.contact_email.required(),
    revenue: money.required(),
    commission: money.required(),
    margin_deduction: money.default(0),
    referral_fee: money.default(0)
};

/** The fields of a request as columns, amounts in cents; a field that was not sent is left out. */
function columnsOf(body: Partial<Body>): Partial<DealBody> {
    const { customer_name: customerName, contact_name: contactName, contact_email: contactEmail } = body;
    const { revenue, commission, margin_deduction: marginDeduction, referral_fee: referralFee } = body;
    const amounts = { revenue, commission, marginDeduction, referralFee };
    const cents = Object.entries(amounts).flatMap(([name, amount]) =>
        amount === undefined ? [] : [[name, toCents(amount)] as const]
    );
    const texts = Object.entries({ customerName, contactName, contactEmail });
    return Object.fromEntries([...texts.filter(([, text]) => text !== undefined), ...cents]);
}
