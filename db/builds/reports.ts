// What a build writes down about itself: what it judged, by what, and what came of it.
import type { ConfirmedWord, Criterion, EvaluatorName } from '../sages/sages.ts';
import type { Example } from '../judgement/gold-reading.ts';
import type { Finding, Verdict } from '../sages/verdicts.ts';

/** The sage as it was when the build started; edits made meanwhile do not reach the build. */
export interface Snapshot {
    sage: {
        id: number;
        uuid: string;
        name: string;
        evaluatorRole: string;
        threshold: number;
        evaluator: EvaluatorName;
        /** Words that may name a protected attribute and are about the work, as the author said with a reason. */
        confirmedWords?: ConfirmedWord[];
        /** As in BCP 47; absent in releases of earlier versions: `en`. */
        language?: string;
    };
    criteria: Criterion[];
    /** Labelled answers that stand in the prompt of others, by criterion; absent where there are none. */
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
    title: string; // what is promised, in words
    blocking: boolean;
    passed: boolean;
    /** What was measured and what is asked for, in words with figures. */
    measured: string;
    required: string;
    /** False where there was nothing to measure: such a gate is grey and never blocks. */
    applies?: boolean;
}

/** A case that did not come out as it should: enough to understand it and to run it alone. */
export interface CaseFailure {
    case_id: string;
    gate_id: string;
    criterion_id: string | null;
    /** The text that was judged, cut to 2,000 characters. Made by us or uploaded as gold, never a candidate's. */
    answer: string;
    expected: string;
    came: string;
    /** Why, in this rubric's words, and what to do; empty where the case says it all. Older reports have none. */
    remedy?: string;
}

export interface StepReport {
    gates: Gate[];
    failures: CaseFailure[];
    cases: { run: number; planned: number };
    /** One or two sentences on what was done. */
    notes: string[];
}

/** A report of a step that judged nothing. */
export function emptyReport(...notes: string[]): StepReport {
    return { gates: [], failures: [], cases: { run: 0, planned: 0 }, notes };
}

/** The verdict on the build's own test screen, with the answers that were judged. */
export interface TestScreen {
    answers: Record<string, string>;
    verdict: Verdict;
}

/** One criterion of a frozen fixture as it was judged. */
export type JudgedFixture = Omit<Finding, 'criterion_id'>;
