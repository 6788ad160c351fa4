import type { Gate } from '../../db/build-report.ts';
import { compilePrompt } from '../../db/prompts.ts';
import { casesOf, promptOf } from './cases.ts';
import { digestOf, type Fixtures } from './fixtures.ts';
import type { Improvement } from './improvement.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Composes the release: all that is needed to judge again exactly as was proved. */
export const enlightenment: BuildStep = async (input) => {
    const gates = [promptGate(input), fixturesGate(input), trainedGate(input)];
    input.progress(gates.length, gates.length);
    return {
        report: {
            gates,
            failures: [],
            cases: { run: 0, planned: 0 },
            notes: ['The recommendation is advice: only a named person decides.']
        },
        freeze: { release: releaseOf(input) }
    };
};

function releaseOf({ snapshot, frozen, evaluator }: StepInput) {
    const training = frozen.training as Improvement | undefined;
    return {
        prompt_sha256: promptOf(frozen).sha256,
        fixtures_sha256: (frozen.fixtures as Fixtures).sha256,
        evaluator: { name: evaluator.name, version: evaluator.version },
        cut_offs: training?.cutOffs ?? snapshot.results.cutOffs,
        threshold: snapshot.sage.threshold,
        results: { id: snapshot.results.id, version: snapshot.results.version },
        contexts: snapshot.contexts.map(({ id, version }) => ({ id, version }))
    };
}

function promptGate({ snapshot, frozen }: StepInput) {
    const { sha256 } = compilePrompt({ ...snapshot, evaluatorRole: snapshot.sage.evaluatorRole });
    return gate(
        'release.prompt',
        'The released prompt is the one that was tested.',
        promptOf(frozen).sha256 === sha256
    );
}

const fixturesGate = ({ frozen }: StepInput) =>
    gate(
        'release.fixtures',
        'The fixtures are the ones that were frozen.',
        digestOf(casesOf(frozen)) === (frozen.fixtures as Fixtures).sha256
    );

const trainedGate = ({ frozen }: StepInput) =>
    gate(
        'release.trained',
        'The improvement round and the test screen are on record.',
        frozen.training !== undefined && frozen.test_screen !== undefined
    );

const gate = (id: string, title: string, holds: boolean): Gate => ({
    id,
    title,
    blocking: true,
    passed: holds,
    measured: holds ? 'so it is' : 'it is not',
    required: 'so it is'
});
