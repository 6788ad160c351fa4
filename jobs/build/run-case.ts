import type { JudgedFixture, Snapshot } from '../../db/build-report.ts';
import type { Level } from '../../db/verdicts.ts';
import type { Evaluator } from '../evaluation/evaluator.ts';
import { casesOf, judgeCase } from './cases.ts';
import type { Fixture } from './fixtures.ts';
import type { StepInput } from './step.ts';

export interface CaseRun {
    fixture: Fixture;
    /** By criterion id. An attack or an identity swap is expected at the level of its base. */
    expected: Record<string, Level>;
    came: Record<string, JudgedFixture>;
}

/** Judges one frozen case again, alone, by the snapshot's cut-offs; undefined when there is no such case. */
export async function runCase(
    snapshot: Snapshot,
    frozen: StepInput['frozen'],
    evaluator: Evaluator,
    caseId: string,
    signal: AbortSignal = new AbortController().signal
): Promise<CaseRun | undefined> {
    const fixture = casesOf(frozen).find(({ id }) => id === caseId);
    if (!fixture) return undefined;
    const { findings } = await judgeCase({ snapshot, frozen, evaluator, signal }, fixture);
    const came = findings.map(({ criterion_id, level, quotes, reason }) => [
        criterion_id,
        { level, quotes, reason }
    ]);
    return { fixture, expected: fixture.expected, came: Object.fromEntries(came) };
}
