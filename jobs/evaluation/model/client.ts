// The only client of model servers with an OpenAI API. It connects through the guarded outgoing fetch.
import type { OpenAI } from 'openai';
import type { Outgoing } from '../../../config/outgoing.ts';
import { EvaluatorFault } from '../faults.ts';
import { type Message, replySchema } from './messages.ts';

export interface ModelSettings {
    /** e.g. `http://127.0.0.1:11434/v1` */
    baseUrl: string;
    model: string;
    apiKey?: string | undefined;
    /** The time limit of one call including its retries, in milliseconds. */
    timeout: number;
    /** The number of retries after 429, 5xx, a lost connection or a time-out. */
    retries?: number;
}

export interface Completion {
    text: string;
    /** The model name that the server reports: the requested name may be an alias. */
    model: string;
    seed: number | null;
    format: Format;
    tokens: { prompt: number; completion: number };
}

export interface ModelClient {
    /** The requested model. */
    readonly model: string;
    /** Throws an EvaluatorFault. */
    complete(messages: readonly Message[], signal: AbortSignal): Promise<Completion>;
}

const formats = ['json_schema', 'json_object', 'text'] as const;
type Format = (typeof formats)[number];

/** The request options that this server supports: all at first, fewer after its refusals. */
interface Taken {
    format: Format;
    temperature: boolean;
    seed: boolean;
    max_tokens: boolean;
}

const seed = 20_261;
const longestReply = 256 * 1024;
/** Of a reply: three quotes and a sentence. */
const mostTokens = 2000;

/** Opens no connection before the first call. */
export function openModel(settings: ModelSettings, outgoing: Pick<Outgoing, 'fetch'>): ModelClient {
    let opened: Promise<OpenAI> | undefined;
    const taken: Taken = { format: 'json_schema', temperature: true, seed: true, max_tokens: true };
    return {
        model: settings.model,
        async complete(messages, signal) {
            const client = await (opened ??= load(settings, outgoing));
            let asked = { ...taken };
            for (;;) {
                try {
                    const completion = await ask(client, {
                        model: settings.model,
                        messages,
                        taken: asked,
                        signal
                    });
                    if (isLess(asked, taken)) Object.assign(taken, asked);
                    return completion;
                } catch (error) {
                    if (signal.aborted) throw signal.reason;
                    if (error instanceof EvaluatorFault) throw error;
                    const less = without(asked, error);
                    if (!less) throw faultOf(error);
                    asked = less;
                }
            }
        }
    };
}

async function load(
    { baseUrl, apiKey, timeout, retries = 4 }: ModelSettings,
    outgoing: Pick<Outgoing, 'fetch'>
) {
    const { OpenAI: Client } = await import('openai');
    return new Client({
        baseURL: baseUrl,
        apiKey: apiKey ?? 'none',
        organization: null,
        project: null,
        timeout,
        maxRetries: retries,
        logLevel: 'off',
        fetch: (url, init) =>
            outgoing.fetch(url instanceof Request ? url.url : url, requestOf(init ?? {}, timeout))
    });
}

/** A response may take as long as the whole call. */
function requestOf({ method, headers, body, signal }: RequestInit, timeout: number) {
    return {
        method: method ?? 'GET',
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' && { body }),
        ...(signal && { signal }),
        timeout,
        isSlow: true,
        maxBytes: longestReply
    };
}

interface Asked {
    model: string;
    messages: readonly Message[];
    taken: Taken;
    signal: AbortSignal;
}

async function ask(client: OpenAI, { model, messages, taken, signal }: Asked): Promise<Completion> {
    const completion = await client.chat.completions.create(
        {
            model,
            messages: [...messages],
            response_format: responseFormats[taken.format],
            ...(taken.temperature && { temperature: 0 }),
            ...(taken.seed && { seed }),
            ...(taken.max_tokens && { max_tokens: mostTokens })
        },
        { signal }
    );
    const text: unknown = completion.choices?.[0]?.message?.content;
    if (typeof text !== 'string') throw new EvaluatorFault('server_error', 'no reply');
    return {
        text,
        model: completion.model ?? model,
        seed: taken.seed ? seed : null,
        format: taken.format,
        tokens: tokensOf(completion.usage, messages, text)
    };
}

/** Some servers do not count tokens: then four characters count as one. */
function tokensOf(usage: OpenAI.CompletionUsage | undefined, messages: readonly Message[], text: string) {
    const sent = messages.reduce((sum, { content }) => sum + content.length, 0);
    return {
        prompt: usage?.prompt_tokens ?? Math.ceil(sent / 4),
        completion: usage?.completion_tokens ?? Math.ceil(text.length / 4)
    };
}

const responseFormats = {
    json_schema: {
        type: 'json_schema',
        json_schema: { name: 'finding', strict: true, schema: { ...replySchema } }
    },
    json_object: { type: 'json_object' },
    text: { type: 'text' }
} as const;

interface Refused {
    status?: number;
    param?: string | null;
    message?: string;
}

const options = ['temperature', 'seed', 'max_tokens'] as const;

/**
 * The same call without what the server names as refused; undefined when it names nothing that can be left out. A
 * refusal of one long answer must not take the schema from all others, so nothing is guessed.
 */
function without(asked: Taken, error: unknown): Taken | undefined {
    const { status, param, message } = error as Refused;
    if (status !== 400 && status !== 422) return undefined;
    const named = `${param ?? ''} ${message ?? ''}`;
    const option = options.find((name) => asked[name] && new RegExp(`\\b${name}\\b`).test(named));
    if (option) return { ...asked, [option]: false };
    const format = formats[formats.indexOf(asked.format) + 1];
    return format && /response_format|json_schema|json_object/.test(named) ? { ...asked, format } : undefined;
}

/** Whether a call that succeeded asked for less than others do. */
const isLess = (asked: Taken, taken: Taken) =>
    formats.indexOf(asked.format) > formats.indexOf(taken.format) ||
    options.some((name) => taken[name] && !asked[name]);

function faultOf(error: unknown) {
    const { name = '', status } = error as { name?: string; status?: unknown };
    if (status === 429) return new EvaluatorFault('rate_limited');
    if (typeof status === 'number' && status >= 500)
        return new EvaluatorFault('server_error', `HTTP ${status}`);
    if (typeof status === 'number') return new EvaluatorFault('refused', `HTTP ${status}`);
    return new EvaluatorFault(/timeout/i.test(name) || isLate(error) ? 'timeout' : 'unreachable');
}

/** A time-out of the outgoing fetch arrives as the cause of a connection error. */
function isLate(error: unknown): boolean {
    const { cause, code } = error as { cause?: unknown; code?: unknown };
    return code === 'timeout' || (typeof cause === 'object' && cause !== null && isLate(cause));
}
