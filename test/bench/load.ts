// Puts load on one address from a separate process, a number of requests: after as many each side has done the same, however
// much of the machine it was given.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cores, pinned } from './cores.ts';

export interface Asked {
    method: 'GET' | 'POST' | 'PATCH';
    url: string;
    headers: Record<string, string>;
    body?: string;
}

/** What `load-many.ts` is to send, over and over: requests without the origin, which is `url`. */
export interface ManyAsked {
    url: string;
    amount: number;
    requests: { method: string; path: string; headers: Record<string, string>; body?: string }[];
}

interface LoadReport {
    requests: { total: number };
    duration: number;
    non2xx: number;
    errors: number;
}

/** Repeats one request over 16 connections. Returns requests per second; throws when any request failed. */
export function requestsPerSecond({ method, url, headers, body }: Asked, amount: number) {
    const { origin, pathname, search } = new URL(url);
    const request = { method, path: pathname + search, headers, ...(body !== undefined && { body }) };
    return requestsPerSecondOf({ url: origin, amount, requests: [request] });
}

const program = fileURLToPath(new URL('./load-many.ts', import.meta.url));
const longest = 180_000;

/** Repeats many requests, in turn, over 16 connections. Returns requests per second; throws when any request failed. */
export async function requestsPerSecondOf(many: ManyAsked) {
    const [command = '', ...args] = await pinned(cores.load, process.execPath, [program]);
    const load = promisify(execFile)(command, args, { timeout: longest });
    load.child.stdin?.end(JSON.stringify(many));
    const { requests, duration, non2xx, errors } = JSON.parse((await load).stdout) as LoadReport;
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} of ${requests.total} requests failed`);
    return requests.total / duration;
}
