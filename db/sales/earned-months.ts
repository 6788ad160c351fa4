// The commissions month by month: what each comes to, and the deals that were closed in some of them.
import { and, desc, eq, gte, lt, type SQL, type SQLiteColumn, sql } from '../store/drizzle.ts';
import type { Rows } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { type DealRow, deals, isSalesAdmin, type SalesUser } from './deals.ts';

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
