// How sure a measured agreement is: the answers that two people and the evaluator rated, and the intervals of their kappas.
import { kappaOf } from './agreement.ts';

/** How often each pattern occurred: the ranks (0 to 2) of the first label, the second label and the evaluator, as three digits of base 3. */
type Patterns = readonly number[];

/** The answers of one candidate, each by its pattern: they are left out together. */
export type Part = readonly number[];

export const patternOf = (first: number, second: number, judged: number) => first * 9 + second * 3 + judged;

const patterns = Array.from({ length: 27 }, (_, pattern) => ({
    first: Math.floor(pattern / 9),
    second: Math.floor(pattern / 3) % 3,
    judged: pattern % 3
}));

/** Returns how often each pattern occurred. */
function countPatterns(seen: readonly number[]): number[] {
    const counts = patterns.map(() => 0);
    for (const pattern of seen) counts[pattern] = (counts[pattern] ?? 0) + 1;
    return counts;
}

/** Each of the two labels counts half. */
function tablesOf(counts: Patterns) {
    const judge = Array<number>(9).fill(0);
    const people = Array<number>(9).fill(0);
    const add = (table: number[], cell: number, half: number) => {
        table[cell] = (table[cell] ?? 0) + half;
    };
    for (const [pattern, { first, second, judged }] of patterns.entries()) {
        const half = (counts[pattern] ?? 0) / 2;
        if (half === 0) continue;
        for (const label of [first, second]) add(judge, label * 3 + judged, half);
        add(people, first * 3 + second, half);
        add(people, second * 3 + first, half);
    }
    return { judge, people };
}

const judgeKappa = (counts: Patterns) => kappaOf(tablesOf(counts).judge);
const peopleKappa = (counts: Patterns) => kappaOf(tablesOf(counts).people);

interface Estimate {
    value: number;
    /** The standard error. */
    se: number;
}

/** Fewer candidates say nothing of how others would have changed the figure. */
const fewestParts = 20;

/** The jackknife leaves out one candidate at a time, with all their answers and both labels of each. It draws no random numbers. */
function jackknife(parts: readonly Part[], measure: (counts: Patterns) => number): Estimate {
    const counts = countPatterns(parts.flat());
    const value = measure(counts);
    const n = parts.length;
    if (n < fewestParts) return { value, se: Infinity };
    const alike = Map.groupBy(parts, (part) => part.toSorted((a, b) => a - b).join());
    const left = Array.from(alike.values(), (same) => {
        const own = countPatterns(same[0] ?? []);
        return { times: same.length, value: measure(counts.map((count, at) => count - (own[at] ?? 0))) };
    });
    const mean = left.reduce((sum, { times, value }) => sum + times * value, 0) / n;
    const squares = left.reduce((sum, { times, value }) => sum + times * (value - mean) ** 2, 0);
    return { value, se: Math.sqrt(((n - 1) / n) * squares) };
}

/** The agreement of an evaluator with people, compared with that of people with each other. */
export interface Bounds {
    kappa: number;
    se: number;
    /** The bounds of kappa, each missed with the given probability. */
    low: number;
    high: number;
    /** The kappa of the two people. */
    people: number;
    /** The lower bound of the evaluator's kappa minus that of people. */
    differenceLow: number;
}

/**
 * Returns kappa with its bounds (Fisher's z, jackknife). `alpha` is the probability that the true kappa lies below the lower
 * bound; the bound of the difference is missed with half of it.
 */
export function boundsOf(parts: readonly Part[], alpha: number): Bounds {
    const { value, se } = jackknife(parts, judgeKappa);
    const difference = jackknife(parts, (some) => judgeKappa(some) - peopleKappa(some));
    const inside = Math.min(0.995, Math.max(-0.999, value));
    const margin = (quantile(1 - alpha) * se) / (1 - inside * inside);
    return {
        kappa: value,
        se,
        low: Math.tanh(Math.atanh(inside) - margin),
        high: Math.tanh(Math.atanh(inside) + margin),
        people: peopleKappa(countPatterns(parts.flat())),
        differenceLow: Math.max(-2, difference.value - quantile(1 - alpha / 2) * difference.se)
    };
}

/** Returns the value below which the standard normal distribution has this share (0 to 1), by bisection. */
function quantile(share: number) {
    return bisect(-10, 10, (z) => normalBelow(z) < share);
}

/** The standard normal distribution function, to fifteen digits in the bounds that are used here (Marsaglia 2004). */
function normalBelow(z: number) {
    let sum = z;
    let term = z;
    for (let i = 3; i < 400 && Math.abs(term) > 1e-17; i += 2) {
        term *= (z * z) / i;
        sum += term;
    }
    return 0.5 + sum * Math.exp(-(z * z) / 2) * Math.sqrt(1 / (2 * Math.PI));
}

/** Returns the upper 95 % limit of Clopper and Pearson for a share of which `hits` of `n` were seen; 1 without any. */
export const shareAtMost = (hits: number, n: number) =>
    hits >= n ? 1 : bisect(0, 1, (share) => binomialAtMost(hits, n, share) > 0.05);

/** Returns the probability of at most `hits` in `n` tries. */
export function binomialAtMost(hits: number, n: number, share: number) {
    let log = n * Math.log1p(-share); // of exactly none
    let sum = Math.exp(log);
    for (let k = 1; k <= hits; k += 1) {
        log += Math.log((n - k + 1) / k) + Math.log(share) - Math.log1p(-share);
        sum += Math.exp(log);
    }
    return sum;
}

/** Returns where `isBelow` turns false between two numbers. */
function bisect(low: number, high: number, isBelow: (value: number) => boolean) {
    let [from, to] = [low, high];
    for (let step = 0; step < 60; step += 1) {
        const middle = (from + to) / 2;
        if (isBelow(middle)) from = middle;
        else to = middle;
    }
    return (from + to) / 2;
}
