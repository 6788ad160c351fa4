// The folder of the backups, BACKUP_DIR: each backup is a folder in it that is named by the time.
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { day, iso } from '../../store/time.ts';

/** The name of a backup that is made now. Names sort as their times do. */
export const nameOfBackup = (at: number) => `backup-${iso(at).replaceAll(/[:.]/g, '-')}`;

export const isName = (name: string) => !Number.isNaN(timeOf(name));

export interface Kept {
    folder: string;
    madeAt: number;
}

const named = /^backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/;

/** When the backup of this name was made; NaN for another name. */
export function timeOf(name: string) {
    const [, day, hour, minute, second, rest] = named.exec(name) ?? [];
    return day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}.${rest}Z`);
}

/**
 * The backups of the folder that were brought to their end, the newest first. One that is not has another name. A folder
 * that is missing, or cannot be read now, has none: the next backup says why. One of later than `now` was named by a clock
 * that was wrong: it stays, and does not count.
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

/** Removes the oldest backups beyond `keep`. Returns how many went. */
export async function dropOldBackups(backupDir: string, { keep, at }: { keep: number; at: number }) {
    const beyond = (await listBackups(backupDir, at)).slice(keep);
    for (const { folder } of beyond) await rename(folder, `${folder}.dropping`); // half of it is no backup
    await dropLeft(backupDir, at);
    return beyond.length;
}

/** Removes what an interruption has left: of a backup that was being made a day later, for another process may be at it. */
export async function dropLeft(backupDir: string, at: number) {
    const isLeft = (name: string) =>
        (name.endsWith('.dropping') && isName(name.slice(0, -'.dropping'.length))) ||
        (name.endsWith('.making') && timeOf(name.slice(0, -'.making'.length)) < at - day);
    for (const name of (await readdir(backupDir)).filter(isLeft))
        await rm(join(backupDir, name), { recursive: true, force: true });
}
