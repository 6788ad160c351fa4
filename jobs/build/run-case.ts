import { artifactsOf } from '../../db/builds/runs.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { Reader } from '../../db/store/index.ts';
import { casesOf, judgeCase, type Judges } from './fixtures/cases.ts';
import { readable } from '../../db/builds/releases.ts';
import { editedCase } from './gates/placing.ts';
import type { Evaluators } from '../evaluation/index.ts';
import type { Frozen } from './steps/step.ts';

interface FrozenCase {
    runId: string;
    caseId: string;
}

/** Evaluates a case of a run again with the artifacts that the run froze. Refuses: not_found. */
export async function judgeAgain(on: Reader, evaluators: Evaluators, { runId, caseId }: FrozenCase) {
    const frozen = (await artifactsOf(on, runId)) as Frozen;
    if (!frozen.snapshot) throw new Refusal('not_found', 'Run not found.');
    const snapshot = readable(frozen.snapshot);
    const evaluator = evaluators.of(snapshot.sage.evaluator);
    const judged = await runCase({ snapshot, frozen, evaluator, caseId });
    if (!judged) throw new Refusal('not_found', 'This run has no such case.');
    return judged;
}

/**
 * Evaluates one frozen case again, alone; returns undefined when there is no such case. An attack or an identity swap is expected at
 * the level of its base.
 */
export async function runCase({ caseId, ...by }: Omit<Judges, 'signal'> & { caseId: string }) {
    const cases = casesOf(by.frozen);
    const fixture = cases.find(({ id }) => id === caseId) ?? editedCase(by.snapshot, cases, caseId);
    if (!fixture) return undefined;
    const { signal } = new AbortController();
    const { findings } = await judgeCase({ ...by, signal }, fixture);
    const came = findings.map(({ criterion_id, ...finding }) => [criterion_id, finding] as const);
    return { fixture, expected: fixture.expected, came: Object.fromEntries(came) };
}
