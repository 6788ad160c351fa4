// The deals of a seller as a list, in any order that a column has.
import { and, asc, desc, eq, inArray, isNull, lte, or, type SQL, sql } from '../store/drizzle.ts';
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
    /** The whole name of a customer; the case of A to Z does not matter. */
    customer?: string | undefined;
    /** A part of the name of the customer or of its contact, or of the contact's address, or the number of a deal. */
    q?: string | undefined;
}

interface Search extends DealFilter, Rows {
    seller: SalesUser;
    sort?: DealOrder | undefined;
}

/** Returns the deals that this seller may see and their number; the newest first unless `sort` says otherwise. */
export async function listDeals(on: Reader, { seller, sort, ...search }: Search) {
    const where = await conditionOf(on, seller, search);
    return listRows(on, deals, { ...search, where, order: orderOf(sort) });
}

async function conditionOf(on: Reader, seller: SalesUser, { status, repId, customer, q }: DealFilter) {
    const named = q === undefined ? undefined : await dealsNamed(on, seller, q, mostNamed);
    return and(
        seenBy(seller),
        customer === undefined ? undefined : isOf(customer),
        status === undefined ? undefined : eq(deals.status, status),
        repId === undefined ? undefined : eq(deals.repId, repId),
        named && inArray(deals.id, named)
    );
}

const seenBy = (seller: SalesUser) => (isSalesAdmin(seller) ? undefined : eq(deals.repId, seller.id));

/** By which the deals of a customer are one group: there is an index of it. */
const customerKey = sql<string>`lower(${deals.customerName})`;
const countOver = sql<number>`count(*) over (partition by ${customerKey})`;
const isOf = (customer: string) => sql`${customerKey} = lower(${customer})`;

/** How many deals the customers of these deals have, of those that this seller may see: by the id of each of these. */
export async function dealsPerCustomer(on: Reader, seller: SalesUser, ids: number[]) {
    const theirs = on.select({ name: customerKey }).from(deals).where(inArray(deals.id, ids));
    const counted = on
        .select({ id: deals.id, count: countOver.as('count') })
        .from(deals)
        .where(and(seenBy(seller), inArray(customerKey, theirs)))
        .as('counted');
    const rows = await on.select().from(counted).where(inArray(counted.id, ids));
    return new Map(rows.map(({ id, count }) => [id, count]));
}

/**
 * The newest deal of each customer, of those that this seller may see by their number or what names the customer. `count`: of all
 * deals of the customer, where several were found.
 */
export async function searchDeals(on: Reader, seller: SalesUser, text: string, limit: number) {
    const { id, customerName, status, updatedAt } = deals;
    const named = await dealsNamed(on, seller, text, mostNamed);
    const place = sql<number>`row_number() over (partition by ${customerKey} order by ${id} desc)`.as(
        'place'
    );
    const all = on
        .select({ id, customerName, status, updatedAt, matches: countOver.as('matches'), place })
        .from(deals)
        .where(inArray(id, named))
        .as('all_of_them');
    const found = await on.select().from(all).where(eq(all.place, 1)).orderBy(desc(all.id)).limit(limit);
    const several = found.filter(({ matches }) => matches > 1).map((one) => one.id);
    const counts = await dealsPerCustomer(on, seller, several);
    return found.map((deal) => ({ ...deal, count: counts.get(deal.id) ?? 1 }));
}

/** The number of a customer's deals that this seller may see, and the prices of the open and the closed ones, in cents. */
export async function sumsOfCustomer(on: Reader, { seller, customer = '', repId }: Omit<Search, keyof Rows>) {
    const sumOf = (condition: SQL) =>
        sql<number>`coalesce(sum(${deals.revenue}) filter (where ${condition}), 0)`;
    const [sums] = await on
        .select({
            count: sql<number>`count(*)`,
            open: sumOf(
                sql`${deals.status} not in ('ss_customer_declined', 'ss_closed', 'ss_paid', 'ss_lost')`
            ),
            closed: sumOf(sql`${deals.status} in ('ss_closed', 'ss_paid')`)
        })
        .from(deals)
        .where(and(seenBy(seller), isOf(customer), repId === undefined ? undefined : eq(deals.repId, repId)));
    return sums;
}

/** The deals with a note whose day has come, like 2026-11-30, the earliest first: one's own and, for administrators, those without a rep. */
export function listFollowUps(on: Reader, seller: SalesUser, today: string, rows: Rows) {
    const isTheirs = or(eq(deals.repId, seller.id), isSalesAdmin(seller) ? isNull(deals.repId) : undefined);
    const where = and(lte(deals.followUpOn, today), isTheirs);
    return listRows(on, deals, { where, order: [asc(deals.followUpOn), asc(deals.id)], ...rows });
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
    const { id, customerName, contactName, contactEmail } = deals;
    const seen = seenBy(seller);
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
