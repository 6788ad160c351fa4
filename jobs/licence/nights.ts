// A licensed judge is compared with itself every night, within a budget of calls.
import { endLicence, type LicenceRow } from '../../db/judgement/licence.ts';
import type { LicenceCase } from '../../db/judgement/licence/case.ts';
import { askLicenceCheck } from '../../db/judgement/licence/checks.ts';
import {
    afterNight,
    beginDrift,
    type Drift,
    drawnAtNight,
    driftOf,
    judgedBy,
    type JudgedGold,
    storeDrawn,
    storeDrift,
    storeJudged,
    timesJudged,
    usualLevel,
    whyStopped
} from '../../db/judgement/licence/drift.ts';
import type { Tx } from '../../db/store/index.ts';
import { callsOfNight } from '../evaluation/evaluator.ts';
import { judgeAll, type Judges, type ToJudge } from './judging.ts';

interface Comparing {
    current: LicenceRow;
    judges: Judges;
}

/** What a night changes. */
export type Settle = (tx: Tx, at: number) => Promise<void>;

/** Asks for what the judge usually gives first, three times for each answer; then draws some answers every night. */
export async function compareNight(asked: LicenceCase, { current, judges }: Comparing): Promise<Settle> {
    const { runId } = asked.release;
    const criteria = new Map(asked.stock.map(({ id, criterionId }) => [id, criterionId]));
    const judged = (await judgedBy(judges.read, runId)).filter(({ answerId }) => criteria.has(answerId));
    const toJudge = ({ answerId: id }: JudgedGold, levels: JudgedGold['levels'], times: number): ToJudge => {
        return { id, criterionId: criteria.get(id) ?? '', levels, times };
    };
    const state = await driftOf(judges.read, runId);
    if (state && state.since === current.id) {
        const drawn = judged.slice(0, drawnAtNight);
        const again = await judgeAll(
            asked.release,
            drawn.map((one) => toJudge(one, [], 1)),
            judges
        );
        const given = new Map(again.map(({ answerId, levels: [level] }) => [answerId, level]));
        const differed = drawn.filter(
            ({ answerId, levels }) => given.get(answerId) !== usualLevel(levels)
        ).length;
        return compared(current, drawn, afterNight(state, { drawn: drawn.length, differed }));
    }
    const lacking = judged.filter(({ levels }) => levels.length < timesJudged);
    const tonight = lacking.slice(0, Math.floor(callsOfNight / timesJudged));
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
        await storeDrift(tx, runId, state);
        const why = whyStopped(state);
        if (why === undefined) return;
        await endLicence(tx, current, { why, at });
        await askLicenceCheck(tx, runId, at);
    };
