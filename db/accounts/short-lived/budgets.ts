// Rate limits that are counted in the store, so that all nodes share them and a restart does not reset them.
import { integer, key, time } from '../../store/columns.ts';
import { and, eq, gt, inArray, index, sql, sqliteTable } from '../../store/drizzle.ts';
import { opaqueParam, preparedWrite, preparedWriteReturning, purgeOf, query } from '../../store/query.ts';
import { Refusal } from '../../store/refusal.ts';
import { sha256 } from '../tokens.ts';
import type { Reader, Tx } from '../../store/index.ts';

export const budgets = sqliteTable(
    'budgets',
    {
        key: key(), // a digest: people type their password where their name belongs
        used: integer(),
        endsAt: time()
    },
    (t) => [index('budgets_by_end').on(t.endsAt)]
);

export interface Budget {
    /** What is counted, apart from everything else. */
    name: string;
    /** How often in so many seconds; 0 means no limit. */
    points: number;
    seconds: number;
    /** The message once it is used up. */
    message: string;
    /** The field that is required once the limit is reached, and lets the caller continue without waiting. */
    liftedBy?: string;
}

/** The budget of one address, one name or one user. */
export interface Share {
    budget: Budget;
    who: string;
}

const keyOf = ({ budget, who }: Share) => sha256(`${budget.name}|${who}`);

const usedOf = query((on) =>
    on
        .select({ used: budgets.used, endsAt: budgets.endsAt })
        .from(budgets)
        .where(eq(budgets.key, opaqueParam('key', 'text')))
);

/** Refuses what is used up already: too_many_requests. It saves the write, and only the write counts exactly. */
export async function assertLeft(on: Reader, shares: readonly Share[], at: number) {
    for (const share of shares) {
        const known = await spentOf(on, share, at);
        if (known) throw usedUp(share, known.endsAt, at);
    }
}

/** When a share that is used up can be used again. */
async function spentOf(on: Reader, share: Share, at: number) {
    const known = await usedOf.first(on, { key: keyOf(share) });
    return known && known.endsAt > at && known.used >= share.budget.points ? known : undefined;
}

/** Whether a share is used up. Only an estimate: others may use it at the same time. */
export const isUsedUp = async (on: Reader, share: Share, at: number) =>
    (await spentOf(on, share, at)) !== undefined;

const count = preparedWriteReturning({ used: budgets.used, endsAt: budgets.endsAt }, (tx) => {
    const isOver = sql`${budgets.endsAt} <= ${sql.placeholder('at')}`;
    const used = sql`case when ${isOver} then 1 else ${budgets.used} + 1 end`;
    const endsAt = sql`case when ${isOver} then ${sql.placeholder('endsAt')} else ${budgets.endsAt} end`;
    return tx
        .insert(budgets)
        .values({ key: sql.placeholder('key'), used: 1, endsAt: sql.placeholder('endsAt') })
        .onConflictDoUpdate({ target: budgets.key, set: { used, endsAt } });
});

/** Takes one off each of these budgets, or off none. Refuses: too_many_requests, with the seconds to wait; human_check. */
export async function spend(tx: Tx, shares: readonly Share[], at: number) {
    for (const share of shares) {
        const { points, seconds } = share.budget;
        const [now] = await count(tx, { key: keyOf(share), at, endsAt: at + seconds * 1000 });
        if (now && now.used > points) throw usedUp(share, now.endsAt, at);
    }
}

const refundOne = preparedWrite((tx) =>
    tx
        .update(budgets)
        .set({ used: sql`${budgets.used} - 1` })
        .where(and(eq(budgets.key, sql.placeholder('key')), gt(budgets.used, 0)))
);

/** Gives back what was taken. */
export async function refund(tx: Tx, shares: readonly Share[]) {
    for (const share of shares) await refundOne(tx, { key: keyOf(share) });
}

/** Forgets what was used of these. */
export async function forget(tx: Tx, shares: readonly Share[]) {
    await tx.delete(budgets).where(inArray(budgets.key, shares.map(keyOf)));
}

function usedUp({ budget: { name: limit, message, liftedBy } }: Share, endsAt: number, at: number) {
    if (liftedBy !== undefined) return new Refusal('human_check', message, { field: liftedBy, limit });
    const retryAfter = Math.ceil((endsAt - at) / 1000);
    return new Refusal('too_many_requests', message, { retryAfter, limit });
}

/** Deletes budgets whose time is over. */
export const purgeBudgets = purgeOf(budgets.endsAt);
