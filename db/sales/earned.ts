// The commissions: what each month comes to, and the closed and paid deals, read in parts. What was closed in an earlier month
// and is reversed stays in that month, and is taken off in the month of the reversal.
import { setImmediate } from 'node:timers/promises';
import { users } from '../accounts/users.ts';
import { integer, nullable, serial, time } from '../store/columns.ts';
import {
    and,
    desc,
    eq,
    getTableColumns,
    gte,
    index,
    lt,
    max,
    type SQL,
    type SQLiteColumn,
    sql,
    sqliteTable,
    unionAll
} from '../store/drizzle.ts';
import { preparedInsert, type Rows, query } from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';
import type { DealMoney } from './commissions.ts';
import { type DealRow, deals, isSalesAdmin, type SalesUser } from './deals.ts';

/** Two rows for each closing of an earlier month that was reversed. Rows are only added. */
export const commissionCorrections = sqliteTable(
    'commission_corrections',
    {
        id: serial(),
        dealId: integer().references(() => deals.id),
        repId: nullable.integer().references(() => users.id), // whose deal it was then
        sign: integer(), // 1: the closing; -1: its reversal, whose amounts are negative
        revenue: integer(), // in cents, like all amounts
        commission: integer(),
        marginDeduction: integer(),
        referralFee: integer(),
        closedAt: time() // when it counts
    },
    (t) => [index('commission_corrections_closed').on(t.closedAt, t.dealId, t.id)]
);

const insert = preparedInsert(commissionCorrections, 'id');

/** Keeps what a deal counts for in the month in which it was closed, and takes the same off now. */
export async function keepEarned(tx: Tx, { id: dealId, repId, ...deal }: DealRow, now: number) {
    const { revenue, commission, marginDeduction, referralFee } = deal;
    const kept = { dealId, repId, revenue, commission, marginDeduction, referralFee };
    await insert(tx, { ...kept, sign: 1, closedAt: deal.closedAt ?? now });
    const off = { revenue: -revenue, commission: -commission };
    const without = { marginDeduction: -marginDeduction, referralFee: -referralFee };
    await insert(tx, { ...kept, ...off, ...without, sign: -1, closedAt: now });
}

/** A stretch of time, from its first millisecond to the first after it. */
export interface Stretch {
    start: number;
    next: number;
}

export interface Whose {
    seller: SalesUser;
    /** Of those that the seller may see, only this rep's. */
    repId?: number | undefined;
}

/** The total of some closed and paid deals, less what was taken off, in cents. */
export interface Earned extends DealMoney {
    /** Of the rows that the list has. */
    count: number;
    /** Those that were closed, less those that were reversed. */
    deals: number;
}

/** An expression instead of the column, so that SQLite reads the index of closing times. */
const isEarned = sql`${deals.status} || '' in ('ss_closed', 'ss_paid')`;

/** Only the columns of the grid. */
const shown = {
    id: deals.id,
    repId: deals.repId,
    customerName: deals.customerName,
    contactName: deals.contactName,
    revenue: deals.revenue,
    commission: deals.commission,
    marginDeduction: deals.marginDeduction,
    referralFee: deals.referralFee,
    status: deals.status,
    closedAt: deals.closedAt
};

/** A closed or paid deal of the commissions, or what was kept of a reversed one. */
export interface EarnedDeal extends Pick<DealRow, keyof typeof shown> {
    /** -1 for what was taken off; otherwise 1. */
    sign: number;
    /** The number of a correction, 0 for a deal. With time and deal it is a place in the list. */
    correction: number;
}

/** What chooses rows, and puts them in order. */
type Keys = Record<'closedAt' | 'repId' | 'id', SQLiteColumn> & { correction: SQLiteColumn | SQL };
type Where = (keys: Keys) => SQL | undefined;

/** The deals as they are now, and the corrections. */
function bothOf(on: Reader, where: Where) {
    const ofDeal = { ...shown, sign: sql<number>`1`.as('sign'), correction: sql<number>`0`.as('correction') };
    const { id, dealId, sign, repId, closedAt, ...amounts } = getTableColumns(commissionCorrections);
    const ofCorrection = {
        ...shown,
        ...amounts,
        repId,
        status: sql`'ss_closed'`.as('status'),
        closedAt,
        sign,
        correction: sql`${id}`.as('correction')
    } as unknown as typeof ofDeal;
    return [
        on
            .select(ofDeal)
            .from(deals)
            .where(and(isEarned, where({ ...shown, correction: sql`0` }))),
        on
            .select(ofCorrection)
            .from(commissionCorrections)
            .innerJoin(deals, eq(deals.id, dealId))
            .where(where({ closedAt, repId, id: dealId, correction: id }))
    ] as const;
}

const earnedIn =
    ({ start, next }: Stretch, { seller, repId }: Whose): Where =>
    (row) => {
        const isTheirs = isSalesAdmin(seller) ? undefined : eq(row.repId, seller.id);
        const isChosen = repId === undefined ? undefined : eq(row.repId, repId);
        return and(gte(row.closedAt, start), lt(row.closedAt, next), isTheirs, isChosen);
    };

const sum = (column: SQLiteColumn | SQL.Aliased) => sql<number>`coalesce(sum(${column}), 0)`;

/** The total of what counts in this period. */
export async function sumEarned(on: Reader, stretch: Stretch, whose: Whose): Promise<Earned> {
    const [closed, corrected] = bothOf(on, earnedIn(stretch, whose));
    const all = unionAll(closed, corrected).as('earned');
    const [sums] = await on
        .select({
            count: sql<number>`count(*)`,
            deals: sum(all.sign),
            revenue: sum(all.revenue),
            commission: sum(all.commission),
            marginDeduction: sum(all.marginDeduction),
            referralFee: sum(all.referralFee)
        })
        .from(all);
    return sums ?? { count: 0, deals: 0, revenue: 0, commission: 0, marginDeduction: 0, referralFee: 0 };
}

const param = sql.placeholder;
type Count = number | ReturnType<typeof param>;

/** The newest first. Each of both is read from its index in this order, and no more rows of it than `most`. */
function newestFirst(on: Reader, where: Where, limit: Count, { offset = 0, most = limit } = {}) {
    const [closed, corrected] = bothOf(on, where);
    const { closedAt, dealId, id } = commissionCorrections;
    const some = closed.orderBy(desc(deals.closedAt), desc(deals.id)).limit(most).as('closed');
    const others = corrected.orderBy(desc(closedAt), desc(dealId), desc(id)).limit(most).as('corrected');
    return unionAll(on.select().from(some), on.select().from(others))
        .orderBy(desc(some.closedAt), desc(some.id), desc(some.correction))
        .limit(limit)
        .offset(offset);
}

/** What counts in this stretch, the newest first. */
export const listEarned = (
    on: Reader,
    stretch: Stretch,
    { limit, offset, ...whose }: Whose & Rows
): Promise<EarnedDeal[]> =>
    newestFirst(on, earnedIn(stretch, whose), limit, { offset, most: limit + offset }).execute();

const isAfter: Where = ({ closedAt, id, correction }) =>
    sql`(${closedAt}, ${id}, ${correction}) < (${param('closedAt')}, ${param('id')}, ${param('correction')}) and ${correction} <= ${param('last')}`;
const inParts = (isTheirs: Where) =>
    query<EarnedDeal>((on) => newestFirst(on, (row) => and(isTheirs(row), isAfter(row)), param('limit')));
const everybodys = inParts(() => undefined);
const own = inParts(({ repId }) => eq(repId, param('repId')));

export const partSize = 250;
const newest = { closedAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER, correction: 0 };

/**
 * Returns what counts and this seller may see, newest first, in parts of at most 250 between which the event loop turns. Every
 * part but the last is full.
 */
export async function* earnedDeals(on: Reader, seller: SalesUser): AsyncGenerator<EarnedDeal[]> {
    // Both rows of a reversal, or none: the newer one may belong into a part that was read before it.
    const [known] = await on.select({ last: max(commissionCorrections.id) }).from(commissionCorrections);
    let after: Pick<EarnedDeal, keyof typeof newest> = newest;
    for (;;) {
        const args = { ...after, last: known?.last ?? 0, limit: partSize, repId: seller.id };
        const part = isSalesAdmin(seller) ? await everybodys.all(on, args) : await own.all(on, args);
        yield part;
        const last = part.at(-1);
        if (!last || part.length < partSize) return;
        after = last;
        await setImmediate();
    }
}
