// The deals of a seller as a list, in any order that a column has.
import { and, asc, desc, eq, inArray, or, type SQL, sql } from '../store/drizzle.ts';
import { beginsLike, folded, holdsText, listRows, type Rows } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { deals, type DealStatus, isSalesAdmin, type SalesUser } from './deals.ts';
import { dealHistory } from './deal-history.ts';

const columns = {
    customer: folded(deals.customerName),
    revenue: deals.revenue,
    changed: deals.updatedAt
};
type Column = keyof typeof columns;
export type DealOrder = Column | `-${Column}`;
const names = Object.keys(columns) as Column[];
export const dealOrders: readonly DealOrder[] = [...names, ...names.map((name) => `-${name}` as const)];

export interface DealFilter {
    status?: DealStatus | undefined;
    repId?: number | undefined;
    /** A part of the name of the customer or of its contact, or of the contact's address, or the number of a deal. */
    q?: string | undefined;
}

interface Search extends DealFilter, Rows {
    seller: SalesUser;
    sort?: DealOrder | undefined;
}

/** Returns the deals that this seller may see and their number; the newest first unless `sort` says otherwise. */
export async function listDeals(on: Reader, { seller, status, repId, q, sort, ...rows }: Search) {
    const where = await conditionOf(on, seller, { status, repId, q });
    return listRows(on, deals, { where, order: orderOf(sort), ...rows });
}

async function conditionOf(on: Reader, seller: SalesUser, { status, repId, q }: DealFilter) {
    const named = q === undefined ? undefined : await dealsNamed(on, seller, q, mostNamed);
    return and(
        isSalesAdmin(seller) ? undefined : eq(deals.repId, seller.id),
        status === undefined ? undefined : eq(deals.status, status),
        repId === undefined ? undefined : eq(deals.repId, repId),
        named && inArray(deals.id, named)
    );
}

/** The id follows in the same direction, so that an index of both is read from one end. */
function orderOf(sort: DealOrder | undefined): SQL[] {
    if (sort === undefined) return [desc(deals.id)];
    const column = columns[sort.replace('-', '') as Column];
    return sort.startsWith('-') ? [desc(column), desc(deals.id)] : [asc(column), asc(deals.id)];
}

/** Among these any part of a name, and replies, are looked for: to look through all of a store of years takes too long. */
const newest = 2000;
const mostNamed = 500;

/**
 * The ids of deals that this seller may see, at most `most` of each kind: by any part of the customer's name and of its
 * contact's name or address among the newest, by the start of it among all, by their number. Each kind is a query of its own, for which there is an index.
 */
export async function dealsNamed(on: Reader, seller: SalesUser, text: string, most: number) {
    const { id, customerName, contactName, contactEmail, repId } = deals;
    const seen = isSalesAdmin(seller) ? undefined : eq(repId, seller.id);
    const names = { id, customerName, contactName, contactEmail };
    const recent = on.select(names).from(deals).where(seen).orderBy(desc(id)).limit(newest).as('recent');
    const number = /^#?(\d{1,9})$/.exec(text)?.[1];
    const exact = number === undefined ? [] : [eq(id, Number(number))];
    const ids = async (condition: SQL) =>
        on.select({ id }).from(deals).where(and(seen, condition)).limit(most);
    const held = [recent.customerName, recent.contactName, recent.contactEmail];
    const found = await on
        .select({ id: recent.id })
        .from(recent)
        .where(or(...held.map((column) => holdsText(column, text))))
        .limit(most);
    for (const condition of [beginsLike(customerName, text), ...exact]) found.push(...(await ids(condition)));
    return [...new Set(found.map((one) => one.id))];
}

/** The newest replies first, the last of each deal, with the customer's words. A seller sees those to their own offers. */
export async function listReplies(on: Reader, seller: SalesUser, limit: number) {
    const { id, dealId, at, by, reason } = dealHistory;
    const moves = isSalesAdmin(seller)
        ? on.select({ id, dealId, at, by, reason }).from(dealHistory).orderBy(desc(id)).limit(newest)
        : on
              .select({ id, dealId, at, by, reason })
              .from(dealHistory)
              .innerJoin(deals, eq(deals.id, dealId))
              .where(and(eq(deals.repId, seller.id), inArray(deals.status, [...replied])));
    const recent = moves.as('recent');
    // The state of the deal shows what its last reply was; an earlier one was to an earlier offer.
    const last = sql`(select max(later.id) from ${dealHistory} later
        where later.deal_id = ${recent.dealId} and later."by" = 'customer')`;
    return on
        .select({
            moveId: recent.id,
            dealId: deals.id,
            customerName: deals.customerName,
            status: deals.status,
            reason: recent.reason,
            at: recent.at
        })
        .from(recent)
        .innerJoin(deals, eq(deals.id, recent.dealId))
        .where(and(eq(recent.by, 'customer'), eq(recent.id, last), inArray(deals.status, [...replied])))
        .orderBy(desc(recent.id))
        .limit(limit);
}

const replied = ['ss_customer_approved', 'ss_customer_declined'] as const;
