import type { Gate, Snapshot, StepReport, TestScreen, Training } from '../../../db/builds/reports.ts';
import type { HeldOut } from '../../../db/judgement/gold/held-out.ts';
import type { Grade } from '../../../db/judgement/licence/agreement.ts';
import type { Prompt } from '../../../db/sages/prompts.ts';
import type { Level } from '../../../db/sages/verdicts.ts';
import type { Evaluator } from '../../evaluation/evaluator.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';

/** What the calls of an example came to. */
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
    training?: Training;
    test_screen?: TestScreen;
    /** Of a judge that gives levels: the rounds that the build judges, its examples as judged, and those that edits are tried on. */
    rounds?: number;
    /** Whose findings are kept and taken. */
    judge?: string;
    judged?: JudgedExample[];
    bases?: Base[];
    release?: { evaluator: { version: string } };
    /** The number of cases that the build left to the nights. */
    rest?: { cases: number };
}

/** What a build step is given. Steps are pure: they read this, judge, and answer; db/builds.ts writes. */
export interface StepInput {
    snapshot: Snapshot;
    /** What earlier steps of this run froze, by name (`prompt`, `fixtures`, ...). */
    frozen: Readonly<Frozen>;
    evaluator: Evaluator;
    /** Labelled answers of people, for the training alone: no prompt contains one of them. */
    heldOut: readonly HeldOut[];
    /** The examples that the prompt shows beside an answer: none before the training has tried them. */
    examples?: Snapshot['examples'];
    /** Says how much was judged ahead of what was asked since the last call. */
    ahead?: (() => Pick<Gate, 'ahead'>) | undefined;
    /** Who judges, and whether all that the build asks was judged ahead; undefined where nothing is kept. */
    judge?: (() => Promise<{ judge: string; isPrepared: boolean }>) | undefined;
    /** In credits: what is held for this run, and what it costs. */
    hold: { held: number; cost: number };
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
    freeze: Readonly<Frozen>;
}

export type BuildStep = (input: StepInput) => Promise<StepOutcome>;

export const passed = (gates: readonly Gate[]) => gates.every((gate) => gate.passed || !gate.blocking);
