// Every figure is a ratio of two alternating measurements of one run:
// `npm run bench -- [--short] [--json] [row ...]`.
import { parseArgs } from 'node:util';
import type { Figure, Row } from './figure.ts';
import { grown } from './large-database/run.ts';
import { idleMemory } from './idle-memory.ts';
import { jobStart } from './job-start.ts';
import { jobs } from './jobs.ts';
import { judgement } from './judgement.ts';
import { polls } from './polls.ts';
import { jobsOnPostgres } from './postgres/jobs.ts';
import { neighboursOnPostgres, oneRowOnPostgres, pollOnPostgres } from './postgres/requests.ts';
import { start } from './start.ts';
import { line, showProgress, table } from './table.ts';

const rows: Row[] = [
    polls,
    jobs,
    jobStart,
    start,
    idleMemory,
    grown,
    judgement,
    jobsOnPostgres,
    pollOnPostgres,
    oneRowOnPostgres,
    neighboursOnPostgres
];

const { values, positionals } = parseArgs({
    options: {
        short: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false }
    },
    allowPositionals: true
});
const { short } = values;

function chosen(names: string[]) {
    const known = rows.map(({ name }) => name);
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) stop(`No row ${unknown.join(', ')}; there are ${known.join(', ')}.`);
    return names.length === 0 ? rows : rows.filter(({ name }) => names.includes(name));
}

function stop(reason: string): never {
    process.stderr.write(`${reason}\n`);
    process.exit(1);
}

async function measure({ name, measure }: Row): Promise<Figure[]> {
    showProgress(name, 0);
    const began = performance.now();
    const figures = await measure(short, (share) => showProgress(name, share));
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stderr.write(`${name}, in ${seconds} s\n`);
    for (const one of figures) process.stderr.write(`${line(one)}\n`);
    return figures;
}

/** The figures of every row that could be measured; another one sets the exit code. */
async function all(chosen: Row[]) {
    const figures: Figure[] = [];
    for (const row of chosen) {
        try {
            figures.push(...(await measure(row)));
        } catch (error) {
            process.stderr.write(`${row.name} could not be measured: ${String(error)}\n`);
            process.exitCode = 1;
        }
    }
    return figures;
}

const figures = await all(chosen(positionals));
process.stdout.write(values.json ? `${JSON.stringify({ short, figures })}\n` : table(figures));
