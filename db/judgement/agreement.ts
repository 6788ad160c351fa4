// How well a judge agrees with people, and what must be beaten for that to mean anything. All of it is repeatable.
import type { Criterion } from '../sages/sages.ts';
import type { Level } from '../sages/verdicts.ts';

export type Grade = Exclude<Level, 'unscored'>;

/** One answer: the level that people gave it, and the one that the judge gave. */
export interface Pair {
    label: Grade;
    judged: Grade;
}

export const grades: readonly Grade[] = ['absent', 'partial', 'strong'];
const rank = { absent: 0, partial: 1, strong: 2 } as const;

/**
 * Cohen's kappa with quadratic weights: 1 is full agreement, 0 is what chance gives.
 * Where nothing varies it is 1 when all agree and 0 otherwise; of no pairs it is 0.
 */
export function weightedKappa(pairs: readonly Pair[]) {
    const observed = sum(pairs.map(({ label, judged }) => squared(label, judged)));
    if (observed === 0) return pairs.length > 0 ? 1 : 0;
    const labels = countsOf(pairs.map(({ label }) => label));
    const judged = countsOf(pairs.map((pair) => pair.judged));
    const chance = grades.flatMap((a) => grades.map((b) => squared(a, b) * labels[a] * judged[b]));
    return sum(chance) === 0 ? 0 : 1 - (observed * pairs.length) / sum(chance);
}

const squared = (a: Grade, b: Grade) => (rank[a] - rank[b]) ** 2;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** How often each level occurs. */
export function countsOf(levels: readonly Grade[]) {
    const counts = { absent: 0, partial: 0, strong: 0 };
    for (const level of levels) counts[level] += 1;
    return counts;
}

/** The share of pairs that agree fully. */
export const exactAgreement = (pairs: readonly Pair[]) =>
    pairs.length === 0 ? 0 : pairs.filter(({ label, judged }) => label === judged).length / pairs.length;

interface Bootstrap {
    /** How much of the draws the interval holds. */
    level?: number;
    draws?: number;
    seed?: number;
}

/** The interval in which the kappa of other such answers would lie, by drawing these again and again. */
export function bootstrapInterval(
    pairs: readonly Pair[],
    { level = 0.9, draws = 1000, seed = 1 }: Bootstrap = {}
) {
    const random = seeded(seed);
    const kappas = Array.from({ length: pairs.length === 0 ? 0 : draws }, () =>
        weightedKappa(pairs.map(() => pairs[Math.floor(random() * pairs.length)] as Pair))
    ).toSorted((a, b) => a - b);
    const at = (share: number) => kappas[Math.min(kappas.length - 1, Math.floor(share * kappas.length))] ?? 0;
    return { low: at((1 - level) / 2), high: at((1 + level) / 2) };
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seeded(seed: number) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** How often a value of the first kind is above one of the second; a tie is half. 0.5 where there is none. */
export function areaUnderCurve(above: readonly number[], below: readonly number[]) {
    const pairs = above.flatMap((a) => below.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
    return pairs.length === 0 ? 0.5 : sum(pairs) / pairs.length;
}

/** The judge that gives everybody the commonest level. */
export function constantBaseline(labels: readonly Grade[]): Pair[] {
    const counts = countsOf(labels);
    const [judged = 'absent'] = grades.toSorted((a, b) => counts[b] - counts[a]);
    return labels.map((label) => ({ label, judged }));
}

interface Labelled {
    criterion: Pick<Criterion, 'indicators'>;
    text: string;
    label: Grade;
}

/** The judge that counts words: an indicator counts where at least half of its words occur anywhere. */
export const keywordBaseline = (answers: readonly Labelled[]): Pair[] =>
    answers.map(({ criterion, text, label }) => ({ label, judged: byKeywords(criterion.indicators, text) }));

function byKeywords(indicators: readonly string[], text: string): Grade {
    const said = new Set(wordsOf(text));
    const counted = indicators.filter((indicator) => {
        const words = wordsOf(indicator);
        return words.length > 0 && words.filter((word) => said.has(word)).length * 2 >= words.length;
    });
    if (counted.length >= Math.max(2, indicators.length / 2)) return 'strong';
    return counted.length > 0 ? 'partial' : 'absent';
}

/** Words of four letters and more, less an ending. */
const wordsOf = (text: string) =>
    Array.from(text.toLowerCase().matchAll(/\p{L}{4,}/gu), ([word]) => word.replace(/(?:ing|ed|es|s)$/, ''));
