import { hasFullSet } from '../../../db/sages/test-answers.ts';
import { givesLevels } from '../../../db/sages/sages.ts';
import { gate } from '../checks.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import { hindrances, makeFixtures } from '../fixtures/fixtures.ts';
import { collectYielding, yieldBetween } from '../../evaluation/yielding.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Generates and freezes the cases by which the sage tests itself. */
export const sageGeneration: BuildStep = async (input) => {
    const { snapshot, signal } = input;
    const { name } = input.evaluator;
    const fixtures = await makeFixtures(snapshot, { evaluator: name, signal });
    const { cases } = fixtures;
    input.progress(cases.length, cases.length);
    const count = (kind: Fixture['kind']) => cases.filter((one) => one.kind === kind).length;
    return {
        report: {
            gates: [await complete(input, cases)],
            failures: [],
            cases: { run: cases.length, planned: cases.length },
            notes: [
                givesLevels(name)
                    ? `${count('levelled')} examples, ${count('twin')} twins and ${count('negative')} disqualifiers.`
                    : `${cases.length} sample answers: ${count('planted')} planted passages, ${count('attack')} attacks, ` +
                      `${count('identity')} identity swaps, ${count('harmless')} harmless mentions.`
            ]
        },
        freeze: { fixtures }
    };
};

async function complete({ snapshot, evaluator, signal }: StepInput, cases: readonly Fixture[]) {
    const { criteria } = snapshot;
    const isReader = !givesLevels(evaluator.name);
    const kinds = ['levelled', ...(isReader ? ['planted', 'identity', 'attack', 'harmless'] : [])];
    const isMadeUp = isReader || !hasFullSet(criteria);
    const made = new Set(
        cases.flatMap(({ kind, answers }) => Object.keys(answers).map((id) => `${id} ${kind}`))
    );
    const looked = criteria.values().map((criterion) => {
        const missing = kinds.filter((kind) => !made.has(`${criterion.id} ${kind}`));
        const faults = missing.map((kind) => `Criterion ${criterion.id} has no ${kind} case.`);
        return [...(isMadeUp ? hindrances(criterion) : []), ...faults];
    });
    const faults = (await collectYielding(looked, yieldBetween(signal))).flat();
    return gate('generation.complete', 'Every criterion has all types of test cases.', {
        passed: faults.length === 0,
        measured: faults.length > 0 ? faults.join(' ') : `${criteria.length} criteria with all kinds`,
        required: `${kinds.join(', ')} cases for each criterion`
    });
}
