import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '../store/refusal.ts';
import { freeBytes, hasRoomFor } from './disk.ts';

/**
 * Creates the data folder, for its owner alone, where it is missing. One folder after the other: Node's own `recursive` never
 * ends in a folder that allows none, such as /proc. Throws a plain Error, not a Refusal: the setting is wrong, so that a command
 * ends like the start.
 */
export function makeDataFolder(dir: string, setting = 'DATA_DIR') {
    try {
        for (const folder of missingIn(dir)) makeFolder(folder);
    } catch (error) {
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        throw new Error(`${setting}: the folder ${dir} cannot be created (${code}).`, { cause: error });
    }
    if (!statSync(dir).isDirectory()) throw new Error(`${setting}: ${dir} is not a folder.`);
}

const causes: Record<string, string> = {
    EACCES: 'this user cannot write there',
    EPERM: 'this user cannot write there',
    EROFS: 'it is mounted read-only',
    ENOSPC: 'its disk is full',
    EDQUOT: 'the quota of this user is used up'
};

/**
 * Throws a plain Error, for the same reason, where the data folder is not writable: the error of SQLite has no path and no cause.
 */
export function assertWritable(dir: string, write: typeof writeFileSync = writeFileSync) {
    const probe = join(dir, `.write-${process.pid}`);
    try {
        write(probe, 'probe', { mode: 0o600, flush: true });
    } catch (error) {
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        const why = causes[code] ? `${causes[code]} (${code})` : code;
        throw new Error(`DATA_DIR: cannot write to the folder ${dir}: ${why}.`, { cause: error });
    } finally {
        rmSync(probe, { force: true });
    }
}

const setupFile = (dir: string) => join(dir, 'setup-link');

/** Writes the setup link to a file that only its owner can read, so that log collectors do not get it. Returns the file. */
export function keepSetupLink(dir: string, link: string) {
    dropSetupLink(dir);
    writeFileSync(setupFile(dir), `${link}\n`, { mode: 0o600, flag: 'wx' });
    return setupFile(dir);
}

export const dropSetupLink = (dir: string) => rmSync(setupFile(dir), { force: true });

/** From the outside to the inside. */
function missingIn(dir: string): string[] {
    return existsSync(dir) ? [] : [...missingIn(dirname(dir)), dir];
}

/** Another process may have created it meanwhile. */
function makeFolder(folder: string) {
    try {
        mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
}

/** Refuses: unavailable, for a disk that is nearly full. */
export async function assertRoom(dir: string, free = freeBytes) {
    if (!(await hasRoomFor(0, dir, free)))
        throw new Refusal(
            'unavailable',
            `DATA_DIR: less than 64 MiB are free for the folder ${dir}. Free some disk space.`
        );
}

/** Returns how many bytes are free for the data folder, and how many SQLite's log takes in it: none on PostgreSQL. */
export async function roomIn(dir: string) {
    const log = await stat(join(dir, 'app.db-wal')).catch(() => undefined);
    return { freeBytes: await freeBytes(dir), walBytes: log?.size ?? 0 };
}
