// Puts load on one address with many different requests: `node load-many.ts FILE`, the file as `ManyAsked` in JSON.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ManyAsked } from './load.ts';

interface Result {
    requests: { total: number };
    non2xx: number;
    errors: number;
}

type Autocannon = (options: object) => Promise<Result> & NodeJS.EventEmitter;

const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
const { url, amount, requests } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ManyAsked;
const began = performance.now();
const running = autocannon({ url, connections: 16, amount, requests });
let ended = began; // autocannon itself ends with the next full second
void running.on('response', () => (ended = performance.now()));
const { non2xx, errors, requests: sent } = await running;
const duration = (ended - began) / 1000;
process.stdout.write(JSON.stringify({ duration, non2xx, errors, requests: { total: sent.total } }));
