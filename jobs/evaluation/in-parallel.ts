// Work for an evaluator, side by side.
import pLimit from 'p-limit';
import type { Evaluator } from './evaluator.ts';
import { yieldBetween } from './yielding.ts';

interface With {
    evaluator: Pick<Evaluator, 'atOnce'>;
    signal: AbortSignal;
}

/**
 * Runs something for each, as many in parallel as the evaluator allows, and lets other callers take their turn. The first failure
 * ends all.
 */
export async function inParallel<One, Done>(
    all: readonly One[],
    { evaluator, signal }: With,
    work: (one: One, signal: AbortSignal) => Promise<Done>
): Promise<Done[]> {
    const limit = pLimit(evaluator.atOnce ?? 1);
    const failed = new AbortController();
    const ends = AbortSignal.any([signal, failed.signal]);
    const yieldNow = yieldBetween(ends);
    const done = async (one: One) => {
        await yieldNow();
        return work(one, ends);
    };
    try {
        return await Promise.all(all.map((one) => limit(() => done(one))));
    } catch (error) {
        failed.abort(error);
        throw error;
    }
}
