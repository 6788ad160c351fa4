// Evaluators that take what was judged before: the same question of a step is asked once, by a build or by its preparation.
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '../../../db/accounts/tokens.ts';
import { findJudged, keepJudged } from '../../../db/builds/ahead.ts';
import type { Ahead } from '../../../db/builds/reports.ts';
import { withoutCriteria } from '../../../db/sages/prompts.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import type { Store } from '../../../db/store/index.ts';
import { answerTo, type Evaluator, type Judgeable } from '../../evaluation/evaluator.ts';

export interface Shelf {
    store: Store;
    sageId: number;
    /** Each step asks for itself: what Ha asks again is never what Shu was given. */
    step: string;
    /** What the server tells of its model. */
    judge: string;
}

/** One question, with its digest. */
interface Asked {
    digest: string;
    one: Judgeable;
    signal: AbortSignal;
}

/** Takes what is kept, and calls `otherwise` for the rest. */
function taking(
    { name, version, atOnce = 1 }: Evaluator,
    { store, sageId, step, judge }: Shelf,
    otherwise: (asked: Asked) => Promise<Finding | undefined>
) {
    const times = new Map<string, number>();
    const digestOf = (input: Judgeable, criterion: Criterion) => {
        const { criteria, prompt, rubric = criteria, language, examples = {}, answers } = input;
        const { test_answers: _answers, weight: _weight, ...told } = criterion;
        const { id } = told;
        const shown = Object.hasOwn(examples, id) ? examples[id] : [];
        const by = [name, version, judge, step, withoutCriteria(prompt, rubric), language];
        const question = sha256(JSON.stringify([by, told, shown, answerTo(answers, id)]));
        const before = times.get(question) ?? 0;
        times.set(question, before + 1);
        return sha256(`${question} ${before}`);
    };
    let since: Ahead = { of: 0, judged: 0, from: null, to: null };
    const findOne = async (asked: Asked) => {
        const kept = await findJudged(store.read, { sageId, digest: asked.digest });
        since = added(since, kept?.judgedAt);
        await setImmediate(undefined, { signal: asked.signal });
        return kept?.finding ?? otherwise(asked);
    };
    const evaluator: Evaluator = {
        name,
        version,
        atOnce,
        async find(input, signal) {
            const asked = input.criteria.map((criterion) => ({
                digest: digestOf(input, criterion),
                one: { ...input, rubric: input.rubric ?? input.criteria, criteria: [criterion] },
                signal
            }));
            return (await Promise.all(asked.map(findOne))).filter((finding) => finding !== undefined);
        }
    };
    const ahead = () => {
        const told = since;
        since = { of: 0, judged: 0, from: null, to: null };
        return told;
    };
    return { evaluator, ahead };
}

const added = ({ of, judged, from, to }: Ahead, at: number | undefined): Ahead =>
    at === undefined
        ? { of: of + 1, judged, from, to }
        : { of: of + 1, judged: judged + 1, from: Math.min(at, from ?? at), to: Math.max(at, to ?? at) };

interface Keeping extends Shelf {
    now: () => number;
    /** Answers of people, which are not kept. */
    except?: ReadonlySet<string>;
    /** Before a question is asked: throws where it must not be. */
    mayAsk?: () => Promise<void>;
}

/** Asks what was not asked before, and keeps it. `ahead` tells how much was judged before, since it was last called. */
export const keeping = (live: Evaluator, { now, except = new Set(), mayAsk, ...shelf }: Keeping) =>
    taking(live, shelf, async ({ digest, one, signal }) => {
        await mayAsk?.();
        const [finding] = await live.find(one, signal);
        const isOfPeople = Object.values(one.answers).some((text) => except.has(text));
        if (!finding || isOfPeople) return finding;
        signal.throwIfAborted();
        const row = { sageId: shelf.sageId, digest, finding, judgedAt: now() };
        return (await shelf.store.write((tx) => keepJudged(tx, row))).finding;
    });

/** Asks nobody: what was not judged before has no level. */
export const keptAlone = (live: Evaluator, shelf: Shelf) =>
    taking(live, shelf, ({ one: { criteria } }) => {
        const [{ id: criterion_id }] = criteria as [Criterion];
        return Promise.resolve({ criterion_id, level: 'unscored', quotes: [], reason: '', flags: [] });
    });
