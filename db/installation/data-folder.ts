import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '../store/refusal.ts';
import { freeBytes, hasRoomFor } from './disk.ts';

/**
 * Makes the data folder, for its owner alone, where it is missing. One folder after the other: Node's own `recursive`
 * never ends where a folder is there in which none can be made, such as /proc. Throws a plain Error, no Refusal: a setting
 * is wrong, and by that a command ends with 78, as the start does.
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

/** Throws a plain Error, for the same reason, where nothing can be written into the data folder: SQLite would not say where or why. */
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

/** Keeps the setup link where its owner alone reads it, and no collector of logs. Returns the file. */
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

/** Another process may have made it meanwhile. */
function makeFolder(folder: string) {
    try {
        mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
}

/** Refuses: wrong_state, for a disk that is nearly full. */
export async function assertRoom(dir: string, free = freeBytes) {
    if (!(await hasRoomFor(0, dir, free)))
        throw new Refusal(
            'wrong_state',
            `DATA_DIR: less than 64 MiB are free for the folder ${dir}. Free some disk space.`
        );
}

/** Returns how many bytes are free for the data folder, and how many SQLite's log takes in it: none on PostgreSQL. */
export async function roomIn(dir: string) {
    const log = await stat(join(dir, 'app.db-wal')).catch(() => undefined);
    return { freeBytes: await freeBytes(dir), walBytes: log?.size ?? 0 };
}
