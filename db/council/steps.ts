// The progress of a run: one step at a time. Each result is accepted once, and none after the run has ended.
import { lastStep, testScreenStep } from '../builds/plan.ts';
import { emptyReport, type StepReport, type TestScreen } from '../builds/reports.ts';
import { artifacts, endRun, getRun, runs, steps } from '../builds/runs.ts';
import { sha256 } from '../accounts/tokens.ts';
import { and, eq, exists, gte, inArray, isNull, sql } from '../store/drizzle.ts';
import { enqueue } from '../jobs/ledger.ts';
import { askOfNewRelease } from '../judgement/licence/checks.ts';
import { queueMail } from '../jobs/mails.ts';
import { Refusal } from '../store/refusal.ts';
import { adoptRelease, findSage } from '../sages/sages.ts';
import { createTestScreen } from '../screens/answering.ts';
import { getScreen, recordVerdict, screens } from '../screens/screens.ts';
import type { Tx } from '../store/index.ts';
import { findUserById } from '../accounts/users.ts';

/** One attempt at a step of a run. */
export interface StepAttempt {
    runId: string;
    step: number;
    attempt: number;
}

/** Starts a step, also again after a crash. Returns undefined when the run or the step has ended. */
export async function beginStep(
    tx: Tx,
    runId: string,
    step: number,
    at: number
): Promise<StepAttempt | undefined> {
    const [begun] = await tx
        .update(steps)
        .set({
            state: 'running',
            startedAt: at,
            attempt: sql`${steps.attempt} + 1`,
            casesRun: 0,
            casesPlanned: 0
        })
        .where(and(ofOpenRun(tx, runId, step), inArray(steps.state, ['pending', 'running'])))
        .returning({ attempt: steps.attempt });
    return begun && { runId, step, attempt: begun.attempt };
}

/** Stores the progress of a step; does nothing when a later attempt has started. */
export async function showProgress(tx: Tx, begun: StepAttempt, casesRun: number, casesPlanned: number) {
    await tx.update(steps).set({ casesRun, casesPlanned }).where(ofAttempt(tx, begun));
}

interface StepResult {
    report: StepReport;
    freeze: Readonly<Record<string, unknown>>;
    at: number;
}

/**
 * Stores the result of a step and enqueues the next one, or ends the run after the last.
 * Returns false when the run has ended or a later attempt has started; then nothing is written.
 */
export async function completeStep(tx: Tx, step: StepAttempt, { report, freeze, at }: StepResult) {
    if (!(await closeStep(tx, step, 'completed', { report, at }))) return false;
    for (const [name, body] of Object.entries(freeze)) await freezeArtifact(tx, step.runId, name, body);
    if (step.step === lastStep) await completeBuild(tx, step.runId, at);
    else await enqueue(tx, 'build-step', { runId: step.runId, step: step.step + 1 }, at);
    return true;
}

/** Fails a step and its run: releases the hold and notifies the owner. Returns false as `completeStep` does. */
export async function failStep(tx: Tx, step: AnyAttempt, { report, failure, at }: StepFailure) {
    const name = await closeStep(tx, step, 'failed', { report, at });
    if (!name) return false;
    const run = await endRun(tx, step.runId, 'failed', { failure, at });
    if (run) await mailOwner(tx, run, name, at);
    return true;
}

/** Fails the run of a step whose job is dead, whatever attempt it was at. */
export async function failStepOfDeadJob(
    tx: Tx,
    step: Omit<StepAttempt, 'attempt'>,
    { failure, at }: Omit<StepFailure, 'report'>
) {
    const report = emptyReport(`The step failed: ${failure}.`);
    await failStep(tx, step, { report, failure, at });
}

interface StepFailure {
    report: StepReport;
    failure: string;
    at: number;
}

async function closeStep(tx: Tx, step: AnyAttempt, state: 'completed' | 'failed', { report, at }: Closing) {
    const { run: casesRun, planned: casesPlanned } = report.cases;
    const [closed] = await tx
        .update(steps)
        .set({ state, endedAt: at, casesRun, casesPlanned })
        .where(ofAttempt(tx, step))
        .returning({ name: steps.name });
    if (closed) await freezeArtifact(tx, step.runId, `report:${closed.name}`, report);
    return closed?.name;
}

type Closing = Pick<StepResult, 'report' | 'at'>;

/**
 * Completes the build, once: its release is used from now on, and its hold is captured. Refuses: wrong_state before the last step
 * is completed, or when the run has already ended.
 */
export async function completeBuild(tx: Tx, runId: string, at: number) {
    const [last] = await tx
        .select({ state: steps.state })
        .from(steps)
        .where(and(eq(steps.runId, runId), eq(steps.stepOrder, lastStep)));
    const run = last?.state === 'completed' ? await endRun(tx, runId, 'completed', { at }) : undefined;
    if (!run)
        throw new Refusal(
            'wrong_state',
            'Only a running build whose last step is completed can be completed.'
        );
    await adoptRelease(tx, run.sageId, { runId, revision: run.revision, at });
    await askOfNewRelease(tx, { runId, sageId: run.sageId, at });
}

/** Creates the build's test screen, answered and evaluated, and links it to the run. */
export async function screenBuild(tx: Tx, runId: string, { answers, verdict }: TestScreen, at: number) {
    const { sageId } = await getRun(tx, runId);
    const screenId = await createTestScreen(tx, { sageId, runId, answers, at });
    // A release cannot have a licence to advise before its build is completed.
    await recordVerdict(
        tx,
        await getScreen(tx, screenId),
        { ...verdict, recommendation: 'needs_review' },
        at
    );
    await recordTestScreen(tx, runId, screenId);
}

/**
 * Links a test screen to its build run. Refuses: wrong_state when the run has ended, already has a test screen,
 * has not reached the step that creates one, or the screen belongs to another run.
 */
export async function recordTestScreen(tx: Tx, runId: string, testScreenId: string) {
    const recorded = await tx
        .update(runs)
        .set({ testScreenId })
        .where(
            and(
                eq(runs.runId, runId),
                eq(runs.state, 'running'),
                isNull(runs.testScreenId),
                exists(
                    tx
                        .select({ id: screens.id })
                        .from(screens)
                        .where(and(eq(screens.id, testScreenId), eq(screens.runId, runId)))
                ),
                exists(
                    tx.select({ step: steps.stepOrder }).from(steps).where(hasReached(runId, testScreenStep))
                )
            )
        )
        .returning({ runId: runs.runId });
    if (recorded.length === 0)
        throw new Refusal('wrong_state', 'This build does not accept test answers now.');
}

function hasReached(runId: string, step: number) {
    return and(
        eq(steps.runId, runId),
        gte(steps.stepOrder, step),
        inArray(steps.state, ['running', 'completed', 'failed'])
    );
}

function ofOpenRun(tx: Tx, runId: string, step: number) {
    const open = tx
        .select({ id: runs.runId })
        .from(runs)
        .where(and(eq(runs.runId, runId), eq(runs.state, 'running')));
    return and(eq(steps.runId, runId), eq(steps.stepOrder, step), exists(open));
}

/** Without an `attempt` it accepts a step at any attempt, or before its first one. */
type AnyAttempt = Omit<StepAttempt, 'attempt'> & Partial<StepAttempt>;

function ofAttempt(tx: Tx, { runId, step, attempt }: AnyAttempt) {
    const underWay = inArray(steps.state, attempt === undefined ? ['pending', 'running'] : ['running']);
    return and(
        ofOpenRun(tx, runId, step),
        underWay,
        attempt === undefined ? undefined : eq(steps.attempt, attempt)
    );
}

/** Freezes an artifact of a run under a name, with its digest. */
export async function freezeArtifact(tx: Tx, runId: string, name: string, body: unknown) {
    await tx.insert(artifacts).values({ runId, name, body, sha256: sha256(JSON.stringify(body)) });
}

async function mailOwner(
    tx: Tx,
    { runId, sageId, startedBy }: typeof runs.$inferSelect,
    step: string,
    at: number
) {
    const sage = await findSage(tx, sageId);
    const owner = await findUserById(tx, sage?.ownerId ?? startedBy ?? 0);
    if (!sage || !owner) return;
    const to = { name: owner.displayName, email: owner.email };
    await queueMail(tx, {
        kind: 'build_failed',
        to,
        about: { sageId, runId, sageName: sage.name, step },
        at
    });
}
