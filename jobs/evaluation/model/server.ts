// One request to a server: what it answered, whatever that is, or why nothing came.
import type { Outgoing } from '../../../config/outgoing.ts';
import { EvaluatorFault } from '../faults.ts';
import type { Refused } from './refusals.ts';
import { at, countIn, parsed } from './values.ts';

export interface Place {
    /** e.g. `http://127.0.0.1:11434/v1`; a query stays part of every address. */
    baseUrl: string;
    apiKey?: string | undefined;
}

/** What is longer is not read. */
const longestResponse = 256 * 1024;

export interface Answered extends Refused {
    /** Undefined for invalid JSON. */
    body: unknown;
    /** In milliseconds, where the server says it. */
    retryAfter: number | undefined;
}

interface Request {
    /** Below the base, or next to it: `../props`. */
    path: string;
    /** Sent by POST; without it the request is a GET. */
    json?: object;
    /** In milliseconds. */
    timeout: number;
    signal: AbortSignal;
}

/** Returns what sends requests to this place. That throws an EvaluatorFault where no response came, or the reason of the signal. */
export const request =
    (outgoing: Pick<Outgoing, 'fetch'>, { baseUrl, apiKey }: Place) =>
    async ({ path, json, timeout, signal }: Request): Promise<Answered> => {
        const { origin, pathname, search } = new URL(baseUrl);
        const folder = ['', ...pathname.split('/').filter(Boolean), ''].join('/');
        const address = new URL(path, origin + folder);
        address.search = search;
        const isOutside = path.startsWith('../'); // the key is for the API alone
        const authorization = apiKey === undefined || isOutside ? {} : { authorization: `Bearer ${apiKey}` };
        const headers = { 'content-type': 'application/json', ...authorization };
        const limits = { timeout: Math.max(1, Math.ceil(timeout)), isSlow: true, maxBytes: longestResponse };
        const post = json && { method: 'POST', body: JSON.stringify(json) };
        try {
            const response = await outgoing.fetch(address, { ...post, headers, signal, ...limits });
            const text = await response.text();
            const body = parsed(text);
            return { status: statusOf(response, body), text, body, retryAfter: retryAfterOf(response) };
        } catch (error) {
            if (signal.aborted) throw signal.reason;
            if (error instanceof EvaluatorFault) throw error;
            throw faultOf(error as { code?: string; name: string });
        }
    };

/** Gateways pass on a failure with status 200 and its own status in the body. */
function statusOf({ status }: Response, body: unknown) {
    const code = countIn(at(body, 'error', 'code')) ?? 0;
    return status < 300 && code >= 400 && code < 600 ? code : status;
}

function retryAfterOf({ headers }: Response) {
    const [ms, seconds] = [headers.get('retry-after-ms'), headers.get('retry-after')];
    const wait = ms === null ? Number(seconds ?? NaN) * 1000 : Number(ms);
    return wait >= 0 ? wait : undefined;
}

function faultOf({ code, name }: { code?: string; name: string }) {
    if (code === 'too_large') return new EvaluatorFault('no_api', 'a response of more than 256 KiB');
    return new EvaluatorFault(code === 'timeout' || name === 'TimeoutError' ? 'timeout' : 'unreachable');
}
