import type { BaseLogger } from 'pino';
import { longestKept } from '../db/builds/prepared-results.ts';
import { stepAt } from '../db/builds/plan.ts';
import { emptyReport, type Snapshot } from '../db/builds/reports.ts';
import {
    beginStep,
    failStepOfDeadJob,
    completeStep,
    failStep,
    screenBuild,
    showProgress,
    type StepAttempt
} from '../db/council/steps.ts';
import { artifactsOf, buildReference, findRun, holdOf, type RunRow } from '../db/builds/runs.ts';
import { openHold } from '../db/accounts/credits.ts';
import { askPreparation, findPreparation } from '../db/builds/preparations.ts';
import { getSage, givesLevels } from '../db/sages/sages.ts';
import { promptFor, takeSnapshot } from '../db/council/snapshots.ts';
import type { Store, Tx } from '../db/store/index.ts';
import { readsLanguage } from '../db/sages/words.ts';
import { buildSteps } from './build/steps/index.ts';
import { type Frozen, passed, type StepOutcome } from './build/steps/step.ts';
import { judgeOf, keeping, wholeBy } from './build/preparation/keeping.ts';
import type { Evaluators } from './evaluation/index.ts';
import { EvaluatorFault } from './evaluation/faults.ts';
import type { Job } from './job.ts';

interface BuildStepDeps {
    store: Store;
    evaluators: Evaluators;
    log: BaseLogger;
    now: () => number;
    /** Aborts after so many milliseconds. */
    within?: ((ms: number) => AbortSignal) | undefined;
}

/** Runs one step of a build within its time budget. Its result counts only while the run is open and no newer attempt has started. */
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
                        'step result discarded: its run has ended or a newer attempt has started'
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
/** Why a step ended without a result, and its progress. */
interface Failure {
    failure: 'over_budget' | 'evaluator_unavailable';
    note: string;
}

async function withinBudget(
    deps: BuildStepDeps,
    { run, begun, signal }: Attempt
): Promise<StepOutcome | Failure> {
    const { within = (ms: number) => AbortSignal.timeout(ms) } = deps;
    const { max_time: budget, name } = stepAt(begun.step);
    const over = within(budget);
    const reached = { run: 0, planned: 0 };
    try {
        return await runStep(deps, { run, begun, reached, signal: AbortSignal.any([signal, over]) });
    } catch (error) {
        if (signal.aborted) throw error;
        const judged = `${reached.run} of ${reached.planned} answers`;
        if (over.aborted)
            return {
                failure: 'over_budget',
                note: `${name} evaluated ${judged} within its limit of ${budget / 1000} s.`
            };
        if (error instanceof EvaluatorFault) {
            const note = `The evaluator was not available (${error.code}) after ${judged}. ${error.words} The sage is not the cause. Build again later.`;
            return { failure: 'evaluator_unavailable', note };
        }
        throw error;
    }
}

interface Running extends Attempt {
    /** How far the step is; written as it goes. */
    reached: { run: number; planned: number };
}

async function runStep(
    { store, evaluators, now, log }: BuildStepDeps,
    { run, begun, reached, signal }: Running
) {
    const { name } = stepAt(begun.step);
    const frozen = (await artifactsOf(store.read, run.runId)) as Frozen;
    const snapshot = name === 'starting' ? await takeSnapshot(store.read, run.sageId) : judgedBy(frozen);
    const live = evaluators.of(snapshot.sage.evaluator);
    const reference = buildReference(run.runId, await holdOf(store.read, run.runId));
    const hold = { held: await openHold(store.read, reference), cost: run.cost };
    const show = progressOf(store, begun, { now, log });
    const progress = (done: number, planned: number) => {
        Object.assign(reached, { run: done, planned });
        show(done, planned);
    };
    const { sageId, revision } = run;
    const keep = (judge: string) => keeping(live, { store, now, sageId, step: name, judge });
    const judging = frozen.judge === undefined ? { evaluator: live } : keep(frozen.judge);
    const prepared = async () => {
        const judge = await judgeOf(evaluators, live, signal);
        const found = await findPreparation(store.read, sageId);
        const isWhole = found?.judge === wholeBy(judge, promptFor(snapshot)) && found.revision === revision;
        return { judge, isPrepared: isWhole && (found.endedAt ?? 0) > now() - longestKept };
    };
    const judge = givesLevels(live.name) ? prepared : undefined;
    const input = { snapshot, frozen, ...judging, judge, hold, signal, now, progress };
    return withoutReading(snapshot, await buildSteps[name](input));
}

function judgedBy({ snapshot }: Frozen): Snapshot {
    if (!snapshot) throw new Error('No snapshot is saved. The step starting has to run first.');
    return snapshot;
}

interface Result extends Omit<Attempt, 'signal'> {
    outcome: StepOutcome | Failure;
    at: number;
}

/** Writes the result. Resolves with false when it came too late and nothing was written. */
async function settle(tx: Tx, { run, begun, outcome, at }: Result) {
    const prepare = async () => {
        const sage = await getSage(tx, run.sageId);
        if (run.startedBy !== null && givesLevels(sage.evaluator))
            await askPreparation(tx, sage, run.startedBy, at);
    };
    if ('failure' in outcome && outcome.failure === 'over_budget') await prepare();
    if ('failure' in outcome)
        return failStep(tx, begun, { report: emptyReport(outcome.note), failure: outcome.failure, at });
    if (!passed(outcome.report.gates)) {
        const isSlow = outcome.report.gates.some(({ id, passed: fits }) => id === 'starting.time' && !fits);
        if (isSlow) await prepare();
        return failStep(tx, begun, { report: outcome.report, failure: 'gate', at });
    }
    if (!(await completeStep(tx, begun, { ...outcome, at }))) return false;
    const screen = outcome.freeze.test_screen;
    if (screen) await screenBuild(tx, run.runId, screen, at);
    if (outcome.freeze.rest) await prepare();
    return true;
}

const progressInterval = 500;

function progressOf(store: Store, begun: StepAttempt, { now, log }: Pick<BuildStepDeps, 'now' | 'log'>) {
    let shownAt = 0;
    return (run: number, planned: number) => {
        if (now() - shownAt < progressInterval) return;
        shownAt = now();
        store
            .write((tx) => showProgress(tx, begun, run, planned))
            .catch((error: unknown) => log.warn({ err: error }, 'step progress not recorded'));
    };
}

/** The gates on what is found in an answer. */
const ofReading = new Set(['shu.found', 'shu.kind', 'ha.identity', 'ha.rerun', 'ha.shape', 'ri.attack']);

const why = 'People review every answer of this sage, because the built-in evaluator supports English only.';

/** Returns the outcome of a step; where the reader read nothing, the gates on what it finds do not apply. */
function withoutReading({ sage }: Snapshot, { report, freeze }: StepOutcome): StepOutcome {
    if (givesLevels(sage.evaluator) || readsLanguage(sage.language)) return { report, freeze };
    const gates = report.gates.map((gate) =>
        gate.passed && ofReading.has(gate.id)
            ? { ...gate, applies: false, measured: why, required: 'a sage in English' }
            : gate
    );
    return { report: { ...report, gates }, freeze };
}
