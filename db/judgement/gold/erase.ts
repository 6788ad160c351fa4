// Deletes the gold that was copied from one candidate's answers.
import { screenAnswers, type ScreenRow, screens } from '../../screens/screens.ts';
import { and, eq, ne } from '../../store/drizzle.ts';
import type { Tx } from '../../store/index.ts';
import { type GoldAnswerRow, goldAnswers, goldLabels, goldMarks, goldOfAnswer } from '../gold.ts';
import { judgedGold } from '../licence/drift.ts';

type Answer = typeof screenAnswers.$inferSelect;

/** Deletes the labelled answers with these texts. One that was there before stays, and one that another candidate wrote too. */
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
