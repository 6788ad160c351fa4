// Tries the properties with ever more values, none of them twice: npm run fuzz -- [--minutes 30] [part of a name ...]
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startProgress } from '../chaos/progress.ts';
import { properties } from './index.ts';
import { keep } from './kept.ts';
import type { Property } from './property.ts';
import { slowInputs } from './slow-inputs.ts';

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string', default: '30' } }
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new TypeError('--minutes takes a number.');
const chosen = [...properties, ...slowInputs].filter(
    ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part))
);
if (chosen.length === 0) throw new TypeError('There is no property of that name.');

const firstRuns = 200;
const whole = minutes * 60_000;
const begin = performance.now();
const gone = () => performance.now() - begin;
const failed = new Set<string>();
let tried = 0;

async function round({ name, check }: Property, numRuns: number) {
    const interruptAfterTimeLimit = Math.max(1, whole - gone());
    const { values, failure } = await check({ seed: randomInt(2 ** 31), numRuns, interruptAfterTimeLimit });
    tried += values;
    if (!failure) return;
    const { message, ...where } = failure;
    failed.add(name);
    keep({ property: name, ...where });
    process.stdout.write(`\n${name}\n${message}\n`);
}

const bar = startProgress('fuzz');
for (let runs = firstRuns; gone() < whole; runs *= 2) {
    for (const one of chosen) {
        if (gone() >= whole || failed.has(one.name)) continue;
        await round(one, runs);
        bar.report(Math.min(Math.round(gone() / 1000), minutes * 60), minutes * 60);
    }
    if (failed.size === chosen.length) break;
}
bar.end();
process.stdout.write(
    `${chosen.length} properties, ${tried.toLocaleString('en-US')} values, ${failed.size} failed${failed.size > 0 ? ': their seeds are in test/properties/seeds.json' : ''}\n`
);
process.exitCode = failed.size === 0 ? 0 : 1;
