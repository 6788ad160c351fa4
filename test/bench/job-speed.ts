// How fast jobs are worked off: by the clock, and by the processor time of this process and of PostgreSQL.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { startPostgres } from '../../jobs/queue/postgres.ts';
import { temporaryFolder } from '../support/servers/process.ts';
import { eachOf, figure, type Samples } from './figure.ts';
import { familySeconds } from './processor-time.ts';

export interface Speed {
    perSecond: number;
    perProcessorSecond: number;
}

/** A PostgreSQL for queues, and the folder that it is in. It ends with the row. */
export async function startQueue(
    ends: AsyncDisposableStack,
    options: Partial<Parameters<typeof startPostgres>[0]> = {}
) {
    const folder = ends.use(await temporaryFolder());
    const dir = join(folder.path, 'postgres');
    const log = pino({ level: 'silent' });
    const queue = await startPostgres({ password: 'only for this run', log, ...options, dir });
    ends.defer(() => queue.stop());
    await queue.ready();
    return { queue, dir };
}

/** By the clock and by the processor, in the form of these labels. */
export const speedFigures = (samples: Samples<Speed>, clock: Label, processor: Label) => [
    figure(
        clock,
        eachOf(samples, (one) => one.perSecond)
    ),
    figure(
        processor,
        eachOf(samples, (one) => one.perProcessorSecond)
    )
];

type Label = Parameters<typeof figure>[0];

/** Starts to measure. What it resolves with ends the measurement of so many jobs. */
export type Stopwatch = () => Promise<(jobs: number) => Promise<Speed>>;

/** A stopwatch for jobs with the PostgreSQL in each of `dirs`: that of the queue, and perhaps that of the store. */
export function stopwatchFor(...dirs: string[]): Stopwatch {
    return async () => {
        const servers = await Promise.all(dirs.map(postmasterOf));
        const used = async () => {
            const { user, system } = process.cpuUsage();
            const theirs = await Promise.all(servers.map(familySeconds));
            return theirs.reduce((sum, seconds) => sum + seconds, (user + system) / 1e6);
        };
        const [began, usedBefore] = [performance.now(), await used()];
        return async (jobs) => {
            const seconds = (performance.now() - began) / 1000;
            return { perSecond: jobs / seconds, perProcessorSecond: jobs / ((await used()) - usedBefore) };
        };
    };
}

/** The process id of the PostgreSQL in `dir`. */
async function postmasterOf(dir: string) {
    const lock = await readFile(join(dir, 'data/postmaster.pid'), 'utf8');
    return Number.parseInt(lock, 10);
}
