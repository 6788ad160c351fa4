import type { Criterion } from '../../db/sages/sages.ts';
import type { Finding, Level } from '../../db/sages/verdicts.ts';

/** One candidate's answers and all inputs of their evaluation. */
export interface Judgeable {
    criteria: readonly Criterion[];
    /** Criterion id -> the candidate's answer, unchanged. A missing one is an empty answer. */
    answers: Readonly<Record<string, string>>;
    /** The compiled prompt (db/sages/prompts.ts); a release uses its frozen string unchanged. */
    prompt: string;
    /** All criteria of the prompt, where it has more than are evaluated here. */
    rubric?: readonly Criterion[];
    /** The language of the sage as a BCP 47 tag; `en` by default. */
    language?: string;
    /** Criterion id -> labelled examples that may be shown to a model. */
    examples?: Readonly<Record<string, readonly { text: string; level: Exclude<Level, 'unscored'> }[]>>;
}

/** Finds a level and quotes for each criterion and nothing else. Aborts with the signal. */
export interface Evaluator {
    name: string;
    /** Changes whenever the same input may give another output. */
    version: string;
    /** The number of answers that it evaluates in parallel; one by default. */
    atOnce?: number;
    find(input: Judgeable, signal: AbortSignal): Promise<Finding[]>;
}

/** Returns an answer by criterion id; reads own properties only, because an id may be `constructor`. */
export const answerTo = (answers: Readonly<Record<string, string>>, id: string) =>
    Object.hasOwn(answers, id) ? (answers[id] ?? '') : '';

/** How many calls one nightly job makes: each is paid for. */
export const callsPerJob = 500;
