// How many of so many cases may miss before a gate is red.

/** An evaluator that misses at this rate is stopped by chance in one build of two hundred. */
const chance = 0.005;

/** The smallest number of misses that so many cases at this rate reach as rarely as that: exact, of the binomial distribution. */
export function crit(n: number, rate: number) {
    let exactly = (1 - rate) ** n;
    let atLeast = 1;
    let misses = 0;
    for (; misses <= n && atLeast > chance; misses += 1) {
        atLeast -= exactly;
        exactly *= ((n - misses) / (misses + 1)) * (rate / (1 - rate));
    }
    return misses;
}
