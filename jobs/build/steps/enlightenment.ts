import { emptyReport } from '../../../db/builds/reports.ts';
import { givesLevels } from '../../../db/sages/sages.ts';
import { fixturesOf, promptOf } from '../fixtures/cases.ts';
import { planOf } from '../gates/trying.ts';
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

/** What had no time: recommendations stay off until a build has tried all. */
function restOf({ snapshot, frozen, evaluator }: StepInput) {
    if (!givesLevels(evaluator.name)) return {};
    const cases = planOf(snapshot)
        .slice(frozen.rounds ?? 1)
        .flat().length;
    return cases > 0 ? { rest: { cases } } : {};
}
