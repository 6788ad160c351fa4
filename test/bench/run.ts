// Every figure is a ratio of two alternating measurements of one run:
// `npm run bench -- [--short] [--json] [--record] [row ...]`.
import { parseArgs } from 'node:util';
import { commissions } from './commissions.ts';
import type { Figure, Row } from './figure.ts';
import { grown } from './large-database/run.ts';
import { idleMemory } from './idle-memory.ts';
import { jobStart } from './job-start.ts';
import { jobs } from './jobs.ts';
import { judgement } from './judgement.ts';
import { polls } from './polls.ts';
import { jobsOnPostgres } from './postgres/jobs.ts';
import { neighboursOnPostgres, oneRowOnPostgres, pollOnPostgres } from './postgres/requests.ts';
import { fallenFrom, measureToRecord, measureAgainIfFallen, readRecorded, record } from './recorded.ts';
import { results, resultsPatch } from './results.ts';
import { start } from './start.ts';
import { line, showProgress, table } from './table.ts';
import { taskGet } from './task-get.ts';
import { withTried } from './tried.ts';
import { walFile } from './wal-file.ts';

const rows: Row[] = [
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
    judgement,
    jobsOnPostgres,
    pollOnPostgres,
    oneRowOnPostgres,
    neighboursOnPostgres
];

const { values, positionals } = parseArgs({
    options: {
        short: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        record: { type: 'boolean', default: false }
    },
    allowPositionals: true
});
const { short } = values;
if (values.record && !short) stop('Ratios of the short form are recorded: --short --record.');
const recorded = short ? await readRecorded() : [];

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
    const once = () => measure(short, (share) => showProgress(name, share));
    const figures = (await (values.record ? recordRow(once) : measureAgainIfFallen(once, recorded))).map(
        withTried
    );
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stderr.write(`${name}, in ${seconds} s\n`);
    for (const one of figures) process.stderr.write(`${line(one)}\n`);
    if (!values.record) figures.forEach(failIfFallen);
    return figures;
}

async function recordRow(once: () => Promise<Figure[]>) {
    const { figures, reached } = await measureToRecord(once);
    await record(reached);
    return figures;
}

function failIfFallen(figure: Figure) {
    const known = fallenFrom(figure, recorded);
    if (!known) return;
    process.stderr.write(
        `${figure.row} fell to ${figure.ratio.toFixed(2)} x ${known.against}, from ${known.ratio}\n`
    );
    process.exitCode = 1;
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
