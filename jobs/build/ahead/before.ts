// What the beginning of a build is told of its judge, and of what was judged before.
import { hasJudged } from '../../../db/builds/ahead.ts';
import type { Store } from '../../../db/store/index.ts';
import type { Evaluator } from '../../evaluation/evaluator.ts';
import type { Evaluators } from '../../evaluation/index.ts';
import { keptAlone } from './keeping.ts';
import type { Known } from '../steps/step.ts';

interface Judges {
    store: Store;
    evaluators: Pick<Evaluators, 'describe'>;
    live: Evaluator;
    signal: AbortSignal;
}

/** The digest of the weights, where a server tells it, and what else makes another judge of the same name. */
export async function judgeOf({ evaluators, signal }: Pick<Judges, 'evaluators' | 'signal'>) {
    const { name, form, context, digest } = (await evaluators.describe?.(signal)) ?? {};
    return JSON.stringify([name, form, context, digest]);
}

/** Asks the server once it has answered: before, it tells less. */
export const judgedBefore = (
    { store, evaluators, live, signal }: Judges,
    { sageId }: { sageId: number }
) => ({
    judge: () => judgeOf({ evaluators, signal }),
    known: async (judge: string): Promise<Known | undefined> =>
        (await hasJudged(store.read, sageId))
            ? (step) => keptAlone(live, { store, sageId, step, judge })
            : undefined
});
