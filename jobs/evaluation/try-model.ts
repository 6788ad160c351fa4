// One question of our own to the language model of the settings: whether it replies, in which form, and how fast.
import type { Criterion } from '../../db/sages/sages.ts';
import { EvaluatorFault } from './faults.ts';
import type { Evaluators } from './index.ts';

interface Trying {
    evaluators: Evaluators;
    llm: { model: string; baseUrl: string; operator: string; timeout: number } | undefined;
    now: () => number;
    /** The most milliseconds that whoever asks waits. */
    patience?: number;
}

/** Its use of tokens is counted as any other. `ok` is false where it cannot be relied on, with the reason. */
export async function tryModel({ evaluators, llm, now, patience = Infinity }: Trying) {
    if (!llm)
        return {
            ok: false,
            evaluator: 'evidence',
            fault: 'not_set_up',
            reason: 'No model is set up: set LLM_BASE_URL.'
        };
    const began = now();
    const asked = { model: llm.model, base_url: llm.baseUrl, operator: llm.operator };
    const seconds = () => (now() - began) / 1000;
    try {
        const signal = AbortSignal.timeout(Math.min(llm.timeout, patience));
        const [finding] = await evaluators.of('model').find(question, signal);
        const ok = finding !== undefined && finding.level !== 'unscored';
        return { ok, ...asked, seconds: seconds(), finding };
    } catch (error) {
        const { code: fault, message: reason } = faultOf(error);
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

const question = {
    criteria: [criterion],
    answers: {
        handover:
            'I write a list of open tasks for my colleague, the urgent ones first, and let her read it back to me.'
    },
    prompt: '# Role\nA careful reader.'
};
