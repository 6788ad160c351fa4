import type { BaseLogger } from 'pino';
import { stepAt } from '../db/builds/plan.ts';
import { emptyReport, type Snapshot } from '../db/builds/reports.ts';
import {
    beginStep,
    failStepOfDeadJob,
    completeStep,
    failStep,
    freezeArtifact,
    screenBuild,
    showProgress,
    type StepAttempt
} from '../db/builds/steps.ts';
import { artifactsOf, buildReference, findRun, holdOf, type RunRow } from '../db/builds/runs.ts';
import { openHold } from '../db/credits.ts';
import { adoptCutOffs } from '../db/sages/template-versions.ts';
import { takeSnapshot } from '../db/sages/snapshots.ts';
import type { Store, Tx } from '../db/store.ts';
import { buildSteps } from './build/steps/index.ts';
import { type Frozen, passed, type StepOutcome } from './build/steps/step.ts';
import type { Evaluator } from './evaluation/evaluator.ts';
import type { Job } from './job.ts';

interface BuildStepDeps {
    store: Store;
    evaluators: Readonly<Record<Snapshot['sage']['evaluator'], Evaluator>>;
    log: BaseLogger;
    now: () => number;
}

/** Runs one step of a build within its time budget. Its result counts only while the run is open and no newer attempt has begun. */
export function buildStep(deps: BuildStepDeps): Job<'build-step'> {
    const { store, now, log } = deps;
    return {
        maxAttempts: 3,
        concurrency: 4,
        async run({ runId, step }, { signal }) {
            const begun = await store.write((tx) => beginStep(tx, runId, step, now()));
            const run = begun && (await findRun(store.read, runId));
            if (!begun || !run) return;
            const outcome = await withinBudget(deps, { run, begun, signal });
            return async (tx) => {
                if (!(await settle(tx, { run, begun, outcome, at: now() })))
                    log.warn(
                        { runId, step },
                        'discarded the result of a step: its run has ended or a newer attempt has begun'
                    );
            };
        },
        onDead: (tx, { runId, step }, error) =>
            failStepOfDeadJob(tx, { runId, step }, { failure: error, at: now() })
    };
}

interface Attempt {
    run: RunRow;
    begun: StepAttempt;
    signal: AbortSignal;
}
/** The outcome of a step and the snapshot that it was judged by; undefined when the step exceeded its budget. */
type Outcome = { snapshot: Snapshot; outcome: StepOutcome } | undefined;

async function withinBudget(deps: BuildStepDeps, { run, begun, signal }: Attempt): Promise<Outcome> {
    const budget = AbortSignal.timeout(stepAt(begun.step).max_time);
    try {
        return await runStep(deps, { run, begun, signal: AbortSignal.any([signal, budget]) });
    } catch (error) {
        if (budget.aborted && !signal.aborted) return undefined;
        throw error;
    }
}

async function runStep({ store, evaluators, now, log }: BuildStepDeps, { run, begun, signal }: Attempt) {
    const { name } = stepAt(begun.step);
    const frozen = (await artifactsOf(store.read, run.runId)) as Frozen;
    const snapshot = name === 'starting' ? await takeSnapshot(store.read, run.sageId) : judgedBy(frozen);
    const evaluator = evaluators[snapshot.sage.evaluator];
    const reference = buildReference(run.runId, await holdOf(store.read, run.runId));
    const hold = { held: await openHold(store.read, reference), cost: run.cost };
    const progress = progressOf(store, begun, { now, log });
    return {
        snapshot,
        outcome: await buildSteps[name]({ snapshot, frozen, evaluator, hold, signal, now, progress })
    };
}

/** The snapshot. Its template version is the one that the build wrote when it adopted better cut-offs. */
function judgedBy({ snapshot, template }: Frozen): Snapshot {
    if (!snapshot) throw new Error('No snapshot was frozen: starting has to run first.');
    return template ? { ...snapshot, results: { ...snapshot.results, ...template } } : snapshot;
}

interface Result {
    run: RunRow;
    begun: StepAttempt;
    outcome: Outcome;
    at: number;
}

/** Writes the result. Resolves with false when it came too late and nothing was written. */
async function settle(tx: Tx, { run, begun, outcome: result, at }: Result) {
    if (!result) {
        const report = emptyReport('The step did not end within its budget.');
        return failStep(tx, begun, { report, failure: 'over_budget', at });
    }
    const { snapshot, outcome } = result;
    if (!passed(outcome.report.gates))
        return failStep(tx, begun, { report: outcome.report, failure: 'gate', at });
    if (!(await completeStep(tx, begun, { ...outcome, at }))) return false;
    await afterTraining(tx, run, { snapshot, frozen: outcome.freeze, at });
    return true;
}

interface Training {
    snapshot: Snapshot;
    frozen: StepOutcome['freeze'];
    at: number;
}

/** Writes what the seventh step produces: its test screen, and better cut-offs as a new version of the template. */
async function afterTraining(tx: Tx, { runId }: RunRow, { snapshot, frozen, at }: Training) {
    const screen = frozen.test_screen;
    if (screen) await screenBuild(tx, runId, screen, at);
    const training = frozen.training;
    const adopted = training?.adopted && (await adoptCutOffs(tx, snapshot.results, training.cutOffs, at));
    if (adopted) await freezeArtifact(tx, runId, 'template', { version: adopted.version });
}

const progressInterval = 500;

function progressOf(store: Store, begun: StepAttempt, { now, log }: Pick<BuildStepDeps, 'now' | 'log'>) {
    let shownAt = 0;
    return (run: number, planned: number) => {
        if (now() - shownAt < progressInterval) return;
        shownAt = now();
        store
            .write((tx) => showProgress(tx, begun, run, planned))
            .catch((error: unknown) => log.warn({ err: error }, 'could not record the progress of a step'));
    };
}
