// The reader whose thread does what answers say: it hangs, grows, ends or fails.
import type { ExecutionContext } from 'ava';
import { openReader } from '../../../jobs/evaluation/evidence/apart.ts';
import { evidenceEvaluator } from '../../../jobs/evaluation/evidence/index.ts';
import { criterion } from './builds.ts';

const source = new URL('../../doubles/stubborn-thread.js', import.meta.url);

/** `patience` is how many milliseconds it waits for an answer, `rest` after how many a thread with nothing to do is ended. */
export function stubbornReader(
    t: ExecutionContext,
    setting: { patience?: number; rest?: number; source?: URL } = {}
) {
    const thread = openReader({ source, patience: 60_000, rest: 60_000, ...setting });
    t.teardown(thread.close);
    const evaluator = evidenceEvaluator(thread.read);
    const criteria = ['one', 'two', 'three'].map((id) => criterion(id, ['measured']));
    return {
        ...thread,
        evaluator,
        /** What is found in up to three answers. */
        find: (...texts: string[]) => {
            const answers = Object.fromEntries(texts.map((text, at) => [criteria[at]?.id, text]));
            const judgeable = { criteria: criteria.slice(0, texts.length), answers, prompt: '' };
            return evaluator.find(judgeable, new AbortController().signal);
        }
    };
}
