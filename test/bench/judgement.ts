import type { Criterion } from '../../db/sages/sages.ts';
import type { Grade } from '../../db/judgement/licence/agreement.ts';
import { evidenceEvaluator, readHere } from '../../jobs/evaluation/evidence/index.ts';
import { figure, type Row } from './figure.ts';
import { labelledAnswers } from './judgement/set.ts';

/** The reader on the labelled sets of judgement/. */
export const judgement: Row = {
    name: 'judgement',
    measure: async () => (await Promise.all(['answers.jsonl', 'fresh.jsonl'].map(figuresOf))).flat()
};

async function figuresOf(file: string) {
    const said: Record<Grade, number[]> = { strong: [], partial: [], absent: [] };
    for (const { criterion, text, level } of labelledAnswers(file))
        said[level].push(await countSaid(criterion, text));
    const found = { row: `judgement: said in strong ${file}`, unit: 'of 1', against: 'in absent ones' };
    const sorted = { row: `judgement: strong over absent ${file}`, unit: 'AUC', against: 'by chance' };
    return [
        figure(
            { ...found, goal: { of: 'measured', is: 'at least', value: 0.5 } },
            { measured: [shareOf(said.strong)], base: [shareOf(said.absent)] }
        ),
        figure(
            { ...sorted, goal: { of: 'measured', is: 'at least', value: 0.65 } },
            { measured: [areaUnderCurve(said.strong, said.absent)], base: [0.5] }
        )
    ];
}

const evaluator = evidenceEvaluator(readHere);

/** How many of the indicators are said. */
async function countSaid(criterion: Criterion, text: string) {
    const input = { criteria: [criterion], answers: { [criterion.id]: text }, prompt: '' };
    const [finding] = await evaluator.find(input, new AbortController().signal);
    const said = finding?.evidence?.filter(({ kind }) => kind === 'said') ?? [];
    const names = new Set(said.map(({ indicator }) => indicator));
    return criterion.indicators.filter((indicator) => names.has(indicator)).length;
}

const shareOf = (said: readonly number[]) => said.filter((count) => count > 0).length / said.length;

/** How often a value of the first list is above one of the second, ties counting half. */
function areaUnderCurve(above: readonly number[], below: readonly number[]) {
    const pairs = above.flatMap((a) => below.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
    return pairs.reduce((all, one) => all + one, 0) / pairs.length;
}
