// One question of our own to the language model of the settings: whether it replies, in which form, and how fast.
import type { Criterion } from '../../db/sages/sages.ts';
import { EvaluatorFault } from './faults.ts';
import type { Evaluators, LlmSettings } from './index.ts';

interface Trying {
    evaluators: Evaluators;
    llm: Omit<LlmSettings, 'monthlyLimit'> | undefined;
    now: () => number;
    /** The most milliseconds that the caller waits. */
    patience?: number;
}

/**
 * Asks one question, then as many in parallel as an evaluation sends. Its tokens count like any others. `ok` is false where the
 * model cannot be relied on, with the reason.
 */
export async function tryModel({ evaluators, llm, now, patience = Infinity }: Trying) {
    if (!llm) {
        const { code: fault, words: reason } = new EvaluatorFault('not_set_up');
        return { ok: false, evaluator: 'evidence', fault, reason };
    }
    const asked = { model: llm.model, base_url: llm.baseUrl, operator: llm.operator };
    const signal = AbortSignal.timeout(Math.min(2 * llm.timeout, patience));
    const ask = (calls: number) => evaluators.of('model').find(questions(calls), signal);
    let began = now();
    const seconds = () => (now() - began) / 1000;
    try {
        const [finding] = await ask(1);
        const first = { ...asked, seconds: seconds(), finding };
        if (finding === undefined || finding.level === 'unscored') return { ok: false, ...first };
        const calls_at_once = Math.min(llm.concurrency, 8); // more are not worth their tokens
        began = now();
        const unread = (await ask(calls_at_once)).find(({ level }) => level === 'unscored');
        if (unread) return { ok: false, ...first, finding: unread };
        const pace = seconds();
        const timeFor = (criteria: number) => Number((Math.ceil(criteria / calls_at_once) * pace).toFixed(1));
        const candidate = { calls_at_once, seconds_for_5: timeFor(5), seconds_for_20: timeFor(20) };
        return { ok: true, ...first, candidate, server: await evaluators.describe?.(signal) };
    } catch (error) {
        const { code: fault, words: reason } = faultOf(error);
        return { ok: false, ...asked, seconds: seconds(), fault, reason };
    }
}

function faultOf(error: unknown) {
    if (error instanceof EvaluatorFault) return error;
    if (error instanceof DOMException && error.name === 'TimeoutError') return new EvaluatorFault('timeout');
    throw error;
}

const criterion: Criterion = {
    id: 'handover',
    question: 'How do you hand over your work at the end of a day?',
    weight: 1,
    levels: {
        absent: 'names no way',
        partial: 'names what is handed over',
        strong: 'names what is handed over, in which order, and a check that it arrived'
    },
    indicators: ['list of open tasks', 'read it back'],
    negative_indicators: []
};

const answer =
    'I write a list of open tasks for my colleague, the urgent ones first, and let her read it back to me.';

/** The same question for so many criteria. */
function questions(count: number) {
    const criteria = Array.from({ length: count }, (_, place) => ({ ...criterion, id: `handover_${place}` }));
    const answers = Object.fromEntries(criteria.map(({ id }) => [id, answer]));
    return { criteria, answers, prompt: '# Role\nA careful reader.' };
}
