// Deals: the sales side's own, all of them for its administrators, and the offer for whoever has its link.
import { moveDeal } from '../../../db/sales/deal-moves.ts';
import { createDeal } from '../../../db/sales/deal-drafts.ts';
import type { DealStatus } from '../../../db/sales/deals.ts';
import { secrets } from '../../support/people/roles.ts';
import type { About, Table } from '../calls.ts';
import { holding, knowing, owning, owningAlone, pageHolding } from '../rules.ts';
import type { Fixtures } from '../fixtures.ts';

const seller = holding('ss_sales', 'ss_sales_admin', 'ss_admin_all');
const bosses = ['ss_sales_admin', 'ss_admin_all'] as const;
const own = owning(seller, 404, ...bosses);
const listed = owning(seller, 'hidden', ...bosses);
const boss = holding(...bosses);
const page = pageHolding('ss_sales', 'ss_sales_admin', 'ss_admin_all');
const ownPage = owning(page, 404, ...bosses);
const root = '/rest/svc/v1/deals';
const byLink = knowing('token');

export const deals: Table = {
    'post /_actions/svc_get_commissions': { rule: listed, about: marked('ss_closed') },
    'get /rest/svc/v1/commissions.csv': { rule: listed, about: marked('ss_paid') },
    'post /_actions/svc_recall_deal': { rule: own, about: inForm('ss_pending_approval') },
    'post /_actions/svc_recall_from_customer': { rule: own, about: inForm('ss_customer_sent') },
    [`get ${root}`]: { rule: listed, about: marked('ss_draft') },
    [`post ${root}`]: { rule: seller, done: 201, about: () => ({ json: written }) },
    [`get ${root}/{id}`]: { rule: own, about: inPath('ss_draft') },
    [`patch ${root}/{id}`]: { rule: own, about: inPath('ss_draft', { json: { revenue: 12 } }) },
    // Its rep alone submits a deal: the sales administrators see it and may not, to other reps it is not there.
    [`post ${root}/{id}/submit`]: { rule: owningAlone(seller, 404, ...bosses), about: inPath('ss_draft') },
    [`post ${root}/{id}/approve`]: { rule: boss, about: inPath('ss_pending_approval') },
    [`post ${root}/{id}/reject`]: { rule: boss, about: inPath('ss_pending_approval') },
    [`post ${root}/{id}/send`]: { rule: own, about: inPath('ss_approved') },
    [`post ${root}/{id}/close`]: { rule: boss, about: inPath('ss_customer_approved') },
    [`post ${root}/{id}/pay`]: { rule: boss, about: inPath('ss_closed') },
    [`post ${root}/{id}/lose`]: { rule: own, about: inPath('ss_approved') },
    [`post ${root}/{id}/reopen`]: {
        rule: own,
        about: inPath('ss_approved', { json: { reason: 'A wrong price.' } })
    },
    'get /commissions': { rule: owning(page, 'hidden', ...bosses), about: marked('ss_paid') },
    'get /deals': { rule: owning(page, 'hidden', ...bosses), about: marked('ss_draft') },
    'get /deals/new': { rule: page },
    'get /deals/{id}': { rule: ownPage, about: inPath('ss_draft') },
    'get /deals/{id}/edit': { rule: ownPage, about: inPath('ss_draft') },
    'get /deal/{token}': { rule: byLink, about: offer },
    'post /deal/{token}/accept': { rule: byLink, about: offer },
    'post /deal/{token}/decline': { rule: byLink, about: offer }
};

const written = {
    customer_name: 'Acme',
    contact_name: 'Ada',
    contact_email: 'ada@example.test',
    revenue: 10,
    commission: 1
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

async function offer(fixtures: Fixtures, owner: number): Promise<About> {
    const { store, now } = fixtures.testApp;
    const { id } = await dealOf(fixtures, owner, 'ss_approved');
    const seller = { id: owner, capabilities: ['ss_sales_admin'] } as const;
    const acting = { seller, by: { name: `user:${owner}` }, secret: secrets.links, at: now() };
    const { token = '' } = await store.write((tx) => moveDeal(tx, id, 'send', acting));
    return { params: { token }, form: {} };
}
