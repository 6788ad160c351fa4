// The commissions: what each month comes to, and the closed and paid deals, read in parts.
import { setImmediate } from 'node:timers/promises';
import { users } from '../accounts/users.ts';
import { integer, nullable, serial, time } from '../store/columns.ts';
import {
    and,
    desc,
    eq,
    gte,
    index,
    lt,
    type SQL,
    type SQLiteColumn,
    sql,
    sqliteTable
} from '../store/drizzle.ts';
import { type Rows, query } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
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

/** The total of some closed and paid deals, in cents. */
export interface Earned {
    count: number;
    revenue: number;
    commission: number;
    marginDeduction: number;
    referralFee: number;
}

/** An expression instead of the column, so that SQLite reads the index of closing times. */
const isEarned = sql`${deals.status} || '' in ('ss_closed', 'ss_paid')`;

function earnedIn({ start, next }: Stretch, { seller, repId }: Whose): SQL | undefined {
    const isTheirs = isSalesAdmin(seller) ? undefined : eq(deals.repId, seller.id);
    const isChosen = repId === undefined ? undefined : eq(deals.repId, repId);
    return and(gte(deals.closedAt, start), lt(deals.closedAt, next), isEarned, isTheirs, isChosen);
}

const sum = (column: SQLiteColumn) => sql<number>`coalesce(sum(${column}), 0)`;

/** The total of the deals that were closed in this period. */
export async function sumEarned(on: Reader, stretch: Stretch, whose: Whose): Promise<Earned> {
    const { revenue, commission, marginDeduction, referralFee } = deals;
    const [sums] = await on
        .select({
            count: sql<number>`count(*)`,
            revenue: sum(revenue),
            commission: sum(commission),
            marginDeduction: sum(marginDeduction),
            referralFee: sum(referralFee)
        })
        .from(deals)
        .where(earnedIn(stretch, whose));
    return sums ?? { count: 0, revenue: 0, commission: 0, marginDeduction: 0, referralFee: 0 };
}

/** The deals that were closed in this stretch, the newest first. */
export async function listEarned(
    on: Reader,
    stretch: Stretch,
    { limit, offset, ...whose }: Whose & Rows
): Promise<DealRow[]> {
    return on
        .select()
        .from(deals)
        .where(earnedIn(stretch, whose))
        .orderBy(desc(deals.closedAt), desc(deals.id))
        .limit(limit)
        .offset(offset);
}

/** Only the columns of the grid. */
const shown = {
    id: deals.id,
    customerName: deals.customerName,
    contactName: deals.contactName,
    revenue: deals.revenue,
    commission: deals.commission,
    marginDeduction: deals.marginDeduction,
    referralFee: deals.referralFee,
    status: deals.status,
    closedAt: deals.closedAt
};
/** The closed and paid deals of the commissions, read in parts: there may be as many as were ever closed. */
export type EarnedDeal = Pick<DealRow, keyof typeof shown>;

const param = sql.placeholder;
const isAfter = sql`(${deals.closedAt}, ${deals.id}) < (${param('closedAt')}, ${param('id')})`;
/** An expression instead of the column, so that SQLite reads the index of closing times, whose order the list has. */
const newestFirst = [desc(deals.closedAt), desc(deals.id)] as const;

const inParts = (whose?: SQL) =>
    query((on) =>
        on
            .select(shown)
            .from(deals)
            .where(and(whose, isEarned, isAfter))
            .orderBy(...newestFirst)
            .limit(param('limit'))
    );
const everybodys = inParts();
const own = inParts(eq(deals.repId, param('repId')));

export const partSize = 250;
const newest = { closedAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/**
 * Returns the closed and paid deals that this seller may see, newest first, in parts of at most 250
 * between which the event loop turns. Every part but the last is full.
 */
export async function* earnedDeals(on: Reader, seller: SalesUser): AsyncGenerator<EarnedDeal[]> {
    let after: { closedAt: number | null; id: number } = newest;
    for (;;) {
        const args = { ...after, limit: partSize, repId: seller.id };
        const part = isSalesAdmin(seller) ? await everybodys.all(on, args) : await own.all(on, args);
        yield part;
        const last = part.at(-1);
        if (!last || part.length < partSize) return;
        after = last;
        await setImmediate();
    }
}
