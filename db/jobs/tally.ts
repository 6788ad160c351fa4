// The number of waiting jobs, for operators.
import { and, inArray, sql } from '../store/drizzle.ts';
import { query } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { isDelayed, isDue, jobs } from './ledger.ts';

const tally = query((on) =>
    on
        .select({
            state: jobs.state,
            jobs: sql<number>`count(*)`,
            oldest: sql<number>`min(case when ${jobs.notBefore} > ${jobs.createdAt} then ${jobs.notBefore} else ${jobs.createdAt} end)`,
            delayed: sql<number>`sum(case when ${isDelayed} then 1 else 0 end)`
        })
        .from(jobs)
        .where(and(inArray(jobs.state, ['pending', 'sent', 'dead']), isDue(sql.placeholder('at'))))
        .groupBy(jobs.state)
);

/**
 * Returns how many jobs are waiting, sent, dead and delayed, and since when the oldest waits. One that was scheduled does not wait
 * before its time.
 */
export async function jobTally(on: Reader, at: number) {
    const rows = await tally.all(on, { at });
    const of = (state: string) => rows.find((row) => row.state === state);
    return {
        waiting: (of('pending')?.jobs ?? 0) + (of('sent')?.jobs ?? 0),
        sent: of('sent')?.jobs ?? 0,
        dead: of('dead')?.jobs ?? 0,
        delayed: (of('pending')?.delayed ?? 0) + (of('sent')?.delayed ?? 0),
        oldestAt: Math.min(of('pending')?.oldest ?? Infinity, of('sent')?.oldest ?? Infinity)
    };
}
