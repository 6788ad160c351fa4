// The file of a store that its process has left, before another one takes its place.
import { existsSync } from 'node:fs';
import { Refusal } from '../refusal.ts';
import { openFileToRead } from './sqlite-end.ts';
import { connectRaw, openSqlite } from '../sqlite/index.ts';
import { isBusy } from '../sqlite/transactions.ts';

/**
 * Checkpoints the log into the store file, so that the file is complete without it. One that is too damaged stays as it is.
 * Refuses: unavailable, while any process has it open.
 */
export function closeForGood(file: string) {
    if (!existsSync(file)) return;
    let sqlite: ReturnType<typeof connectRaw> | undefined;
    let mode: unknown;
    try {
        sqlite = connectRaw(file);
        mode = sqlite.pragma('journal_mode = DELETE', { simple: true });
    } catch (error) {
        if (!isBusy(error)) return;
    } finally {
        sqlite?.close();
    }
    if (mode !== 'delete')
        throw new Refusal(
            'unavailable',
            'Another command is using this data folder. Try again when it has finished.'
        );
}

/**
 * Returns the erasures of the store in a file, by the ids of the screens, and who did them; none where the file is unreadable.
 */
export function erasedIn(file: string): { id: string; by: string }[] {
    if (!existsSync(file)) return [];
    try {
        const sqlite = connectRaw(file);
        const erased = sqlite
            .prepare<[], { id: string; by: string }>('select screen_id as id, "by" from erasures')
            .all();
        sqlite.close();
        return erased;
    } catch {
        return []; // it is damaged, or from before there were erasures
    }
}

/** Refuses: wrong_state, for a store with other tables or columns than the new one in `fresh`. */
export async function assertTables(file: string, fresh: string) {
    await openSqlite(fresh).close();
    const [theirs, ours] = [await shapeOf(file), await shapeOf(fresh)];
    if (theirs !== ours)
        throw new Refusal('wrong_state', 'This backup cannot be used: its database has unknown tables.');
}

async function shapeOf(file: string) {
    const { tables, end } = openFileToRead(file);
    await end.close();
    return JSON.stringify(tables.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
}
