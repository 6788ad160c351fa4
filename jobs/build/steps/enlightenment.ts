import { emptyReport } from '../../../db/builds/reports.ts';
import { promptFor } from '../../../db/council/snapshots.ts';
import { casesOf, fixturesOf, promptOf } from '../fixtures/cases.ts';
import { gate } from '../checks.ts';
import { restUnits } from '../rest.ts';
import { digestOf } from '../fixtures/fixtures.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Composes the release: everything that is needed to evaluate again exactly as was proved. */
export const enlightenment: BuildStep = async (input) => {
    const gates = [promptGate(input), await fixturesGate(input), trainedGate(input)];
    input.progress(gates.length, gates.length);
    return {
        report: { ...emptyReport('The recommendation is advice. Only a named person decides.'), gates },
        freeze: { release: releaseOf(input), ...restOf(input) }
    };
};

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

/** What was left out runs at night, with the same cases. */
function restOf({ frozen, evaluator }: StepInput) {
    const cases = restUnits(frozen, evaluator.name).reduce((sum, { planned }) => sum + planned.length, 0);
    return cases > 0 ? { rest: { cases } } : {};
}

const promptGate = ({ snapshot, frozen }: StepInput) =>
    promise(
        'release.prompt',
        'The released prompt is the one that was tested.',
        promptOf(frozen).sha256 === promptFor(snapshot).sha256
    );

const fixturesGate = async ({ frozen, signal }: StepInput) =>
    promise(
        'release.fixtures',
        'The test cases are the saved ones.',
        (await digestOf(casesOf(frozen), signal)) === fixturesOf(frozen).sha256
    );

const trainedGate = ({ frozen }: StepInput) =>
    promise(
        'release.trained',
        'The improvement round and the test answers are recorded.',
        frozen.training !== undefined && frozen.test_screen !== undefined
    );

const promise = (id: string, title: string, kept: boolean) =>
    gate(id, title, { passed: kept, measured: kept ? 'confirmed' : 'not confirmed', required: 'confirmed' });
