// A reviewer's levels on a candidate's answers also become labels, so that a small company can collect gold.
import { findUserById } from '../../accounts/users.ts';
import { answersOf, screenAnswers, type ScreenRow, screens } from '../../screens/screens.ts';
import type { Criterion } from '../../sages/sages.ts';
import type { Tx } from '../../store/index.ts';
import { and, eq, ne } from '../../store/drizzle.ts';
import {
    countAnswers,
    mostAnswers,
    putGold,
    type GoldAnswerRow,
    goldAnswers,
    goldLabels,
    goldMarks,
    goldOfAnswer
} from '../gold.ts';
import type { Grade } from '../licence/agreement.ts';
import { judgedGold } from '../licence/drift.ts';

/** A level that one person gave, and whether they had seen the evaluator's findings. */
export interface Given {
    criterionId: string;
    level: Grade;
    blind: boolean;
}

interface Labelled {
    screenId: string;
    sageId: number;
    userId: number;
    levels: readonly Given[];
    /** Of the release that asked. */
    criteria: readonly Criterion[];
    at: number;
}

/** Stores these levels as labels of the answers. When the gold of the sage is full, only the levels are kept. */
export async function keepAsGold(tx: Tx, { screenId, sageId, userId, levels, criteria, at }: Labelled) {
    const by = (await findUserById(tx, userId))?.login ?? '';
    const answers = new Map((await answersOf(tx, screenId)).map((one) => [one.criterionId, one.answer]));
    for (const { criterionId: criterion, level, blind } of levels) {
        const text = answers.get(criterion) ?? '';
        if (text.trim() === '' || (await countAnswers(tx, sageId)) >= mostAnswers) continue;
        const asked = criteria.find(({ id }) => id === criterion);
        const item = { criterion, text, level, by, userId, blind, asked, source: 'screen', at } as const;
        await putGold(tx, sageId, item);
    }
}

type Answer = typeof screenAnswers.$inferSelect;

/**
 * Deletes the gold that was copied from one candidate's answers, by their texts. One that was there before stays, and one that
 * another candidate wrote too.
 */
export async function dropGoldOf(tx: Tx, screen: ScreenRow, answers: readonly Answer[]) {
    for (const { criterionId, answer, at } of answers) {
        for (const gold of await goldOfAnswer(tx, screen.sageId, criterionId, answer))
            if (gold.createdAt >= at && !(await isOfAnother(tx, screen, gold))) await drop(tx, gold);
    }
}

async function isOfAnother(tx: Tx, { id, sageId }: ScreenRow, { criterionId, text }: GoldAnswerRow) {
    const isSame = and(eq(screenAnswers.criterionId, criterionId), eq(screenAnswers.answer, text));
    const others = await tx
        .select({ id: screens.id })
        .from(screens)
        .innerJoin(screenAnswers, eq(screenAnswers.screenId, screens.id))
        .where(and(eq(screens.sageId, sageId), ne(screens.id, id), isSame))
        .limit(1);
    return others.length > 0;
}

async function drop(tx: Tx, { id }: GoldAnswerRow) {
    await tx.delete(goldLabels).where(eq(goldLabels.answerId, id));
    await tx.delete(judgedGold).where(eq(judgedGold.answerId, id));
    await tx.delete(goldMarks).where(eq(goldMarks.answerId, id));
    await tx.delete(goldAnswers).where(eq(goldAnswers.id, id));
}
