/**
 * `passing`: asking again helps. `fixable`: jobs ask again for a while, for an operator may change a setting meanwhile.
 * `final`: the same words would fail again. `lasting`: nothing is asked before the next month, or before a model is set up.
 */
type Kind = 'passing' | 'fixable' | 'final' | 'lasting';

/** Why an evaluator returned nothing: whether a retry helps, and the message to the operator. */
const faults = {
    unreachable: ['passing', 'Cannot connect to the model server. Check LLM_BASE_URL and ALLOW_PRIVATE.'],
    timeout: ['passing', 'The server did not answer in time. Check LLM_TIMEOUT_MS and its load.'],
    rate_limited: [
        'passing',
        'The server is overloaded (HTTP 429). Try again later, or lower LLM_CONCURRENCY.'
    ],
    loading: ['passing', 'The server is still loading its model. Try again in a few minutes.'],
    server_error: ['passing', 'The server failed.'],
    refused: ['fixable', 'The server refused the request. Check LLM_API_KEY and LLM_MODEL.'],
    no_api: ['fixable', 'This address has no OpenAI API. LLM_BASE_URL usually ends with /v1.'],
    unknown_model: ['fixable', 'The server does not have this model. Check LLM_MODEL, and load it there.'],
    too_long: ['final', 'The prompt does not fit into the context of the server. Enlarge the context.'],
    truncated: ['final', 'The server cut off the prompt. Start it with a larger context.'],
    thinking_cut: [
        'final',
        'Thinking used up LLM_MAX_TOKENS before an answer. Turn thinking off, or raise the limit.'
    ],
    no_answer: ['final', 'The model returned thoughts and no answer. Turn thinking off.'],
    filtered: ['final', 'The content filter of the server, or the model, refused this text.'],
    quota: ['fixable', 'The quota or the balance at the provider is used up.'],
    monthly_limit: ['lasting', "This month's token limit is reached (LLM_MONTHLY_LIMIT)."],
    not_set_up: ['lasting', 'No language model is set up. Set LLM_BASE_URL.']
} as const satisfies Record<string, readonly [Kind, words: string]>;

export type FaultCode = keyof typeof faults;

/** An evaluator is unavailable. Nothing in it is an address, a key or a text of a candidate or of a server. */
export class EvaluatorFault extends Error {
    readonly code: FaultCode;
    /** For the operator: what happened and what helps. */
    readonly words: string;

    constructor(code: FaultCode, detail = '') {
        const more = detail === '' ? '' : ` (${detail})`;
        const [, words] = faults[code];
        super(`evaluator: ${code}${more}. ${words}`);
        this.name = 'EvaluatorFault';
        this.code = code;
        this.words = words + more;
    }
}

const isOf = (error: unknown, kind: Kind) =>
    error instanceof EvaluatorFault && faults[error.code][0] === kind;

/** Whether the evaluator may answer later without a change of settings. */
export const isTemporary = (error: unknown) => isOf(error, 'passing');

/** Whether a retry with the same text would fail in the same way: a person reviews it now, and others may be read. */
export const isFinal = (error: unknown) => isOf(error, 'final');

/** Whether an early retry would be useless. */
export const isLasting = (error: unknown) => isOf(error, 'lasting');

/** For a nightly job: after a fault that lasts nothing is stored, and the next one asks again. */
export function unlessLasting(error: unknown): undefined {
    if (!isLasting(error)) throw error;
}
