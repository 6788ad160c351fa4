// A licensed evaluator is compared with itself every night, within a budget of calls.
import { findLicence, type LicenceRow, recordLicence, refusal } from '../../db/judgement/licence.ts';
import { firstOfCopies } from '../../db/judgement/licence/answers.ts';
import { storeFairness, unfair } from '../../db/judgement/licence/changes.ts';
import type { LicenceCase } from '../../db/judgement/licence/case.ts';
import { askLicenceCheck } from '../../db/judgement/licence/checks.ts';
import {
    afterCheck,
    afterStoppedCheck,
    beginDrift,
    type Drift,
    drawnPerCheck,
    driftOf,
    judgedBy,
    type JudgedGold,
    storeDrawn,
    storeDrift,
    storeJudged,
    takeBack,
    timesJudged,
    usualLevel,
    whyStopped
} from '../../db/judgement/licence/drift.ts';
import type { Tx } from '../../db/store/index.ts';
import { liftStop, stopLicence } from '../../db/judgement/licence/settling.ts';
import { callsPerJob } from '../evaluation/evaluator.ts';
import { tryFairness } from './fairness.ts';
import { judgeAll, type Judges, type ToJudge } from './judging.ts';

interface Comparing {
    current: LicenceRow;
    judges: Judges;
}

/** What a nightly check changes. */
export type Settle = (tx: Tx, at: number) => Promise<void>;

/** Compares a licensed evaluator with itself, and tests it further until its fairness is shown. */
export async function checkLicensed(
    asked: LicenceCase,
    { current, judges, at: asOf }: Comparing & { at: number }
): Promise<Settle> {
    const { release, stock, sageId } = asked;
    const { runId } = release;
    const settle = await compare(asked, { current, judges });
    if ((await driftOf(judges.read, runId))?.since !== current.id) return settle;
    const check = { stock: firstOfCopies(stock), judges, at: asOf, isLicensed: true };
    const { state, isNew } = await tryFairness(asked, check);
    return async (tx, at) => {
        await settle(tx, at);
        if ((await findLicence(tx, runId))?.id !== current.id) return; // it was stopped
        if (isNew) await storeFairness(tx, { runId, sageId }, state, at);
        const [why] = unfair(state, at);
        if (why) await recordLicence(tx, refusal(runId, current, { why, at }));
    };
}

/** First finds the usual level of each answer by three calls; then repeats some answers every night. */
async function compare(asked: LicenceCase, { current, judges }: Comparing): Promise<Settle> {
    const { runId } = asked.release;
    const judged = await countingIn(asked, judges);
    const state = await driftOf(judges.read, runId);
    if (state && state.since === current.id) {
        const { drawn, differed } = await askAgain(asked, judged, judges);
        return compared(current, drawn, afterCheck(state, { drawn: drawn.length, differed }));
    }
    const lacking = judged.filter(({ levels }) => levels.length < timesJudged);
    const tonight = lacking.slice(0, Math.floor(callsPerJob / timesJudged));
    const asks = tonight.map((one) => toJudge(one, one.levels, timesJudged - one.levels.length));
    const found = await judgeAll(asked.release, asks, judges);
    return async (tx) => {
        await storeJudged(tx, runId, found);
        if (tonight.length === lacking.length) {
            const all = (await judgedBy(tx, runId)).filter(({ levels }) => levels.length >= timesJudged);
            await storeDrift(tx, runId, beginDrift(all, current.id));
        }
    };
}

const compared =
    (current: LicenceRow, drawn: readonly JudgedGold[], state: Drift): Settle =>
    async (tx, at) => {
        const { runId } = current;
        await storeDrawn(tx, runId, drawn);
        const why = whyStopped(state);
        if (why === undefined) return storeDrift(tx, runId, state);
        const stopped = {
            licence: current.id,
            model: current.model,
            version: current.version,
            nights: 0,
            ratio: 1
        };
        await storeDrift(tx, runId, { ...state, stopped });
        await stopLicence(tx, current, { why, at });
        await askLicenceCheck(tx, runId, at);
    };

/** The results of an evaluator for the answers that still count, with the criterion of each. */
async function countingIn({ release, stock }: LicenceCase, { read }: Judges) {
    const criteria = new Map(stock.map(({ id, criterionId }) => [id, criterionId]));
    return (await judgedBy(read, release.runId)).flatMap((one) => {
        const criterionId = criteria.get(one.answerId);
        return criterionId === undefined ? [] : [{ ...one, criterionId }];
    });
}

type Counting = Awaited<ReturnType<typeof countingIn>>[number];

const toJudge = (
    { answerId: id, criterionId }: Counting,
    levels: Counting['levels'],
    times: number
): ToJudge => ({
    id,
    criterionId,
    levels,
    times
});

/** Evaluates those again that were drawn in the fewest nightly checks, and counts the unusual results. */
async function askAgain({ release }: LicenceCase, judged: readonly Counting[], judges: Judges) {
    const drawn = judged.slice(0, drawnPerCheck);
    const asks = drawn.map((one) => toJudge(one, [], 1));
    const again = await judgeAll(release, asks, judges);
    const given = new Map(again.map(({ answerId, levels: [level] }) => [answerId, level]));
    const isOther = ({ answerId, levels }: Counting) => given.get(answerId) !== usualLevel(levels);
    return {
        drawn,
        differed: drawn.filter(isOther).length,
        models: again.flatMap(({ model }) => model ?? [])
    };
}

/** Compares an evaluator whose licence is stopped with its former results; undefined where none is. */
export async function checkStopped(asked: LicenceCase, judges: Judges): Promise<Settle | undefined> {
    const { runId } = asked.release;
    const state = await driftOf(judges.read, runId);
    const { stopped } = state ?? {};
    if (!state || !stopped) return undefined;
    const isOtherVersion = judges.evaluator.version !== stopped.version;
    if (isOtherVersion || isRefusedAtMore(asked)) return (tx) => storeDrift(tx, runId, withoutStop(state));
    const judged = (await countingIn(asked, judges)).flatMap((one) =>
        one.before ? [{ ...one, levels: one.before }] : []
    );
    const { drawn, differed, models } = await askAgain(asked, judged, judges);
    const isOther = models.some((model) => model !== stopped.model);
    const check = { drawn: drawn.length, differed };
    const { isAsBefore, ...next } = afterStoppedCheck({ ...state, stopped }, check);
    return async (tx, at) => {
        if ((await driftOf(tx, runId))?.stopped?.nights !== stopped.nights) return; // another node was first
        await storeDrawn(tx, runId, drawn);
        if (isOther || !isAsBefore) return storeDrift(tx, runId, isOther ? withoutStop(state) : next);
        const licence = await liftStop(tx, stopped.licence, at);
        if (licence) await takeBack(tx, runId);
        await storeDrift(tx, runId, { ...next, since: licence?.id ?? next.since });
    };
}

/** Whether an interim analysis of more answers than it was licensed at has refused this release: that says more than any week. */
function isRefusedAtMore({ analyses, release }: LicenceCase) {
    const own = analyses.filter(({ runId }) => runId === release.runId);
    const licensedAt = own.findLast(({ licensed }) => licensed)?.n ?? 0;
    return own.some(({ licensed, n }) => !licensed && n > licensedAt);
}

const withoutStop = ({ stopped: _stopped, ...state }: Drift): Drift => state;
