import type { CaseFailure, Gate } from '../../db/builds/reports.ts';
import type { StepOutcome } from './steps/step.ts';

type Finding = Pick<Gate, 'passed' | 'measured' | 'required'> & Partial<Pick<Gate, 'blocking' | 'applies'>>;

/** A gate, which blocks by default. */
export const gate = (
    id: string,
    title: string,
    { passed, measured, required, blocking = true, applies = true }: Finding
): Gate => ({ id, title, blocking, passed, measured, required, ...(!applies && { applies }) });

/** A gate and the cases that failed it. */
export interface Check {
    gate: Gate;
    failures: CaseFailure[];
}

/** The numbers of judged and of planned cases of a step. */
type Cases = StepOutcome['report']['cases'];

/** Returns the outcome of a testing step, which freezes nothing. */
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

/** Formats a share, e.g. `27 of 30 (90 %)`. */
export const shareOf = (part: number, whole: number) =>
    `${part} of ${whole} (${whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10} %)`;
