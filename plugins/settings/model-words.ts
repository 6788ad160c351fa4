// What came of a question to the language model, in words.
import type { App } from '../app.ts';

type Trial = Awaited<ReturnType<App['askModel']>>;

const faults: Readonly<Record<string, string>> = {
    not_set_up: 'There is no language model: LLM_BASE_URL is not set.',
    unreachable:
        'Its server cannot be reached: look at LLM_BASE_URL, and at ALLOW_PRIVATE where it is an internal host.',
    timeout: 'It did not answer in time: look at LLM_TIMEOUT_MS, and at what else its server does.',
    rate_limited: 'Its server has too much to do (HTTP 429). Try again later.',
    refused: 'Its server refused the question: look at LLM_MODEL and LLM_API_KEY.',
    server_error: 'Its server failed.',
    monthly_limit: 'The tokens of this month are used up (LLM_MONTHLY_LIMIT).'
};

/** One or two sentences, for administrators. */
export function modelWords({ ok, seconds = 0, fault, reason, finding }: Trial, model: string) {
    const took = `${seconds.toFixed(1)} seconds`;
    if (ok) return `${model} answered in ${took}: it read our test answer as ${finding?.level ?? ''}.`;
    if (fault === undefined)
        return `${model} answered in ${took}, but in no form that can be used: ${finding?.reason ?? 'nothing was found'}.`;
    const status = /HTTP \d+/.exec(reason ?? '')?.[0];
    return `${faults[fault] ?? reason ?? ''}${status && fault !== 'rate_limited' ? ` It answered ${status}.` : ''}`;
}
