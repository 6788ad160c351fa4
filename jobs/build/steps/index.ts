import type { BuildStepName } from '../../../db/builds/plan.ts';
import { emptyReport } from '../../../db/builds/reports.ts';
import { givesLevels } from '../../../db/sages/sages.ts';
import { hasFullSet } from '../../../db/sages/test-answers.ts';
import { collectYielding, yieldBetween } from '../../evaluation/yielding.ts';
import { fixturesOf, promptOf } from '../fixtures/cases.ts';
import { planOf } from '../gates/trying.ts';
import { gate } from '../checks.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import { hindrances, makeFixtures } from '../fixtures/fixtures.ts';
import { creatingSage } from './creating-sage.ts';
import { starting } from './starting.ts';
import type { BuildStep, StepInput } from './step.ts';
import { transcendingTraining } from './transcending-training.ts';
import { testHa, testRi, testShu } from './tests.ts';

/** Composes the release: everything that is needed to evaluate again exactly as was proved. */
const enlightenment: BuildStep = async (input) => ({
    report: emptyReport('The recommendation is advice. Only a named person decides.'),
    freeze: { release: releaseOf(input), ...restOf(input) }
});

function releaseOf({ snapshot, frozen, evaluator }: StepInput) {
    return {
        prompt_sha256: promptOf(frozen).sha256,
        fixtures_sha256: fixturesOf(frozen).sha256,
        evaluator: { name: evaluator.name, version: evaluator.version },
        threshold: snapshot.sage.threshold,
        results: { id: snapshot.results.id, version: snapshot.results.version },
        contexts: snapshot.contexts.map(({ id, version }) => ({ id, version }))
    };
}

/** What had no time: recommendations stay off until a build has tried all. */
function restOf({ snapshot, frozen, evaluator }: StepInput) {
    if (!givesLevels(evaluator.name)) return {};
    const cases = planOf(snapshot)
        .slice(frozen.rounds ?? 1)
        .flat().length;
    return cases > 0 ? { rest: { cases } } : {};
}

/** Generates and freezes the cases by which the sage tests itself. */
const sageGeneration: BuildStep = async (input) => {
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

/** The steps of a build, by the names of the plan, in their order. */
export const buildSteps = {
    starting,
    creating_sage: creatingSage,
    sage_generation: sageGeneration,
    test_shu: testShu,
    test_ha: testHa,
    test_ri: testRi,
    transcending_training: transcendingTraining,
    enlightenment
} satisfies Record<BuildStepName, BuildStep>;
