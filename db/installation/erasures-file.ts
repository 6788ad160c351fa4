// The erasures beside the backups: a backup may be older than an erasure, and what is restored is erased again by this file.
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './disk.ts';

/** One line of the file: ids only. */
interface Line {
    screen_id: string;
    at: string;
}

const erasuresFile = (backupDir: string) => join(backupDir, 'erasures.jsonl');

/** Appends those that the file has not yet, and returns when they are on the disk. */
export async function appendErasures(backupDir: string, lines: readonly Line[]) {
    await mkdir(backupDir, { recursive: true, mode: 0o700 });
    const file = erasuresFile(backupDir);
    const before = await textOf(file);
    const known = new Set(erasedIn(before));
    const added = lines.filter(({ screen_id }) => !known.has(screen_id));
    if (added.length === 0) return;
    const torn = before !== '' && !before.endsWith('\n'); // by a crash
    const text = added.map((line) => `${JSON.stringify(line)}\n`).join('');
    await appendToDisk(file, (torn ? '\n' : '') + text);
    await syncFolder(backupDir);
}

/** Returns the ids of the screens that a file names; a line that a crash has torn names none. */
export async function readErasures(file: string) {
    return erasedIn(await readFile(file, 'utf8'));
}

async function textOf(file: string) {
    try {
        return await readFile(file, 'utf8');
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        return '';
    }
}

const erasedIn = (text: string) => text.split('\n').flatMap(idIn);

function idIn(line: string) {
    try {
        const { screen_id } = JSON.parse(line) as Partial<Line>;
        return typeof screen_id === 'string' ? [screen_id] : [];
    } catch {
        return [];
    }
}

async function appendToDisk(file: string, text: string) {
    const handle = await open(file, 'a', 0o600);
    try {
        await handle.appendFile(text);
        await handle.sync();
    } finally {
        await handle.close();
    }
}
