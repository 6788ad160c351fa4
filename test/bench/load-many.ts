// Puts load on one address with one request or many: `node load-many.ts`, with `ManyAsked` in JSON on standard input.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { ManyAsked } from './load.ts';

const { url, amount, requests: asked } = JSON.parse(readFileSync(0, 'utf8')) as ManyAsked;
const requests = asked.map(({ url: path, ...request }) => ({ ...request, path }));
const began = performance.now();
// autocannon looks every `sampleInt` ms whether all is done: the time of the last response is what counts
const running = autocannon({ url, connections: 16, amount, requests, sampleInt: 50 });
let ended = began;
void running.on('response', () => (ended = performance.now()));
const { non2xx, errors, requests: sent } = await running;
const duration = (ended - began) / 1000;
process.stdout.write(JSON.stringify({ duration, non2xx, errors, requests: { total: sent.total } }));
