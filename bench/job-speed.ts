// How fast jobs are worked off: by the clock, and by the processor time of this process and of PostgreSQL.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { familySeconds } from './processor-time.ts';

export interface Speed {
    perSecond: number;
    perProcessorSecond: number;
}

/** Starts to measure. What it resolves with ends the measurement of so many jobs. */
export type Stopwatch = () => Promise<(jobs: number) => Promise<Speed>>;

/** A stopwatch for jobs whose queue is the PostgreSQL in `dir`. */
export function stopwatchFor(dir: string): Stopwatch {
    return async () => {
        const postgres = await postmasterOf(dir);
        const used = async () =>
            process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6 + (await familySeconds(postgres));
        const [began, usedBefore] = [performance.now(), await used()];
        return async (jobs) => {
            const seconds = (performance.now() - began) / 1000;
            return { perSecond: jobs / seconds, perProcessorSecond: jobs / ((await used()) - usedBefore) };
        };
    };
}

async function postmasterOf(dir: string) {
    const lock = await readFile(join(dir, 'data/postmaster.pid'), 'utf8');
    return Number.parseInt(lock, 10);
}
