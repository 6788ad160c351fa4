// What a check of a licence has found out, stored together.
import { eq, inArray, sql } from '../../store/drizzle.ts';
import type { Tx } from '../../store/index.ts';
import { goldAnswers, goldLabels, goldMarks } from '../gold.ts';
import { judgedGold, type NewlyJudged, storeJudged } from './drift.ts';
import { licenceLooks } from './looks.ts';

interface Found {
    /** Answers whose first near copy is another than was stored. */
    copies: readonly { id: number; copyOf: number | null }[];
    /** Labels that are not blind after all. */
    seen?: readonly number[];
    runId: string;
    judged?: readonly NewlyJudged[];
    /** The look that was taken; the evaluator has rated all its answers. */
    look?: typeof licenceLooks.$inferInsert;
}

/** A statement with many ids takes long to be put together: the rest is stored by the next check. */
const mostAtOnce = 100;

/**
 * Stores near copies, the evaluator's results, and the look with its answers: in a few statements, because there may be a
 * thousand.
 */
export async function settleLook(tx: Tx, { copies, seen = [], runId, judged = [], look }: Found) {
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
    if (!look) return;
    await tx.insert(licenceLooks).values(look);
    const { at } = look;
    const taken = { answerId: judgedGold.answerId, copyOf: nothing, lookedAt: sql`${at}`.as('now') };
    await tx
        .insert(goldMarks)
        .select(tx.select(taken).from(judgedGold).where(eq(judgedGold.runId, runId)))
        .onConflictDoUpdate({
            target: goldMarks.answerId,
            set: { lookedAt: sql`coalesce(${goldMarks.lookedAt}, ${at})` }
        });
}
