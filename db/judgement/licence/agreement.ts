// The agreement of an evaluator with people. All results are reproducible.
import type { Level } from '../../sages/verdicts.ts';

export type Grade = Exclude<Level, 'unscored'>;

/** The level that people gave to one answer, and the level that the evaluator gave. */
export interface Pair {
    label: Grade;
    judged: Grade;
}

export const grades: readonly Grade[] = ['absent', 'partial', 'strong'];
export const rank = { absent: 0, partial: 1, strong: 2 } as const;

/** Levels as numbers; an unscored one counts as absent, because it earns nothing. */
export const rankOf = (level: Level) => (level === 'unscored' ? 0 : rank[level]);

/**
 * Returns Cohen's kappa with quadratic weights: 1 is full agreement, 0 is agreement by chance.
 * Without variation it is 1 when all pairs agree and 0 otherwise; without pairs it is 0.
 */
export const weightedKappa = (pairs: readonly Pair[]) => kappaOf(countCells(pairs.map(cellOf)));

/** The cell of a pair in the table of labels and evaluator levels. */
const cellOf = ({ label, judged }: Pair) => rank[label] * 3 + rank[judged];

/** Counting is all that kappa needs, so that a thousand draws take milliseconds. */
function countCells(cells: readonly number[]) {
    const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (const cell of cells) counts[cell] = (counts[cell] ?? 0) + 1;
    return counts;
}

/** Kappa of a table: how often each label met each evaluator level, three rows one after the other. */
export function kappaOf(counts: readonly number[]) {
    const at = (label: number, judged: number) => counts[label * 3 + judged] ?? 0;
    const ranks = [0, 1, 2];
    const labels = ranks.map((label) => sum(ranks.map((judged) => at(label, judged))));
    const judged = ranks.map((given) => sum(ranks.map((label) => at(label, given))));
    const weighted = (share: (a: number, b: number) => number) =>
        sum(ranks.flatMap((a) => ranks.map((b) => (a - b) ** 2 * share(a, b))));
    const observed = weighted(at);
    const n = sum(counts);
    if (observed === 0) return n > 0 ? 1 : 0;
    const chance = weighted((a, b) => (labels[a] ?? 0) * (judged[b] ?? 0));
    return chance === 0 ? 0 : 1 - (observed * n) / chance;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Returns the number of occurrences of each level. */
export function countsOf(levels: readonly Grade[]) {
    const counts = { absent: 0, partial: 0, strong: 0 };
    for (const level of levels) counts[level] += 1;
    return counts;
}

/** Returns the share of pairs with equal levels. */
export const exactAgreement = (pairs: readonly Pair[]) =>
    pairs.length === 0 ? 0 : pairs.filter(({ label, judged }) => label === judged).length / pairs.length;

interface Bootstrap {
    /** The share of the resampled values inside the interval. */
    level?: number;
    draws?: number;
    seed?: number;
}

/** Returns a bootstrap interval of kappa, by resampling the pairs with replacement. */
export function bootstrapInterval(
    pairs: readonly Pair[],
    { level = 0.9, draws = 1000, seed = 1 }: Bootstrap = {}
) {
    const random = seeded(seed);
    const drawn = pairs.map(cellOf);
    const kappas = Array.from({ length: pairs.length === 0 ? 0 : draws }, () =>
        kappaOf(countCells(drawn.map(() => drawn[Math.floor(random() * drawn.length)] ?? 0)))
    ).toSorted((a, b) => a - b);
    const at = (share: number) => kappas[Math.min(kappas.length - 1, Math.floor(share * kappas.length))] ?? 0;
    return { low: at((1 - level) / 2), high: at((1 + level) / 2) };
}

/** Returns a generator of numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function seeded(seed: number) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** The baseline that gives every answer the most common level. */
export function constantBaseline(labels: readonly Grade[]): Pair[] {
    const counts = countsOf(labels);
    const [judged = 'absent'] = grades.toSorted((a, b) => counts[b] - counts[a]);
    return labels.map((label) => ({ label, judged }));
}
