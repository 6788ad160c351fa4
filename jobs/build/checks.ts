import type { CaseFailure, Gate } from '../../db/builds/reports.ts';
import type { StepOutcome } from './steps/step.ts';

type Finding = Pick<Gate, 'passed' | 'measured' | 'required'> & Partial<Pick<Gate, 'blocking'>>;

/** A gate blocks, unless it is told not to. */
export const gate = (
    id: string,
    title: string,
    { passed, measured, required, blocking = true }: Finding
): Gate => ({ id, title, blocking, passed, measured, required });

/** A gate and the cases that kept it from being green. */
export interface Check {
    gate: Gate;
    failures: CaseFailure[];
}

/** What a testing step answers; it freezes nothing. */
export function outcomeOf(checks: readonly Check[], run: number, notes: string[]): StepOutcome {
    return {
        report: {
            gates: checks.map(({ gate }) => gate),
            failures: checks.flatMap(({ failures }) => failures),
            cases: { run, planned: run },
            notes
        },
        freeze: {}
    };
}

/** A share in words with figures, e.g. `27 of 30 (90 %)`. */
export const shareOf = (part: number, whole: number) =>
    `${part} of ${whole} (${whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10} %)`;
