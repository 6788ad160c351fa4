import { givesLevels } from '../../../db/sages/sages.ts';
import { outcomeOf } from '../checks.ts';
import { casesOf, counted, judgeCases } from '../fixtures/cases.ts';
import { haOfLevels } from '../gates/stages.ts';
import { editCases, readerPairs } from '../reader-pairs.ts';
import { again, rerunCheck } from '../rerun-check.ts';
import { mostCases } from '../sample.ts';
import type { BuildStep } from './step.ts';

/** Break the form: the same again, in other shapes, and from other people. */
export const testHa: BuildStep = (input) =>
    givesLevels(input.evaluator.name) ? haOfLevels(input) : haOfReader(input);

const haOfReader: BuildStep = async (input) => {
    const { criteria } = input.snapshot;
    const { answers, variants, of } = editCases(casesOf(input.frozen), ['identity', 'shape'], mostCases / 3);
    const reruns = answers.length * again;
    const cases = { run: of.run + reruns, planned: of.planned + reruns };
    const counting = counted(input, cases.run);
    const bases = await judgeCases(counting, answers);
    const judged = { variants: await judgeCases(counting, variants), bases };
    const checks = [
        await rerunCheck(counting, bases),
        readerPairs(criteria, 'identity', judged),
        readerPairs(criteria, 'shape', judged)
    ];
    return outcomeOf(checks, cases, [
        'Only everyday words were misspelt: this evaluator does not recognise misspelt indicators.'
    ]);
};
