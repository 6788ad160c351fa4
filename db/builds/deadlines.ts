// Moves the deadlines of running builds when the system clock jumps.
import { eq, sql } from '../store/drizzle.ts';
import type { Tx } from '../store/index.ts';
import { runs } from './runs.ts';

/**
 * Gives every open run the time that it had left before the clock of this machine jumped, so that a jump forward does not end it
 * and one backward does not extend it.
 */
export async function moveDeadlines(tx: Tx, by: number) {
    await tx
        .update(runs)
        .set({ startedAt: sql`${runs.startedAt} + ${by}`, deadlineAt: sql`${runs.deadlineAt} + ${by}` })
        .where(eq(runs.state, 'running'));
}
