import type { BaseLogger } from 'pino';
import { blockersOf } from '../../../db/builds/blockers.ts';
import {
    beginPreparation,
    endPreparation,
    lastPace,
    type Preparation,
    type PreparationEnd,
    showPreparation,
    spendCall
} from '../../../db/builds/preparations.ts';
import type { Snapshot } from '../../../db/builds/reports.ts';
import { snapshotToBuild } from '../../../db/council/snapshots.ts';
import { getSage, givesLevels } from '../../../db/sages/sages.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { Store } from '../../../db/store/index.ts';
import { judgeOf } from './before.ts';
import { keeping } from './keeping.ts';
import { askingSteps, rehearse } from './rehearsal.ts';
import { callsOfAll, roundsWithin } from '../gates/stages.ts';
import { planOf } from '../gates/trying.ts';
import { showing } from '../progress.ts';
import { checkDraft } from '../rubric/draft.ts';
import { measure, roundsInTime } from '../steps/starting.ts';
import type { Evaluator } from '../../evaluation/evaluator.ts';
import { EvaluatorFault } from '../../evaluation/faults.ts';
import type { Evaluators } from '../../evaluation/index.ts';
import type { Job } from '../../job.ts';

interface Deps {
    store: Store;
    evaluators: Evaluators;
    log: BaseLogger;
    now: () => number;
}

/** Judges ahead what a build of a sage would ask of its model. What is judged is kept at once: a restart goes on with the rest. */
export function prepareSage(deps: Deps): Job<'prepare-sage'> {
    const { store, now } = deps;
    return {
        maxAttempts: 3,
        concurrency: 1,
        async run({ sageId }, { signal }) {
            const begun = await store.write((tx) => beginPreparation(tx, sageId));
            if (!begun) return;
            const end = await prepare(deps, begun, signal).catch((error: unknown) => {
                signal.throwIfAborted();
                return endAfter(error, begun);
            });
            return (tx) => endPreparation(tx, sageId, end, now());
        },
        onDead: (tx, { sageId }, error) =>
            endPreparation(tx, sageId, { state: 'failed', failure: `It failed: ${error}.` }, now())
    };
}

/** Nobody is told that nothing came of what nobody asked for. */
function endAfter(error: unknown, begun: Preparation): PreparationEnd {
    if (error instanceof Refusal && error.reason === 'version_conflict') return { state: 'idle' };
    const words =
        error instanceof EvaluatorFault
            ? `The model could not be asked (${error.code}). ${error.words}`
            : error instanceof Refusal && error.message;
    if (!words) throw error;
    return failed(words, begun);
}

async function prepare(deps: Deps, begun: Preparation, signal: AbortSignal): Promise<PreparationEnd> {
    const { store, evaluators, now } = deps;
    const { sageId, isAsked } = begun;
    const snapshot = await snapshotToBuild(store.read, sageId);
    const live = evaluators.of(snapshot.sage.evaluator);
    const isSlow = (pace: number) => roundsInTime(snapshot, pace).slow !== undefined;
    const known = isAsked ? undefined : await lastPace(store.read, live.version, now());
    const fits = known !== undefined && !isSlow(known);
    const [first] = snapshot.criteria;
    const mayAsk = givesLevels(live.name) && !fits && (await isBuildable(store, snapshot));
    if (!first || !mayAsk) return { state: 'idle' };
    const input = { snapshot, heldOut: [], hold: { held: 0, cost: 0 }, signal, now };
    const { wrong, took, calls } = await measure({ ...input, evaluator: live }, first);
    if (wrong !== undefined) return failed(`The model did not answer as it should: ${wrong}`, begun);
    const pace = Math.round(took / calls);
    await store.write((tx) => showPreparation(tx, sageId, { version: live.version, pace, pacedAt: now() }));
    if (!isAsked && !isSlow(pace)) return { state: 'idle' };
    return judgeAhead(deps, { begun, live, input });
}

const failed = (failure: string, { isAsked }: Preparation): PreparationEnd =>
    isAsked ? { state: 'failed', failure } : { state: 'idle' };

async function isBuildable({ read }: Store, snapshot: Snapshot) {
    const sage = await getSage(read, snapshot.sage.id);
    return blockersOf(sage, await checkDraft(snapshot)).length === 0;
}

interface Preparing {
    begun: Preparation;
    live: Evaluator;
    input: Omit<Parameters<typeof rehearse>[0], 'progress'>;
}

async function judgeAhead(
    { store, evaluators, log, now }: Deps,
    { begun, live, input }: Preparing
): Promise<PreparationEnd> {
    const { sageId } = begun;
    const { snapshot, signal } = input;
    const rounds = planOf(snapshot).slice(0, roundsWithin(snapshot)).flat();
    const planned = callsOfAll(rounds) + 1; // and the test screen
    const shelf = { store, sageId, judge: await judgeOf({ evaluators, signal }), now };
    const mayAsk = () => store.write((tx) => spendCall(tx, begun, now()));
    const show = showing((tx, judged) => showPreparation(tx, sageId, { judged, planned }), {
        store,
        now,
        log
    });
    let judged = 0;
    const progress = () => show((judged += 1), planned);
    await rehearse({ ...input, progress }, askingSteps, (step) => keeping(live, { ...shelf, step, mayAsk }));
    return { state: 'done', judged, planned: judged };
}
