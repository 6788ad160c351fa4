// The sales side: deals, their moves, what they earn.
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Capability } from '../../db/accounts/capabilities.ts';
import { toCents } from '../../db/sales/commissions.ts';
import { moveDeal, type SellerMove } from '../../db/sales/deal-moves.ts';
import {
    createDeal,
    type DealBody,
    type DealStatus,
    dealStatuses,
    earnedDeals,
    editDeal,
    historyOf,
    isSalesAdmin,
    listDeals,
    type Seller,
    visibleDeal
} from '../../db/sales/deals.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { flag, said, several, wholeId } from '../surfaces/openapi/response-fields.ts';
import { formInteger, listOf, pageOf, type Paging, paging, shortText } from '../surfaces/fields.ts';
import { money } from '../surfaces/pages/money.ts';
import { rest } from '../surfaces/rest.ts';
import { versionsSeen } from '../surfaces/versions.ts';
import { commissionsCsv } from './csv.ts';
import { offerRoutes } from './offer.ts';
import { deal, dealMove, dealOf, earnedDeal, gridRow, moveOf } from './rows.ts';

const sales = ['ss_sales', 'ss_sales_admin', 'ss_admin_all'] as const satisfies Capability[];
const admins = ['ss_sales_admin', 'ss_admin_all'] as const satisfies Capability[];
const nonces = ['svc_rest', 'svc_sales_calc'] as const;

export const deals: Plugin<App> = {
    name: 'deals',
    dependencies: ['actions', 'auth'],
    register(server, app) {
        server.route([
            ...actionRoutes(app),
            ...readRoutes(app),
            commissionsCsv(app, sales),
            ...writeRoutes(app),
            ...moveRoutes(app),
            ...offerRoutes(app)
        ]);
    }
};

interface Recall {
    deal_id: number;
    reason?: string;
}

const reason = Joi.string().allow('').max(1000);
const recallAnswer = { ...said, deal_id: wholeId };

function actionRoutes(app: App): ServerRoute[] {
    const rowOf = gridRow(app.config);
    const recall = async (name: SellerMove, { deal_id, reason }: Recall, seller: Seller) => {
        const { deal } = await move(app, deal_id, name, { seller, reason });
        return { message: recalled[deal.status] ?? '', deal_id: deal.id };
    };
    return [
        action({
            name: 'svc_get_commissions',
            summary:
                'The closed and paid deals with what they earn; only the own ones without ss_sales_admin.',
            scope: sales,
            fields: {},
            answer: { deals: several(earnedDeal), is_admin: flag },
            run: async (_, seller) => ({
                deals: (await earnedDeals(app.store.read, seller)).map(rowOf),
                is_admin: isSalesAdmin(seller)
            })
        }),
        action<Recall>({
            name: 'svc_recall_deal',
            summary: 'Takes a deal that waits for approval back to draft.',
            scope: sales,
            fields: { deal_id: formInteger.required(), reason },
            answer: recallAnswer,
            run: (form, seller) => recall('recall', form, seller)
        }),
        action<Recall>({
            name: 'svc_recall_from_customer',
            summary: 'Takes an offer back from the customer, whose link opens nothing any more.',
            scope: sales,
            fields: { deal_id: formInteger.required(), reason },
            answer: recallAnswer,
            run: (form, seller) => recall('recall_from_customer', form, seller)
        })
    ];
}

const recalled: { [Status in DealStatus]?: string } = {
    ss_draft: 'The deal is a draft again.',
    ss_approved: 'The offer was taken back from the customer.'
};

function move(
    { store, secrets, now }: App,
    id: number,
    name: SellerMove,
    who: { seller: Seller; reason?: string | undefined; seen?: number[] | undefined }
) {
    const acting = { ...who, secret: secrets.links, at: now() };
    return store.write((tx) => moveDeal(tx, id, name, acting));
}

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

function bodyOf(body: Partial<Body>): Partial<DealBody> {
    const { customer_name: customerName, contact_name: contactName, contact_email: contactEmail } = body;
    const { revenue, commission, margin_deduction: marginDeduction, referral_fee: referralFee } = body;
    const amounts = { revenue, commission, marginDeduction, referralFee };
    const cents = Object.entries(amounts).flatMap(([name, amount]) =>
        amount === undefined ? [] : [[name, toCents(amount)] as const]
    );
    const texts = Object.entries({ customerName, contactName, contactEmail });
    return Object.fromEntries([...texts.filter(([, text]) => text !== undefined), ...cents]);
}

const id = { id: formInteger.required() };

interface OneDeal {
    deal: ReturnType<typeof dealOf>;
}

const versionOf = ({ deal }: OneDeal) => deal.version;

function readRoutes(app: App): ServerRoute[] {
    const { store } = app;
    return [
        rest<Paging & { status?: DealStatus }>(app, {
            method: 'GET',
            path: '/deals',
            summary: 'The deals, newest first; only the own ones without ss_sales_admin.',
            scope: sales,
            query: { status: Joi.valid(...dealStatuses), ...paging },
            answer: listOf(deal),
            run: async ({ status, ...page }, seller) => {
                const { items, total } = await listDeals(store.read, { seller, status, ...pageOf(page) });
                return { items: items.map(dealOf), total };
            }
        }),
        rest<{ id: number }, OneDeal>(app, {
            method: 'GET',
            path: '/deals/{id}',
            summary: 'A deal with its history. Its version is the ETag.',
            scope: sales,
            params: id,
            answer: { deal, history: several(dealMove) },
            versionOf,
            run: async ({ id }, seller) => {
                const deal = await visibleDeal(store.read, id, seller);
                return { deal: dealOf(deal), history: (await historyOf(store.read, id)).map(moveOf) };
            }
        })
    ];
}

function writeRoutes(app: App): ServerRoute[] {
    const { store, now } = app;
    return [
        rest<Body>(app, {
            method: 'POST',
            path: '/deals',
            summary: 'Makes a draft of a deal; whoever makes it is its rep.',
            scope: sales,
            nonces,
            body: newDeal,
            status: 201,
            answer: { deal },
            run: async (body, { id: repId }) => {
                const whole = bodyOf(body) as DealBody; // the schema requires or fills in every field
                return {
                    deal: dealOf(await store.write((tx) => createDeal(tx, whole, { repId, at: now() })))
                };
            }
        }),
        rest<{ id: number } & Partial<Body>, OneDeal>(app, {
            method: 'PATCH',
            path: '/deals/{id}',
            summary: 'Changes a draft. If-Match guards it.',
            scope: sales,
            nonces,
            params: id,
            body: Joi.object(fields).min(1),
            answer: { deal },
            versionOf,
            run: async ({ id, ...body }, seller, request) => {
                const editor = { seller, seen: versionsSeen(request), at: now() };
                return { deal: dealOf(await store.write((tx) => editDeal(tx, id, bodyOf(body), editor))) };
            }
        })
    ];
}

const summaries = {
    submit: ['Asks for approval.', sales],
    approve: ['Approves a deal.', admins],
    reject: ['Sends a deal back to its rep.', admins],
    send: ['Sends the offer to the customer, with a private link.', sales],
    close: ['Closes a deal that the customer accepted.', admins],
    pay: ['Marks a closed deal as paid.', admins],
    lose: ['Gives an open deal up.', sales]
} as const satisfies { [Name in SellerMove]?: readonly [string, readonly Capability[]] };

const customerLink = Joi.string().uri().required().description('The private link that was mailed.');

function moveRoutes(app: App): ServerRoute[] {
    return Object.entries(summaries).map(([name, [summary, scope]]) =>
        rest<{ id: number; reason?: string }, OneDeal>(app, {
            method: 'POST',
            path: `/deals/{id}/${name}`,
            summary: `${summary} If-Match guards it.`,
            scope,
            nonces,
            params: id,
            body: { reason },
            answer: { deal, ...(name === 'send' && { link: customerLink }) },
            versionOf,
            run: async ({ id, reason }, seller, request) => {
                const who = { seller, reason, seen: versionsSeen(request) };
                const { deal, token } = await move(app, id, name as SellerMove, who);
                return { deal: dealOf(deal), ...(token && { link: `${app.config.baseUrl}/deal/${token}` }) };
            }
        })
    );
}
