// The records of a build: its version of the sage, the gates, the failed cases and the verdicts.
import type { ConfirmedWord, Criterion, EvaluatorName } from '../sages/sages.ts';
import type { Level } from '../sages/verdicts.ts';
import type { Verdict } from '../sages/verdicts.ts';

/** The sage as it was when the build started; edits made meanwhile do not reach the build. */
export interface Snapshot {
    sage: {
        id: number;
        uuid: string;
        name: string;
        evaluatorRole: string;
        threshold: number;
        evaluator: EvaluatorName;
        /** Words that may name a protected attribute and are about the work, with the author's reason. */
        confirmedWords?: ConfirmedWord[];
        /** As in BCP 47; absent in releases of earlier versions: `en`. */
        language?: string;
    };
    criteria: Criterion[];
    /** Labelled answers in the prompts of releases of earlier versions, by criterion. */
    examples?: Record<string, Example[]>;
    contexts: { id: string; version: number; name: string; context: string }[];
    results: {
        id: string;
        version: number;
        intro: string;
        directions: string;
        output_format: string;
        recommendation: string;
    };
}

/** One check of a step. A blocking gate that is not green fails the build. */
export interface Gate {
    id: string; // e.g. `shu.order`
    title: string; // the property that the gate checks, in words
    blocking: boolean;
    passed: boolean;
    /** The measured and the required values, in words with figures. */
    measured: string;
    required: string;
    /** False where nothing could be measured: such a gate is grey and never blocks. */
    applies?: boolean;
    /** Of a model: the number of calls, how many were made in advance, and when the first and the last of those. */
    ahead?: { of: number; judged: number; from: string | null; to: string | null };
}

/** A case with an unexpected result, with enough detail to understand it and to run it alone. */
export interface CaseFailure {
    case_id: string;
    gate_id: string;
    criterion_id: string | null;
    /** The evaluated text, cut to 2,000 characters. It was generated or uploaded as gold, never written by a candidate. */
    answer: string;
    expected: string;
    came: string;
    /** The cause, in terms of this rubric, and what to do; empty where the case explains itself. Older reports have none. */
    remedy?: string;
}

export interface StepReport {
    gates: Gate[];
    failures: CaseFailure[];
    cases: { run: number; planned: number };
    /** One or two sentences on what the step did. */
    notes: string[];
}

/** Returns the report of a step without evaluations. */
export function emptyReport(...notes: string[]): StepReport {
    return { gates: [], failures: [], cases: { run: 0, planned: 0 }, notes };
}

/** The verdict on the build's test screen, with the evaluated answers. */
export interface TestScreen {
    answers: Record<string, string>;
    verdict: Verdict;
}

/** An answer that a prompt contains. */
interface Example {
    text: string;
    level: Exclude<Level, 'unscored'>;
}
