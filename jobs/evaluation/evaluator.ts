import type { Criterion } from '../../db/sages/sages.ts';
import type { Finding, Level } from '../../db/sages/verdicts.ts';

/** One candidate's answers and all that they are judged by. */
export interface Judgeable {
    criteria: readonly Criterion[];
    /** Criterion id -> the answer as the candidate wrote it. A missing one is an empty answer. */
    answers: Readonly<Record<string, string>>;
    /** The compiled prompt (db/prompts.ts); what is frozen is judged by this very string. */
    prompt: string;
    /** The language of the sage, as in BCP 47; `en` where nothing is said. */
    language?: string;
    /** Criterion id -> labelled examples that may be shown to a model. */
    examples?: Readonly<Record<string, readonly { text: string; level: Exclude<Level, 'unscored'> }[]>>;
}

/** Picks a level and quotes for each criterion, nothing else. Aborts when the signal does. */
export interface Evaluator {
    name: string;
    /** Changes whenever the same input may give another output. */
    version: string;
    /** How many answers it judges side by side; one where nothing is said. */
    atOnce?: number;
    find(input: Judgeable, signal: AbortSignal): Promise<Finding[]>;
}
