// Puts load on one address from a separate process, a number of requests: after as many each side has done the same, however
// much of the machine it was given.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { encode, type HttpClient, paths } from '../support/clients/client.ts';
import { cores, pinned } from './cores.ts';
import { processorSeconds } from './processor-time.ts';

export interface Asked {
    method: 'GET' | 'POST' | 'PATCH' | 'PUT';
    url: string;
    headers: Record<string, string>;
    body?: string;
}

/** A form action as this client sends it, its address without the origin. */
export function actionOf(
    { cookie, nonces }: Pick<HttpClient, 'cookie' | 'nonces'>,
    action: string,
    fields: Record<string, string> = {}
): Asked {
    return {
        method: 'POST',
        url: `${paths.ajax}?action=${action}&nonce=`,
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: encode({ action, nonce: nonces['svc_frontend_nonce'] ?? '', ...fields })
    };
}

/** What `load-many.ts` is to send, over and over: requests without the origin, which is `url`. */
export interface ManyAsked {
    url: string;
    amount: number;
    requests: Asked[];
}

interface LoadReport {
    requests: { total: number };
    duration: number;
    non2xx: number;
    errors: number;
}

/** Requests per second of clock time, and per second of the server's processor time: other programs may be running. */
export interface Load {
    perSecond: number;
    perProcessorSecond: number;
}

const program = fileURLToPath(new URL('./load-many.ts', import.meta.url));
const longest = 180_000;

/** Repeats the requests, in turn, over 16 connections to the server with this process. Throws when any request failed. */
export async function loadOn(pid: number, many: ManyAsked): Promise<Load> {
    const before = await processorSeconds(pid);
    const [command = '', ...args] = await pinned(cores.load, process.execPath, [program]);
    const load = promisify(execFile)(command, args, { timeout: longest });
    load.child.stdin?.end(JSON.stringify(many));
    const { requests, duration, non2xx, errors } = JSON.parse((await load).stdout) as LoadReport;
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} of ${requests.total} requests failed`);
    const used = (await processorSeconds(pid)) - before;
    return { perSecond: requests.total / duration, perProcessorSecond: many.amount / used };
}
