// A judge that reads as the author does: it knows each test answer by its words, however the answer is edited.
import type { Criterion } from '../../db/sages/sages.ts';
import type { Level } from '../../db/sages/verdicts.ts';
import { answerTo, type Evaluator } from '../../jobs/evaluation/evaluator.ts';

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** The level of the test answer that shares most words with the text. */
function levelOf({ test_answers: answers = [] }: Criterion, text: string): Level {
    const words = wordsOf(text);
    const shares = answers.map(({ text: known, level }) => {
        const own = wordsOf(known);
        return { level, share: own.intersection(words).size / own.size };
    });
    const [nearest] = shares.toSorted((a, b) => b.share - a.share);
    return nearest && nearest.share > 0.5 ? nearest.level : 'absent';
}

export const fineJudge: Evaluator = {
    name: 'model',
    version: 'fine',
    find: async ({ criteria, answers }) =>
        criteria.map((criterion) => {
            const text = answerTo(answers, criterion.id);
            const level = levelOf(criterion, text);
            const quotes = level === 'absent' ? [] : [text.slice(0, 40)];
            return { criterion_id: criterion.id, level, quotes, reason: 'As its author says.', flags: [] };
        })
};
