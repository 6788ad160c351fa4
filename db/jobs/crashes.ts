// Counts crashes of the process against the jobs that were running.
import { and, gt, isNotNull, sql } from '../store/drizzle.ts';
import { isAmong, query } from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';
import { isHeldBy, jobs, type Node, unfinished } from './ledger.ts';

/**
 * Counts a crash of the process, or of a node, against the jobs that were running. A job that ran alone caused the crash; of several
 * jobs each is only suspected, and runs alone from then on. Returns the jobs that have caused `limit` crashes in a row
 * and would crash the process again.
 */
export async function countCrashes(tx: Tx, limit: number, node?: Node) {
    const running = and(isNotNull(jobs.startedAt), unfinished, isHeldBy(node));
    const alone = (await tx.select({ id: jobs.id }).from(jobs).where(running)).length === 1;
    const suspected = sql`case when ${jobs.crashes} < 1 then 1 else ${jobs.crashes} end`;
    const crashes = alone ? sql`${jobs.crashes} + 1` : suspected;
    const counted = await tx
        .update(jobs)
        .set({ crashes, tries: sql`${jobs.tries} - 1`, startedAt: null })
        .where(running)
        .returning();
    return counted.filter((job) => job.crashes >= limit);
}

/** Returns those of these jobs that were running during a crash of the process, and have not ended since. */
export async function suspectsAmong(on: Reader, ids: readonly string[]) {
    const suspects = await suspected.all(on, { ids: JSON.stringify(ids) });
    return new Set(suspects.map(({ id }) => id));
}

const suspected = query((on) =>
    on
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(isAmong(jobs.id, 'ids'), gt(jobs.crashes, 0)))
);
