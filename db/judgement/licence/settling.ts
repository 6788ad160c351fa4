// What a check of a licence has found out, stored together.
import { eq, inArray, sql } from '../../store/drizzle.ts';
import type { Tx } from '../../store/index.ts';
import { goldAnswers, goldLabels, goldMarks } from '../gold.ts';
import { findLicence, type LicenceRow, licences, recordLicence, type Refused, refusal } from '../licence.ts';
import { judgedGold, type NewlyJudged, storeJudged, putAside } from './drift.ts';
import { licenceAnalyses } from './interim-analyses.ts';
import { putTrialsAside } from './changes.ts';

interface Found {
    /** Answers whose first near copy is another than was stored. */
    copies: readonly { id: number; copyOf: number | null }[];
    /** Labels that are not blind after all. */
    seen?: readonly number[];
    runId: string;
    judged?: readonly NewlyJudged[];
    /** The interim analysis that was made; the evaluator has rated all its answers. */
    analysis?: typeof licenceAnalyses.$inferInsert;
}

/** A statement with many ids takes long to be put together: the rest is stored by the next check. */
const mostAtOnce = 100;

/**
 * Stores near copies, the evaluator's results, and the interim analysis with its answers: in a few statements, because there may be a
 * thousand.
 */
export async function settleCheck(tx: Tx, { copies, seen = [], runId, judged = [], analysis }: Found) {
    const nothing = sql`null`.as('nothing');
    const groups = Map.groupBy(copies.slice(0, mostAtOnce), ({ copyOf }) => copyOf);
    for (const [copyOf, group] of groups) {
        const ids = group.map(({ id }) => id);
        const marked = { answerId: goldAnswers.id, copyOf: sql`${copyOf}`.as('first'), lookedAt: nothing };
        await tx
            .insert(goldMarks)
            .select(tx.select(marked).from(goldAnswers).where(inArray(goldAnswers.id, ids)))
            .onConflictDoUpdate({ target: goldMarks.answerId, set: { copyOf } });
    }
    if (seen.length > 0)
        await tx
            .update(goldLabels)
            .set({ blind: false })
            .where(inArray(goldLabels.id, seen.slice(0, mostAtOnce)));
    await storeJudged(tx, runId, judged);
    if (!analysis) return;
    await tx.insert(licenceAnalyses).values(analysis);
    const { at } = analysis;
    const taken = { answerId: judgedGold.answerId, copyOf: nothing, lookedAt: sql`${at}`.as('now') };
    await tx
        .insert(goldMarks)
        .select(tx.select(taken).from(judgedGold).where(eq(judgedGold.runId, runId)))
        .onConflictDoUpdate({
            target: goldMarks.answerId,
            set: { lookedAt: sql`coalesce(${goldMarks.lookedAt}, ${at})` }
        });
}

/**
 * Stops a licence because its evaluator has changed. The former results are put aside: nightly checks compare the evaluator with them.
 * It is tested again before a decision, and every night once recommendations are on again.
 */
export async function stopLicence(tx: Tx, licence: LicenceRow, { why, at }: Refused) {
    await recordLicence(tx, refusal(licence.runId, licence, { why, at }));
    await putAside(tx, licence.runId);
    await putTrialsAside(tx, licence.runId);
}

/** Gives back a licence that was stopped. Returns the new decision; undefined where its sage was changed since. */
export async function liftStop(tx: Tx, id: number, at: number) {
    const [stopped] = await tx.select().from(licences).where(eq(licences.id, id));
    if (!stopped) return undefined;
    const { id: _id, sageId: _sageId, rule: _rule, ...decision } = stopped;
    await recordLicence(tx, { ...decision, measured: false, at });
    const now = await findLicence(tx, stopped.runId);
    return now?.licensed ? now : undefined;
}
