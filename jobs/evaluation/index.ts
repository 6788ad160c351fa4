// The evaluators of this installation, by the names that a sage may select.
import pLimit from 'p-limit';
import type { EvaluatorName, Criterion } from '../../db/sages/sages.ts';
import { countCall, usedInMonth } from '../../db/judgement/model-usage.ts';
import type { Store } from '../../db/store/index.ts';
import type { Outgoing } from '../../config/outgoing.ts';
import type { Finding } from '../../db/sages/verdicts.ts';
import type { Evaluator } from './evaluator.ts';
import { thread } from './evidence/thread.ts';
import { evidenceEvaluator } from './evidence/index.ts';
import { EvaluatorFault } from './faults.ts';
import { type ModelClient, type ModelSettings, openModel } from './model/client.ts';
import { type Meter, modelEvaluator } from './model/evaluator.ts';

export interface LlmSettings extends ModelSettings {
    /** The number of parallel calls of this process. */
    concurrency: number;
    /** The monthly limit of input and output tokens; 0 means no limit. */
    monthlyLimit: number;
    /** Who runs it, as candidates read it before they agree. */
    operator: string;
}

interface Deps {
    /** Where a model's use is counted; without it nothing is, and no limit holds. */
    store?: Store | undefined;
    now: () => number;
    /** Undefined without a configured model: then only the embedded reader is available. */
    llm?: LlmSettings | undefined;
    outgoing?: Pick<Outgoing, 'fetch'>;
    observe?: ObserveEvaluation;
}

/** Called for each reading of one candidate's answers. */
type ObserveEvaluation = (evaluation: {
    evaluator: string;
    outcome: 'done' | 'failed';
    seconds: number;
}) => void;

export interface Evaluators {
    /** Who runs the model, as candidates read it; undefined where none is set up. */
    operator?: string | undefined;
    /** For candidates and builds. The evaluator throws an EvaluatorFault when it is called but unavailable. */
    of(name: EvaluatorName): Evaluator;
    /** What the model's server can; undefined where none is set up. */
    describe?: ModelClient['describe'];
    /** For demos: a model's calls count against their own budget. */
    forDemo(name: EvaluatorName): Evaluator;
}

/** Creates one reader and one client, so that their limits apply to the whole process. */
export function makeEvaluators({ store, now, llm, outgoing, observe }: Deps): Evaluators {
    const evidence = evidenceEvaluator(thread.read);
    const timed = timedBy(now, observe);
    const embedded = unlessEvidence(timed(evidence));
    if (!llm || !outgoing) return { of: embedded, forDemo: embedded };
    const client = openModel(llm, outgoing);
    const shared = { client, limit: pLimit(llm.concurrency), reader: evidence };
    const named = (demo: boolean) => {
        const meter = store ? monthlyMeter({ store, now, llm, demo }) : uncounted;
        const model = modelEvaluator({ ...shared, meter });
        const all = {
            evidence: timed(evidence),
            model: timed(model),
            both: timed(bothEvaluators(model, evidence))
        };
        return (name: EvaluatorName) => all[name];
    };
    return { operator: llm.operator, describe: client.describe, of: named(false), forDemo: named(true) };
}

/** Measures how long each call of an evaluator takes, also a failed one. */
const timedBy =
    (now: () => number, observe: ObserveEvaluation = () => undefined) =>
    (evaluator: Evaluator): Evaluator => ({
        ...evaluator,
        async find(input, signal) {
            const began = now();
            let outcome: 'done' | 'failed' = 'failed';
            try {
                const found = await evaluator.find(input, signal);
                outcome = 'done';
                return found;
            } finally {
                observe({ evaluator: evaluator.name, outcome, seconds: (now() - began) / 1000 });
            }
        }
    });

const unlessEvidence = (evidence: Evaluator) => (name: EvaluatorName) =>
    name === 'evidence' ? evidence : notSetUp(name);

const notSetUp = (name: string): Evaluator => ({
    name,
    version: '0',
    find: () => Promise.reject(new EvaluatorFault('not_set_up'))
});

const uncounted: Meter = { assertAllowed: () => Promise.resolve(), count: () => Promise.resolve() };

interface Metered {
    store: Store;
    now: () => number;
    llm: LlmSettings;
    demo: boolean;
}

/** Of the monthly limit, what demos may use. */
const demoShare = 0.05;

function monthlyMeter({ store, now, llm: { monthlyLimit }, demo }: Metered): Meter {
    return {
        async assertAllowed() {
            if (monthlyLimit === 0) return;
            const { tokens, demoTokens } = await usedInMonth(store.read, now());
            const isSpent = demo && demoTokens >= monthlyLimit * demoShare;
            if (tokens >= monthlyLimit || isSpent) throw new EvaluatorFault('monthly_limit');
        },
        count: (tokens) => store.write((tx) => countCall(tx, tokens, { at: now(), demo }))
    };
}

/**
 * Combines the model's findings with the reader's evidence, and flags a criterion where they disagree: the model found nothing,
 * and half of the indicators are said. That nothing is said in a strong answer means little: in half of them the reader finds none.
 */
export function bothEvaluators(model: Evaluator, evidence: Evaluator): Evaluator {
    return {
        name: 'both',
        version: `${model.version}+${evidence.version}`,
        ...(model.atOnce !== undefined && { atOnce: model.atOnce }),
        async find(input, signal) {
            const [judged, read] = await Promise.all([
                model.find(input, signal),
                evidence.find(input, signal)
            ]);
            return judged.map((finding) => {
                const criterion = input.criteria.find(({ id }) => id === finding.criterion_id);
                const beside = read.find(({ criterion_id }) => criterion_id === finding.criterion_id);
                return criterion && beside ? besideEvidence(criterion, finding, beside) : finding;
            });
        }
    };
}

function besideEvidence(criterion: Criterion, finding: Finding, { evidence = [], flags }: Finding): Finding {
    const spoken = evidence.filter(({ kind }) => kind === 'said').map(({ indicator }) => indicator);
    const said = new Set(spoken).intersection(new Set(criterion.indicators)); // negative indicators are evidence too
    const disagree =
        finding.level === 'absent' && said.size > 0 && said.size * 2 >= criterion.indicators.length;
    const odd = disagree ? ['evaluators_disagree'] : [];
    return { ...finding, evidence, flags: [...new Set([...finding.flags, ...flags, ...odd])] };
}
