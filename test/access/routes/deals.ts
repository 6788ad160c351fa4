// Deals: a rep's own, all of them for sales administrators, and the offer for the holder of its link.
import { moveDeal } from '../../../db/sales/deal-moves.ts';
import { decimalOf } from '../../../db/sales/commissions.ts';
import { commissionRates } from '../../../db/sales/rates.ts';
import { createDeal } from '../../../db/sales/deal-drafts.ts';
import type { SellerMove } from '../../../db/sales/moves.ts';
import type { DealStatus } from '../../../db/sales/deals.ts';
import { secrets } from '../../support/people/roles.ts';
import type { About, Table } from '../calls.ts';
import type { Fixtures } from '../fixtures.ts';

const root = '/rest/svc/v1/deals';
const written = {
    customer_name: 'Acme',
    contact_name: 'Ada',
    contact_email: 'ada@example.test',
    revenue: 10,
    commission: 1
};

export const deals: Table = {
    'post /_actions/svc_get_commissions': { about: marked('ss_closed') },
    'get /rest/svc/v1/commissions.csv': { about: marked('ss_paid') },
    'post /_actions/svc_recall_deal': { about: inForm('ss_pending_approval') },
    'post /_actions/svc_recall_from_customer': { about: inForm('ss_customer_sent') },
    'get /rest/svc/v1/commission-rates': { about: withRate },
    'post /rest/svc/v1/commission-rates': { about: rateOfRep },
    [`get ${root}`]: { about: marked('ss_draft') },
    [`post ${root}`]: { sent: { json: written } },
    [`get ${root}/{id}`]: { about: inPath('ss_draft') },
    [`patch ${root}/{id}`]: { about: inPath('ss_draft', { json: { revenue: 12 } }) },
    [`post ${root}/{id}/submit`]: { about: inPath('ss_draft') },
    [`post ${root}/{id}/approve`]: { about: inPath('ss_pending_approval') },
    [`post ${root}/{id}/reject`]: { about: inPath('ss_pending_approval') },
    [`post ${root}/{id}/send`]: { about: inPath('ss_approved') },
    [`post ${root}/{id}/remind`]: { about: inPath('ss_customer_sent') },
    [`post ${root}/{id}/close`]: { about: inPath('ss_customer_approved') },
    [`post ${root}/{id}/pay`]: { about: inPath('ss_closed') },
    [`post ${root}/{id}/undo_close`]: { about: justMoved('ss_customer_approved', 'close') },
    [`post ${root}/{id}/undo_pay`]: { about: justMoved('ss_closed', 'pay') },
    [`post ${root}/{id}/delete`]: { about: inPath('ss_draft') },
    [`post ${root}/{id}/note`]: { about: inPath('ss_draft', { json: { text: 'Call again.' } }) },
    [`post ${root}/{id}/lose`]: { about: inPath('ss_approved') },
    [`post ${root}/{id}/reopen`]: { about: inPath('ss_approved', { json: { reason: 'A wrong price.' } }) },
    'get /commissions/rates': { about: withRate },
    'get /commissions': { about: marked('ss_paid') },
    'get /deals': { about: marked('ss_draft') },
    'get /deals/{id}': { about: inPath('ss_draft') },
    'get /deals/{id}/edit': { about: inPath('ss_draft') },
    'post /deals/new': { sent: { form: { customer_name: 'Acme' } } },
    'post /deals/{id}/edit': { about: inPath('ss_draft', { form: { customer_name: 'Acme' } }) },
    'get /deal/{token}': { secret: 'token', about: offer },
    'get /deal/{token}/accept': { secret: 'token', about: offer },
    'get /deal/{token}/decline': { secret: 'token', about: offer },
    'post /deal/{token}/accept': { secret: 'token', about: offer },
    'post /deal/{token}/decline': { secret: 'token', about: offer }
};

let made = 0;

async function dealOf({ testApp: { store, now } }: Fixtures, repId: number, status: DealStatus) {
    const customerName = `Customer number ${(made += 1)}.`;
    const contact = { contactName: 'Ada', contactEmail: 'ada@example.test' };
    const money = { revenue: 1000, commission: 100, marginDeduction: 0, referralFee: 0 };
    const body = { customerName, ...contact, ...money };
    const closedAt = status === 'ss_closed' || status === 'ss_paid' ? now() : null;
    return store.write((tx) => createDeal(tx, body, { repId, status, closedAt, at: now() }));
}

function inPath(status: DealStatus, more: About = {}) {
    return async (fixtures: Fixtures, owner: number): Promise<About> => ({
        params: { id: (await dealOf(fixtures, owner, status)).id },
        ...more
    });
}

function inForm(status: DealStatus) {
    return async (fixtures: Fixtures, owner: number): Promise<About> => ({
        form: { deal_id: (await dealOf(fixtures, owner, status)).id }
    });
}

function marked(status: DealStatus) {
    return async (fixtures: Fixtures, owner: number): Promise<About> => ({
        mark: (await dealOf(fixtures, owner, status)).customerName
    });
}

function rateOfRep({ client }: Fixtures): About {
    return { json: { rep_id: client('salesRep').user.id, valid_from: '2026-01-31', rate: 10 } };
}

/** A rate with two decimals, which no other one begins with. */
async function withRate({ testApp: { store } }: Fixtures, repId: number): Promise<About> {
    const rate = 1001 + 10 * (made += 1);
    const validFrom = `${1000 + made}-01-01`;
    await store.write((tx) => tx.insert(commissionRates).values({ repId, validFrom, rate }));
    return { mark: decimalOf(rate) };
}

/** A deal after this move of an administrator. */
async function moved(fixtures: Fixtures, owner: number, [from, move]: [DealStatus, SellerMove]) {
    const { store, now } = fixtures.testApp;
    const { id } = await dealOf(fixtures, owner, from);
    const seller = { id: owner, capabilities: ['ss_sales_admin'] } as const;
    const acting = { seller, by: { name: `user:${owner}` }, secret: secrets.links, at: now(), monthStart: 0 };
    return store.write((tx) => moveDeal(tx, id, move, acting));
}

function justMoved(...how: [DealStatus, SellerMove]) {
    return async (fixtures: Fixtures, owner: number): Promise<About> => ({
        params: { id: (await moved(fixtures, owner, how)).deal.id }
    });
}

async function offer(fixtures: Fixtures, owner: number): Promise<About> {
    const { token = '' } = await moved(fixtures, owner, ['ss_approved', 'send']);
    return { params: { token }, form: { confirm: '1', name: 'Sam Sample' } };
}
