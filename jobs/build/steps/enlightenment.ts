import { emptyReport } from '../../../db/builds/reports.ts';
import { fixturesOf, promptOf } from '../fixtures/cases.ts';
import { restUnits } from '../rest.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Composes the release: everything that is needed to evaluate again exactly as was proved. */
export const enlightenment: BuildStep = async (input) => ({
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

/** What was left out runs at night, with the same cases. */
function restOf({ frozen, evaluator }: StepInput) {
    const cases = restUnits(frozen, evaluator.name).reduce((sum, { planned }) => sum + planned.length, 0);
    return cases > 0 ? { rest: { cases } } : {};
}
