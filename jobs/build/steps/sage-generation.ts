import { gate } from '../checks.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import { hindrances, makeFixtures } from '../fixtures/fixtures.ts';
import { collectYielding, yieldBetween } from '../../evaluation/yielding.ts';
import type { BuildStep, StepInput } from './step.ts';

const kinds = ['planted', 'levelled', 'empty', 'identity', 'attack', 'harmless'] as const;

/** Makes and freezes the cases by which the sage tests itself. */
export const sageGeneration: BuildStep = async (input) => {
    const { snapshot } = input;
    const fixtures = await makeFixtures(snapshot, input.signal);
    const { cases } = fixtures;
    input.progress(cases.length, cases.length);
    const count = (kind: Fixture['kind']) => cases.filter((one) => one.kind === kind).length;
    return {
        report: {
            gates: [await complete(input, cases)],
            failures: [],
            cases: { run: cases.length, planned: cases.length },
            notes: [
                `${cases.length} made-up answers: ${count('planted')} planted passages, ${count('attack')} attacks, ` +
                    `${count('identity')} identity swaps, ${count('harmless')} harmless mentions.`
            ]
        },
        freeze: { fixtures }
    };
};

async function complete({ snapshot, signal }: StepInput, cases: readonly Fixture[]) {
    const { criteria } = snapshot;
    const made = new Set(
        cases.flatMap(({ kind, answers }) => Object.keys(answers).map((id) => `${id} ${kind}`))
    );
    const looked = criteria.values().map((criterion) => {
        const missing = kinds.filter((kind) => !made.has(`${criterion.id} ${kind}`));
        const faults = missing.map((kind) => `Criterion ${criterion.id} has no ${kind} case.`);
        return [...hindrances(criterion), ...faults];
    });
    const faults = (await collectYielding(looked, yieldBetween(signal))).flat();
    return gate('generation.complete', 'Every criterion has every kind of case.', {
        passed: faults.length === 0,
        measured: faults.length > 0 ? faults.join(' ') : `${criteria.length} criteria with all kinds`,
        required: 'planted, levelled, empty, identity, attack and harmless cases for each criterion'
    });
}
