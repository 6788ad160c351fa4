// Actions of support staff on builds: retrying a failed build from its failed step, and cancelling a running one.
import { type Done, record } from '../record/audit.ts';
import { buildTimeout } from './plan.ts';
import { readable } from './releases.ts';
import type { Snapshot } from './reports.ts';
import {
    artifacts,
    artifactsOf,
    buildReference,
    endRun,
    getRun,
    holdOf,
    type RunRow,
    runs,
    steps
} from './runs.ts';
import { holdCredits } from '../accounts/credits.ts';
import { and, desc, eq, sql } from '../store/drizzle.ts';
import { enqueue } from '../jobs/ledger.ts';
import { Refusal } from '../store/refusal.ts';
import { findSage } from '../sages/sages.ts';
import type { Tx } from '../store/index.ts';

/**
 * Retries a failed build from its failed step, with another 20 minutes and a new hold of its cost.
 * Refuses: not_found; insufficient_credits; wrong_state unless it failed, is its sage's newest build, and the
 * sage is unchanged: an older release must not replace a newer one.
 */
export async function retryBuild(tx: Tx, runId: string, { by, at }: Done) {
    const before = await getRun(tx, runId);
    await assertCurrent(tx, before);
    if (await isOfWithdrawnJudge(tx, runId))
        throw new Refusal(
            'wrong_state',
            'This build used an evaluator that no longer exists. Start a new build.'
        );
    const [run] = await tx
        .update(runs)
        .set({ state: 'running', startedAt: at, deadlineAt: at + buildTimeout, endedAt: null, failure: null })
        .where(and(eq(runs.runId, runId), eq(runs.state, 'failed')))
        .returning();
    const step = run && (await reopenStep(tx, runId));
    if (!run || !step) throw new Refusal('wrong_state', 'You can retry only failed builds.');
    await holdAgain(tx, run, at);
    await enqueue(tx, 'build-step', { runId, step: step.stepOrder }, at);
    const digests = { before: `failed, ${before.failure ?? ''}`, after: `running, ${step.name}` };
    await record(tx, { by, act: 'build.retry', target: `build:${runId}`, ...digests, at });
    return run;
}

/** Cancels a running build and releases its hold. Refuses: not_found; wrong_state when it has ended. */
export async function cancelBuild(tx: Tx, runId: string, { by, at }: Done) {
    await getRun(tx, runId);
    const run = await endRun(tx, runId, 'cancelled', { failure: 'cancelled', at });
    if (!run) throw new Refusal('wrong_state', 'You can cancel only running builds.');
    const digests = { before: 'running', after: 'cancelled' };
    await record(tx, { by, act: 'build.cancel', target: `build:${runId}`, ...digests, at });
    return run;
}

async function isOfWithdrawnJudge(tx: Tx, runId: string) {
    const { snapshot } = (await artifactsOf(tx, runId, ['snapshot'])) as { snapshot?: Snapshot };
    return snapshot !== undefined && readable(snapshot) !== snapshot;
}

async function assertCurrent(tx: Tx, { runId, sageId, revision }: RunRow) {
    const [newest] = await tx
        .select({ runId: runs.runId })
        .from(runs)
        .where(eq(runs.sageId, sageId))
        .orderBy(desc(runs.startedAt), desc(runs.runId))
        .limit(1);
    if (newest?.runId !== runId) throw new Refusal('wrong_state', 'This sage has a newer build.');
    const sage = await findSage(tx, sageId);
    if (sage?.revision !== revision)
        throw new Refusal('wrong_state', 'The sage changed after this build started. Start a new build.');
}

/** Resets the failed step to pending. Its report is renamed, so that nothing that was frozen is lost. */
async function reopenStep(tx: Tx, runId: string) {
    const [step] = await tx
        .update(steps)
        .set({
            state: 'pending',
            attempt: sql`${steps.attempt} + 1`, // a late result of the failed attempt is still ignored
            casesRun: 0,
            casesPlanned: 0,
            startedAt: null,
            endedAt: null
        })
        .where(and(eq(steps.runId, runId), eq(steps.state, 'failed')))
        .returning();
    if (!step) return undefined;
    await tx
        .update(artifacts)
        .set({ name: `failed:${step.name}:${step.attempt}` })
        .where(and(eq(artifacts.runId, runId), eq(artifacts.name, `report:${step.name}`)));
    return step;
}

/** Each hold is settled once, so a retry needs a new one. */
async function holdAgain(tx: Tx, { runId, cost, startedBy: by }: RunRow, at: number) {
    if (cost === 0) return;
    const next = buildReference(runId, (await holdOf(tx, runId)) + 1);
    await holdCredits(tx, next, cost, { by, at });
}
