// The builds of a sage.
import { desc, eq } from '../store/drizzle.ts';
import type { Reader } from '../store.ts';
import { runs } from './runs.ts';

/** The latest runs of a sage, newest first. */
export function listRuns(on: Reader, sageId: number, limit: number) {
    return on
        .select()
        .from(runs)
        .where(eq(runs.sageId, sageId))
        .orderBy(desc(runs.startedAt), desc(runs.runId))
        .limit(limit);
}
