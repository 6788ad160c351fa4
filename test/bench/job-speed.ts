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
export async function postmasterOf(dir: string) {
    const lock = await readFile(join(dir, 'data/postmaster.pid'), 'utf8');
    return Number.parseInt(lock, 10);
}
