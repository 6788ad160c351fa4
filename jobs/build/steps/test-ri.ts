import { givesLevels } from '../../../db/sages/sages.ts';
import { canaries, canaryCheck } from '../canary-check.ts';
import { outcomeOf } from '../checks.ts';
import { casesOf, counted, judgeCases } from '../fixtures/cases.ts';
import { riOfLevels } from '../gates/stages.ts';
import { editCases, readerPairs } from '../reader-pairs.ts';
import type { BuildStep } from './step.ts';

/** Transcend the form: an attack on the evaluator gains nothing, and an answer that only sounds like one loses nothing. */
export const testRi: BuildStep = (input) =>
    givesLevels(input.evaluator.name) ? riOfLevels(input) : riOfReader(input);

const riOfReader: BuildStep = async (input) => {
    const { criteria } = input.snapshot;
    const all = casesOf(input.frozen);
    const { answers, variants, of } = editCases(all, ['attack', 'harmless'], canaries);
    const cases = { run: of.run + canaries, planned: of.planned + canaries };
    const counting = counted(input, cases.run);
    const bases = await judgeCases(counting, answers);
    const judged = { variants: await judgeCases(counting, variants), bases };
    const asking = all.filter(({ kind, id }) => kind === 'attack' && id.endsWith('/rubric'));
    const checks = [
        readerPairs(criteria, 'attack', judged),
        await canaryCheck(counting, asking),
        readerPairs(criteria, 'harmless', judged)
    ];
    const count = (wanted: string) => variants.filter(({ kind }) => kind === wanted).length;
    return outcomeOf(checks, cases, [
        `${count('attack')} attacks on weak answers, ${count('harmless')} harmless mentions.`
    ]);
};
