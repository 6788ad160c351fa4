// A reviewer's levels on a candidate's answers are labels as well: that is how a small company comes by its gold.
import { findUserById } from '../accounts/users.ts';
import { answersOf } from '../screens/screens.ts';
import type { Tx } from '../store.ts';
import { countAnswers, mostAnswers, putGold } from './gold.ts';
import type { Grade } from './agreement.ts';

/** A level as one person gave it, and whether they had been shown what the evaluator found. */
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
    at: number;
}

/** Keeps these levels as labels of the answers. A sage whose gold is full takes no more; the levels stay. */
export async function keepAsGold(tx: Tx, { screenId, sageId, userId, levels, at }: Labelled) {
    const by = (await findUserById(tx, userId))?.login ?? '';
    const answers = new Map((await answersOf(tx, screenId)).map((one) => [one.criterionId, one.answer]));
    for (const { criterionId: criterion, level, blind } of levels) {
        const text = answers.get(criterion) ?? '';
        if (text.trim() === '' || (await countAnswers(tx, sageId)) >= mostAnswers) continue;
        await putGold(tx, sageId, { criterion, text, level, by, userId, blind, source: 'screen', at });
    }
}
