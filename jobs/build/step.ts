import type { Gate, Snapshot, StepReport } from '../../db/build-report.ts';
import type { Evaluator } from '../evaluation/evaluator.ts';

/** What a build step is given. Steps are pure: they read this, judge, and answer; db/builds.ts writes. */
export interface StepInput {
    snapshot: Snapshot;
    /** What earlier steps of this run froze, by name (`prompt`, `fixtures`, ...). */
    frozen: Readonly<Record<string, unknown>>;
    evaluator: Evaluator;
    /** Aborts at the step's budget, or when the process stops. */
    signal: AbortSignal;
    /** Milliseconds since 1970. */
    now(): number;
    /** Tells how far the step is: cases run, cases planned. */
    progress(run: number, planned: number): void;
}

/** What a step found. It passed when every blocking gate is green. */
export interface StepOutcome {
    report: StepReport;
    /** To be frozen under these names for later steps and for the record. */
    freeze: Readonly<Record<string, unknown>>;
}

export type BuildStep = (input: StepInput) => Promise<StepOutcome>;

export const passed = (gates: readonly Gate[]) => gates.every((gate) => gate.passed || !gate.blocking);
