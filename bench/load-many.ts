// Puts load on one address with many different requests: `node load-many.ts FILE`, the file as `ManyAsked` in JSON.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ManyAsked } from './load.ts';

interface Result {
    requests: { total: number };
    duration: number;
    non2xx: number;
    errors: number;
}

type Autocannon = (options: object) => Promise<Result>;

const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
const { url, amount, requests } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ManyAsked;
const result = await autocannon({ url, connections: 16, amount, requests });
const { duration, non2xx, errors } = result;
process.stdout.write(
    JSON.stringify({ duration, non2xx, errors, requests: { total: result.requests.total } })
);
