import type { CaseFailure, Gate } from '../../db/builds/reports.ts';
import type { StepOutcome } from './steps/step.ts';

type Finding = Pick<Gate, 'passed' | 'measured' | 'required'> & Partial<Pick<Gate, 'blocking' | 'applies'>>;

/** A gate blocks, unless it is told not to. */
export const gate = (
    id: string,
    title: string,
    { passed, measured, required, blocking = true, applies = true }: Finding
): Gate => ({ id, title, blocking, passed, measured, required, ...(!applies && { applies }) });

/** A gate and the cases that kept it from being green. */
export interface Check {
    gate: Gate;
    failures: CaseFailure[];
}

/** How many cases a step judged, and how many there are. */
type Cases = StepOutcome['report']['cases'];

/** What a testing step comes to; it freezes nothing. */
export function outcomeOf(checks: readonly Check[], cases: Cases, notes: string[]): StepOutcome {
    return {
        report: {
            gates: checks.map(({ gate }) => gate),
            failures: checks.flatMap(({ failures }) => failures),
            cases,
            notes
        },
        freeze: {}
    };
}

/** A share in words with figures, e.g. `27 of 30 (90 %)`. */
export const shareOf = (part: number, whole: number) =>
    `${part} of ${whole} (${whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10} %)`;
