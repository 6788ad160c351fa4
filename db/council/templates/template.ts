import type { Criterion } from '../../sages/sages.ts';
import type { TestAnswer } from '../../sages/test-answers.ts';

/** Test answers by criterion. */
export type TemplateAnswers = Readonly<Record<string, TestAnswer[]>>;

/** A sage to start from: an ordinary role in ordinary words, which its author then adapts. */
export interface SageTemplate {
    /** Names the template in addresses; never changes. */
    slug: string;
    name: string;
    /** One line that helps an author to choose. */
    summary: string;
    evaluatorRole: string;
    criteria: Criterion[];
    testAnswers: TemplateAnswers;
    /** Words that may name a protected attribute and are about the work here, each with the reason. */
    confirmedWords?: { word: string; reason: string }[];
}
