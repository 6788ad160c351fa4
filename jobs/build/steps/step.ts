import type { Gate, Snapshot, StepReport, TestScreen } from '../../../db/builds/reports.ts';
import type { Grade } from '../../../db/judgement/licence/agreement.ts';
import type { Prompt } from '../../../db/sages/prompts.ts';
import type { Level } from '../../../db/sages/verdicts.ts';
import type { Evaluator } from '../../evaluation/evaluator.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';

/** The results of an example's calls. */
export interface JudgedExample {
    id: string;
    levels: Level[];
    reason: string;
    /** Whether the reader flagged the answer itself. */
    flagged: boolean;
}

/** An example that edits are compared with. */
export interface Base extends Omit<JudgedExample, 'levels'> {
    level: Grade;
}

/** What the steps of a run freeze, by name, each for those after it. */
export interface Frozen {
    snapshot?: Snapshot;
    prompt?: Prompt;
    fixtures?: Fixtures;
    test_screen?: TestScreen;
    /** For an evaluator with levels: the rounds of the build, the results of its examples, and the bases of edits. */
    rounds?: number;
    /** Whose findings are kept and taken. */
    judge?: string;
    judged?: JudgedExample[];
    bases?: Base[];
    release?: { evaluator: { version: string } };
    /** The number of cases that the build had no time for. */
    rest?: { cases: number };
}

/** The input of a build step. Steps are pure: they read this, evaluate, and return; db/council/steps.ts writes. */
export interface StepInput {
    snapshot: Snapshot;
    /** What earlier steps of this run froze, by name (`prompt`, `fixtures`, ...). */
    frozen: Readonly<Frozen>;
    evaluator: Evaluator;
    /** Returns how many of the calls since the last one were made in advance. */
    ahead?: (() => Pick<Gate, 'ahead'>) | undefined;
    /** The evaluator, and whether all calls of the build were made in advance; undefined where nothing is stored. */
    judge?: (() => Promise<{ judge: string; isPrepared: boolean }>) | undefined;
    /** In credits: what is held for this run, and what it costs. */
    hold: { held: number; cost: number };
    /** Aborts at the step's budget, or when the process stops. */
    signal: AbortSignal;
    /** Milliseconds since 1970. */
    now(): number;
    /** Reports the progress of the step: cases run, cases planned. */
    progress(run: number, planned: number): void;
}

/** What a step found. It passed when every blocking gate is green. */
export interface StepOutcome {
    report: StepReport;
    /** To be frozen under these names for later steps and for the record. */
    freeze: Readonly<Frozen>;
}

export type BuildStep = (input: StepInput) => Promise<StepOutcome>;

export const passed = (gates: readonly Gate[]) => gates.every((gate) => gate.passed || !gate.blocking);
