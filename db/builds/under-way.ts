import { and, asc, eq, ne } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { runs, steps } from './runs.ts';

/** Returns the step at which each running build is: its first one that is not completed. */
export async function stepsUnderWay(on: Reader) {
    const rows = await on
        .select({ runId: runs.runId, step: steps.name })
        .from(runs)
        .innerJoin(steps, and(eq(steps.runId, runs.runId), ne(steps.state, 'completed')))
        .where(eq(runs.state, 'running'))
        .orderBy(asc(runs.runId), asc(steps.stepOrder));
    return [...new Map(rows.toReversed().map(({ runId, step }) => [runId, step])).values()];
}
