// A reviewer's levels on a candidate's answers also become labels, so that a small company can collect gold.
import { findUserById } from '../../accounts/users.ts';
import { answersOf } from '../../screens/screens.ts';
import type { Criterion } from '../../sages/sages.ts';
import type { Tx } from '../../store/index.ts';
import { countAnswers, mostAnswers, putGold } from '../gold.ts';
import type { Grade } from '../licence/agreement.ts';

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
