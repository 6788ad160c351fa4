import type { CaseFailure, Gate } from '../../db/builds/reports.ts';
import type { StepInput, StepOutcome } from './steps/step.ts';

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

interface Counted<T> {
    tried: readonly unknown[];
    missed: readonly T[];
    /** From so many on the gate is red. */
    red?: number;
    tell: (one: T) => CaseFailure;
    says?: (missed: number, of: number) => string;
}

/** A gate on how many cases miss. Where none was tried it is never green. */
export const countCheck = <T>(
    id: string,
    title: string,
    { tried: { length: of }, missed, red = 1, tell, says = rightOf }: Counted<T>
): Check => ({
    gate: gate(id, title, {
        passed: of > 0 && missed.length < red,
        measured: says(missed.length, of),
        required: red === 1 ? 'no failed case' : `up to ${red - 1} failed of ${of}`
    }),
    failures: missed.map(tell)
});

const rightOf = (missed: number, of: number) => shareOf(of - missed, of);

/** A gate on what cannot be tried here. */
export const notTried = (id: string, title: string, measured: string, required: string): Check => ({
    gate: gate(id, title, { applies: false, passed: true, measured, required }),
    failures: []
});

/** Adds to gates how many of their calls were made in advance. */
export function withAhead(input: Pick<StepInput, 'ahead'>, ...checks: Check[]): Check[] {
    const ahead = input.ahead?.();
    return checks.map(({ gate, failures }) => ({ gate: { ...gate, ...ahead }, failures }));
}

/** The numbers of evaluated and of planned cases of a step. */
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

/** Formats a share, e.g. `27 of 30 (90%)`. */
const shareOf = (part: number, whole: number) =>
    whole === 0 ? 'nothing tested' : `${part} of ${whole} (${Math.floor((part / whole) * 1000) / 10}%)`;
