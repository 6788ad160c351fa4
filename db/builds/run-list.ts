// The builds of a sage, and those of all.
import { sages, seenBy, type Viewer } from '../sages/sages.ts';
import { desc, eq, and, asc, ne } from '../store/drizzle.ts';
import { listRows, type Rows } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { type RunRow, runs, steps, findProgress } from './runs.ts';
import { completedBefore } from './plan.ts';

/** The latest runs of a sage, newest first. */
export function listRuns(on: Reader, sageId: number, limit: number) {
    return on
        .select()
        .from(runs)
        .where(eq(runs.sageId, sageId))
        .orderBy(desc(runs.startedAt), desc(runs.runId))
        .limit(limit);
}

interface Search extends Rows {
    state?: RunRow['state'] | undefined;
}

/** The runs of all sages, newest first, and how many there are. */
export async function listAllRuns(on: Reader, { state, ...rows }: Search) {
    const where = state === undefined ? undefined : eq(runs.state, state);
    return listRows(on, runs, { where, order: [desc(runs.startedAt), desc(runs.runId)], ...rows });
}

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

/** The builds that run, of the sages that this viewer may see, the oldest first, with the number of completed steps. */
export async function listRunning(on: Reader, viewer: Viewer, limit: number) {
    const rows = await on
        .select({ runId: runs.runId, sageId: sages.id, sageName: sages.name, startedAt: runs.startedAt })
        .from(runs)
        .innerJoin(sages, eq(sages.id, runs.sageId))
        .where(and(eq(runs.state, 'running'), seenBy(viewer)))
        .orderBy(asc(runs.startedAt))
        .limit(limit);
    const running = [];
    for (const row of rows) {
        const { stepOrder = null } = (await findProgress(on, row.runId)) ?? {};
        running.push({ ...row, completed: completedBefore(stepOrder) });
    }
    return running;
}
