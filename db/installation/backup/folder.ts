// The folder of the backups, BACKUP_DIR: each backup is a folder in it that is named by the time.
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { day, iso } from '../../store/time.ts';
import { type GivenKeys, knownBackupKeys } from './key.ts';
import { inBackup, readManifest } from './manifest.ts';

/** Where an installation keeps its backups, and what proves that they are its own: others may be in the same folder. */
export interface Place {
    dataDir: string;
    backupDir: string;
    backup: GivenKeys;
}

/** The name of a backup that is created now. Names sort by time. */
export const nameOfBackup = (at: number) => `backup-${iso(at).replaceAll(/[:.]/g, '-')}`;

/** Between which moments a backup counts as one of this store: `since` it began, until now. */
export interface Times {
    since: number;
    now: number;
}

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

export interface Own extends Kept {
    bytes: number;
}

/**
 * Returns the complete backups of the folder, of whichever installation, the newest first; an incomplete one has another name. A
 * missing folder has none. One of later than `now` was named by a wrong clock: it stays, and does not count.
 */
export async function listBackups(backupDir: string, now: number): Promise<Kept[]> {
    const entries = await readdir(backupDir, { withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOENT') throw error;
            return [];
        }
    );
    return entries
        .filter((entry) => entry.isDirectory() && isName(entry.name))
        .map(({ name }) => ({ folder: join(backupDir, name), madeAt: timeOf(name) }))
        .filter((kept) => kept.madeAt <= now)
        .toSorted((a, b) => b.madeAt - a.madeAt);
}

/**
 * Its own backups, the newest first; a folder that is unreadable has none: the next backup reports why. A key proves those too that
 * were made before this store began, as where the disk of the data is missing: they are not its own.
 */
async function* ownBackups(
    { dataDir, backupDir, backup }: Place,
    { since, now }: Times
): AsyncGenerator<Own> {
    const keys = keysOrNone(dataDir, backup);
    const kept = await listBackups(backupDir, now).catch(() => []);
    for (const one of kept.filter(({ madeAt }) => madeAt >= since)) {
        const bytes = await provedBytes(one.folder, keys);
        if (bytes !== undefined) yield { ...one, bytes };
    }
}

/** Unreadable keys prove nothing, and end neither a page nor a scrape: whatever needs them says why. */
function keysOrNone(dataDir: string, given: GivenKeys) {
    try {
        return knownBackupKeys(dataDir, given);
    } catch {
        return [];
    }
}

/** What was read in a manifest, which may list very many files, as long as it is the same file. */
const proved = new LRUCache<string, { bytes: number | undefined }>({ max: 1000 });

/** The size of a backup that one of these keys proves; undefined for any other. */
async function provedBytes(folder: string, keys: readonly string[]) {
    const found = await stat(join(folder, inBackup.manifest)).catch(() => undefined);
    if (!found) return undefined;
    const name = [folder, found.ino, found.mtimeMs, found.ctimeMs, found.size, ...keys].join('\n');
    const known =
        proved.get(name) ??
        (await readManifest(folder).then(
            ({ manifest: { bytes }, isProved }) => ({ bytes: isProved(keys) ? bytes : undefined }),
            () => undefined // a later try may read it
        ));
    if (known) proved.set(name, known);
    return known?.bytes;
}

/** The newest backup of this installation. */
export async function lastBackup(place: Place, times: Times): Promise<Own | undefined> {
    const newest = await ownBackups(place, times).next();
    return newest.done ? undefined : newest.value;
}

/**
 * What is to be said where there are backups, but none of this installation: its data may be elsewhere. Throws where its keys or the
 * folder cannot be read.
 */
export async function sayingOfOthers(place: Place, times: Times) {
    knownBackupKeys(place.dataDir, place.backup);
    const found = await listBackups(place.backupDir, times.now);
    if (found.length === 0 || (await lastBackup(place, times))) return undefined;
    return `BACKUP_DIR has ${found.length} backups, but none of this installation. Are its data missing? Stop the service, then mount the disk of DATA_DIR or restore a backup. If not, set another BACKUP_DIR.`;
}

/** Its own backups, the newest first, and how many in the folder are not. Throws where the folder cannot be read. */
async function sorted(place: Place, times: Times) {
    const found = await listBackups(place.backupDir, times.now);
    const own: Own[] = [];
    for await (const one of ownBackups(place, times)) own.push(one);
    return { own, others: found.length - own.length };
}

/** How many of the backups in the folder are not its own: no retention deletes them. */
export const countOthers = async (place: Place, times: Times) => (await sorted(place, times)).others;

/** Deletes the oldest of its own backups beyond `keep`. Returns how many, and how many are not its own. */
export async function dropOldBackups(place: Place, { keep, ...times }: Times & { keep: number }) {
    const { backupDir } = place;
    const { own, others } = await sorted(place, times);
    const beyond = own.slice(keep);
    for (const { folder } of beyond) await rename(folder, `${folder}.dropping`); // half of it is not a backup
    await dropLeft(backupDir, times.now);
    return { dropped: beyond.length, ...(others > 0 && { others }) };
}

/** Deletes unfinished backups, after a day because another process may still be writing one. */
export async function dropLeft(backupDir: string, at: number) {
    const isLeft = (name: string) =>
        (name.endsWith('.dropping') && isName(name.slice(0, -'.dropping'.length))) ||
        (name.endsWith('.making') && timeOf(name.slice(0, -'.making'.length)) < at - day);
    for (const name of (await readdir(backupDir)).filter(isLeft))
        await rm(join(backupDir, name), { recursive: true, force: true });
}
