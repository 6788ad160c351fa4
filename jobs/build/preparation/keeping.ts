// An evaluator that keeps what it finds: the same question of a step is asked once, by a build or by its preparation.
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '../../../db/accounts/tokens.ts';
import { findJudged, keepJudged } from '../../../db/builds/prepared-results.ts';
import type { Gate } from '../../../db/builds/reports.ts';
import { withoutCriteria } from '../../../db/sages/prompts.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Store } from '../../../db/store/index.ts';
import { iso } from '../../../db/store/time.ts';
import { answerTo, type Evaluator, type Judgeable } from '../../evaluation/evaluator.ts';
import type { Evaluators } from '../../evaluation/index.ts';

/**
 * Identifies the evaluator: the digest of the weights where the server reports it, and other settings that change the results. It
 * is more exact after the first response.
 */
export async function judgeOf({ describe }: Evaluators, { name, version }: Evaluator, signal: AbortSignal) {
    const described = await describe?.(signal);
    return JSON.stringify([
        name,
        version,
        described?.name,
        described?.form,
        described?.context,
        described?.digest
    ]);
}

/** Of a complete preparation: its evaluator and its prompt. */
export const wholeBy = (judge: string, prompt: { sha256: string }) => `${judge} ${prompt.sha256}`;

export interface Keeping {
    store: Store;
    now: () => number;
    sageId: number;
    /** Each step asks for itself: what Ha asks again is never what Shu was given. */
    step: string;
    judge: string;
    /** Before a question is asked: throws where it must not be. */
    mayAsk?: () => Promise<void>;
}

/** Asks new questions and stores the results. `ahead` returns how much was evaluated in advance since its last call. */
export function keeping(live: Evaluator, { store, now, sageId, mayAsk, ...by }: Keeping) {
    const digestOf = digestsFor(by);
    let [of, before] = [0, [] as number[]];
    const findOne = async (input: Judgeable, digest: string, signal: AbortSignal) => {
        const kept = await findJudged(store.read, { sageId, digest });
        of += 1;
        if (kept) before.push(kept.judgedAt);
        await setImmediate(undefined, { signal }); // hundreds are found together
        if (kept) return [kept.finding];
        await mayAsk?.();
        const found = await live.find(input, signal);
        const [finding] = found;
        // Without a level it may be a fault of the moment.
        if (!finding || finding.level === 'unscored') return found;
        signal.throwIfAborted();
        const row = { sageId, digest, finding, judgedAt: now() };
        return [(await store.write((tx) => keepJudged(tx, row))).finding];
    };
    const evaluator: Evaluator = {
        ...live,
        async find(input, signal) {
            const { rubric = input.criteria } = input;
            const each = input.criteria.map((one) =>
                findOne({ ...input, rubric, criteria: [one] }, digestOf({ ...input, rubric }, one), signal)
            );
            return (await Promise.all(each)).flat();
        }
    };
    const ahead = (): Pick<Gate, 'ahead'> => {
        const [first, last] = [Math.min(...before), Math.max(...before)];
        const when = before.length > 0 && { from: iso(first), to: iso(last) };
        const described = { of, judged: before.length, ...(when || { from: null, to: null }) };
        [of, before] = [0, []];
        return described.of > 0 ? { ahead: described } : {};
    };
    return { evaluator, ahead };
}

/** Returns the digest of all that a finding depends on, and of how often the same was asked before. */
function digestsFor({ judge, step }: Pick<Keeping, 'judge' | 'step'>) {
    const times = new Map<string, number>();
    const prompts = new Map<string, string>(); // one of 400,000 characters takes milliseconds
    return (input: Judgeable & { rubric: readonly Criterion[] }, criterion: Criterion) => {
        const { prompt, rubric, language, examples = {}, answers } = input;
        const { test_answers: _answers, weight: _weight, ...described } = criterion;
        const shared = prompts.get(prompt) ?? sha256(withoutCriteria(prompt, rubric));
        prompts.set(prompt, shared);
        const shown = Object.hasOwn(examples, described.id) ? examples[described.id] : [];
        const asked = [described, shared, language, shown, answerTo(answers, described.id)];
        const question = sha256(JSON.stringify([judge, step, asked]));
        const before = times.get(question) ?? 0;
        times.set(question, before + 1);
        return sha256(`${question} ${before}`);
    };
}
