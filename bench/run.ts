// Every figure is a ratio of two alternating measurements of one run: `npm run bench -- [--short] [--json] [row ...]`.
import { parseArgs } from 'node:util';
import { commissions } from './commissions.ts';
import type { Figure, Row } from './figure.ts';
import { grown } from './grown/run.ts';
import { idleMemory } from './idle-memory.ts';
import { jobStart } from './job-start.ts';
import { jobs } from './jobs.ts';
import { judgement } from './judgement.ts';
import { polls } from './polls.ts';
import { results, resultsPatch } from './results.ts';
import { start } from './start.ts';
import { stepStatus } from './step-status.ts';
import { line, showProgress, table } from './table.ts';
import { taskGet } from './task-get.ts';
import { walFile } from './wal-file.ts';

const rows: Row[] = [
    stepStatus,
    polls,
    results,
    resultsPatch,
    commissions,
    taskGet,
    jobs,
    jobStart,
    start,
    idleMemory,
    walFile,
    grown,
    judgement
];

const { values, positionals } = parseArgs({
    options: { short: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
    allowPositionals: true
});

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
    const figures = await measure(values.short, (share) => showProgress(name, share));
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
const { short } = values;
process.stdout.write(values.json ? `${JSON.stringify({ short, figures })}\n` : table(figures));
