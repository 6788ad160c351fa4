// The folder of the backups, BACKUP_DIR: each backup is a folder in it that is named by the time.
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { day, iso } from '../../store/time.ts';

/** The name of a backup that is created now. Names sort by time. */
export const nameOfBackup = (at: number) => `backup-${iso(at).replaceAll(/[:.]/g, '-')}`;

export const isName = (name: string) => !Number.isNaN(timeOf(name));

export interface Kept {
    folder: string;
    madeAt: number;
}

const named = /^backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/;

/** Returns when the backup of this name was created; NaN for another name. */
export function timeOf(name: string) {
    const [, day, hour, minute, second, rest] = named.exec(name) ?? [];
    return day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}.${rest}Z`);
}

/**
 * Returns the complete backups of the folder, the newest first; an incomplete one has another name. A missing or unreadable
 * folder has none: the next backup reports why. One of later than `now` was named by a wrong clock: it stays, and does not count.
 */
export async function listBackups(backupDir: string, now: number): Promise<Kept[]> {
    const entries = await readdir(backupDir, { withFileTypes: true }).catch(() => []);
    return entries
        .filter((entry) => entry.isDirectory() && isName(entry.name))
        .map(({ name }) => ({ folder: join(backupDir, name), madeAt: timeOf(name) }))
        .filter((kept) => kept.madeAt <= now)
        .toSorted((a, b) => b.madeAt - a.madeAt);
}

export async function lastBackup(backupDir: string, now: number): Promise<Kept | undefined> {
    const [newest] = await listBackups(backupDir, now);
    return newest;
}

/** Deletes the oldest backups beyond `keep`. Returns how many. */
export async function dropOldBackups(backupDir: string, { keep, at }: { keep: number; at: number }) {
    const beyond = (await listBackups(backupDir, at)).slice(keep);
    for (const { folder } of beyond) await rename(folder, `${folder}.dropping`); // half of it is not a backup
    await dropLeft(backupDir, at);
    return beyond.length;
}

/** Deletes unfinished backups, after a day because another process may still be writing one. */
export async function dropLeft(backupDir: string, at: number) {
    const isLeft = (name: string) =>
        (name.endsWith('.dropping') && isName(name.slice(0, -'.dropping'.length))) ||
        (name.endsWith('.making') && timeOf(name.slice(0, -'.making'.length)) < at - day);
    for (const name of (await readdir(backupDir)).filter(isLeft))
        await rm(join(backupDir, name), { recursive: true, force: true });
}
