// The running builds.
import { and, asc, eq } from '../store/drizzle.ts';
import { seenBy, sages, type Viewer } from '../sages/sages.ts';
import type { Reader } from '../store/index.ts';
import { completedBefore } from './plan.ts';
import { findProgress, runs } from './runs.ts';

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
