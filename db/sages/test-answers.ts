// The answers that an author gives to try a judge with.

/** An answer that its author levelled, to try a judge with. A draft of a model never counts. */
export interface TestAnswer {
    level: 'absent' | 'partial' | 'strong';
    text: string;
    /** A twin is strong without any indicator word; a disqualifier says a right thing beside a negative indicator. */
    kind: 'plain' | 'twin' | 'disqualifier';
    reason: string;
    draft?: true;
    /** Who approved it, and when in milliseconds. */
    by: number | null;
    at: number;
}
