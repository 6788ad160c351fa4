// Puts load on one address from a separate process, a number of requests: after as many each side has done the same, however
// much of the machine it was given.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cores, pinned } from './cores.ts';

const run = promisify(execFile);
const autocannon = fileURLToPath(import.meta.resolve('autocannon'));

export interface Asked {
    method: 'GET' | 'POST' | 'PATCH';
    url: string;
    headers: Record<string, string>;
    body?: string;
}

interface LoadReport {
    requests: { total: number };
    duration: number;
    non2xx: number;
    errors: number;
}

/** Repeats one request over 16 connections. Returns requests per second; throws when any request failed. */
export async function requestsPerSecond({ method, url, headers, body }: Asked, amount: number) {
    const bounds = ['-c', '16', '-a', String(amount)];
    const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
    if (body !== undefined) sent.push('-b', body);
    const args = [autocannon, '-j', '-n', '-m', method, ...bounds, ...sent, url];
    return rateOf(args);
}

/** What `load-many.ts` is to send, over and over: requests without the origin, which is `url`. */
export interface ManyAsked {
    url: string;
    amount: number;
    requests: { method: string; path: string; headers: Record<string, string>; body: string }[];
}

/** Repeats many requests over 16 connections, written to `file` first. Returns requests per second. */
export async function requestsPerSecondOf(many: ManyAsked, file: string) {
    await writeFile(file, JSON.stringify(many));
    return rateOf([fileURLToPath(new URL('./load-many.ts', import.meta.url)), file]);
}

const longest = 180_000;

async function rateOf(args: string[]) {
    const [program = '', ...rest] = await pinned(cores.load, process.execPath, args);
    const { stdout } = await run(program, rest, { timeout: longest });
    const { requests, duration, non2xx, errors } = JSON.parse(stdout) as LoadReport;
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} of ${requests.total} requests failed`);
    return requests.total / duration;
}
