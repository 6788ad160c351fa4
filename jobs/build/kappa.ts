import type { Level } from '../../db/sages/verdicts.ts';

/** Levels as numbers; an unscored one counts as absent, for it earned nothing. */
export const rankOf = (level: Level) => ranks[level];

const ranks = { unscored: 0, absent: 0, partial: 1, strong: 2 } as const;
const steps = [0, 1, 2] as const;

/** What was expected and what came, of one answer. */
export interface Rating {
    expected: Level;
    came: Level;
}

/**
 * Cohen's kappa with quadratic weights over absent, partial, strong: 1 is full agreement, 0 is chance.
 * Without any spread in the ratings it is 1 when they agree and 0 when they do not.
 */
export function weightedKappa(ratings: readonly Rating[]) {
    const observed = ratings.reduce(
        (sum, { expected, came }) => sum + squared(rankOf(expected), rankOf(came)),
        0
    );
    if (observed === 0) return ratings.length > 0 ? 1 : 0;
    const chance = disagreementByChance(ratings);
    return chance === 0 ? 0 : 1 - observed / chance;
}

function disagreementByChance(ratings: readonly Rating[]) {
    const expected = countsOf(ratings.map((rating) => rankOf(rating.expected)));
    const came = countsOf(ratings.map((rating) => rankOf(rating.came)));
    let sum = 0;
    for (const a of steps)
        for (const b of steps) sum += (squared(a, b) * expected[a] * came[b]) / ratings.length;
    return sum;
}

function countsOf(values: readonly number[]) {
    const count = (step: number) => values.filter((value) => value === step).length;
    return [count(0), count(1), count(2)] as const;
}

const squared = (a: number, b: number) => (a - b) ** 2;
