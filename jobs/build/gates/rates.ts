// How many of so many cases may miss before a gate is red.
import { binomialAtMost } from '../../../db/judgement/licence/bounds.ts';

/** An evaluator that misses at this rate is stopped by chance in one build of two hundred. */
const chance = 0.005;

/** The smallest number of misses that so many cases at this rate reach as rarely as that: exact, of the binomial distribution. */
export function crit(n: number, rate: number) {
    let misses = 1;
    while (1 - binomialAtMost(misses - 1, n, rate) > chance) misses += 1;
    return misses;
}
