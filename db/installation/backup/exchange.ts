// The exchange of the data of a folder for what was restored: an interrupted one is brought to its end, or undone, later.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../store/refusal.ts';
import { syncFolder } from '../disk.ts';
import { writeWhole } from '../secrets.ts';

/** What is restored is prepared in this folder of the data folder. */
const draftOf = (dataDir: string) => join(dataDir, 'restoring');
/** The same after the exchange, until it is gone. */
const doneOf = (dataDir: string) => join(dataDir, 'restored');
/** What was there before, until the next restore or erasure. */
const asideOf = (dataDir: string) => join(dataDir, 'before-restore');

/** Removes what was there before a restore, in which those who were erased since would live on. */
export const dropAside = (dataDir: string) => rm(asideOf(dataDir), { recursive: true, force: true });

/** From this file on the new data are in force, and the next start completes the exchange. */
const decided = (dataDir: string) => join(draftOf(dataDir), 'decided');
/** The data go into a database, which has taken them once this epoch is in it. */
const loading = (dataDir: string) => join(draftOf(dataDir), 'loading');

/** The files of a store that must not stay next to another one. */
const ofStore = ['app.db-wal', 'app.db-shm', 'app.db.before-migration'];
const exchanged = ['app.db', 'storage', 'secrets.json'];

/** Starts with an empty folder for the restored data. */
export async function beginDraft(dataDir: string) {
    const draft = draftOf(dataDir);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    return draft;
}

/** From now on a restore into the database is under way. */
export async function markLoading(dataDir: string, epoch: string) {
    writeWhole(loading(dataDir), epoch);
    await syncFolder(draftOf(dataDir));
}

/** Whether the next start would complete the exchange after an interruption now, so that nothing may be removed. */
export const isUnderWay = (dataDir: string) => existsSync(decided(dataDir)) || existsSync(loading(dataDir));

/** The database has not taken the new data. */
export const unmarkLoading = (dataDir: string) => rm(loading(dataDir));

/** Refuses: unavailable, for a data folder in which a restore is under way, or was interrupted. */
export function assertNoExchange(dataDir: string) {
    if (isUnderWay(dataDir))
        throw new Refusal(
            'unavailable',
            'A restore is running in this data folder or was interrupted. Start the service or run the restore again to finish it.'
        );
}

/** Commits to the contents of the draft, unless `assertFree` throws: then everything is as before. */
export async function decide(dataDir: string, assertFree: () => void) {
    await dropAside(dataDir);
    await mkdir(asideOf(dataDir), { mode: 0o700 });
    writeWhole(decided(dataDir), ''); // which keeps other commands out
    try {
        assertFree();
    } catch (error) {
        await rm(decided(dataDir));
        throw error;
    }
    await syncFolder(draftOf(dataDir));
    await syncFolder(dataDir);
}

/** Moves the contents of the draft into place. May be interrupted at any moment, and called again. */
export async function exchange(dataDir: string) {
    const draft = draftOf(dataDir);
    if (existsSync(join(draft, 'app.db'))) for (const name of ofStore) await putAside(dataDir, name);
    for (const name of exchanged) {
        if (!existsSync(join(draft, name))) continue; // it is in its place already, or stays as it was
        await putAside(dataDir, name);
        await rename(join(draft, name), join(dataDir, name));
    }
    await syncFolder(dataDir);
    await syncFolder(asideOf(dataDir));
    await rename(draft, doneOf(dataDir)); // immediately: the file shows that all is done
    await syncFolder(dataDir);
    await rm(doneOf(dataDir), { recursive: true });
}

async function putAside(dataDir: string, name: string) {
    const path = join(dataDir, name);
    if (existsSync(path)) await rename(path, join(asideOf(dataDir), name));
}

/** What became of a restore that was interrupted. */
export type Settled = 'none' | 'undone' | 'finished';

/**
 * Completes or undoes an interrupted restore, so that either the old or the new data are there. With a database, `epochIn`
 * returns which data it has. Refuses: wrong_state, where it has not taken the new ones.
 */
export async function settleExchange(
    dataDir: string,
    epochIn?: () => Promise<string | undefined>
): Promise<Settled> {
    if (existsSync(doneOf(dataDir))) {
        await rm(doneOf(dataDir), { recursive: true });
        return 'finished';
    }
    if (!existsSync(draftOf(dataDir))) return 'none';
    if (existsSync(decided(dataDir))) {
        await exchange(dataDir);
        return 'finished';
    }
    if (epochIn && existsSync(loading(dataDir))) return settleLoading(dataDir, epochIn);
    await rm(draftOf(dataDir), { recursive: true });
    return 'undone';
}

async function settleLoading(dataDir: string, epochIn: () => Promise<string | undefined>) {
    if ((await epochIn()) !== readFileSync(loading(dataDir), 'utf8'))
        throw new Refusal(
            'wrong_state',
            'A restore into the database of DATABASE_URL was interrupted, and nothing was restored. Run it again, or delete the folder `restoring` of the data folder to start without it.'
        );
    await finishLoading(dataDir);
    return 'finished' as const;
}

/** The database has taken the store: what else was restored comes to its place. */
export async function finishLoading(dataDir: string) {
    for (const name of ['app.db', 'app.db-wal', 'app.db-shm'])
        await rm(join(draftOf(dataDir), name), { force: true });
    await decide(dataDir, () => undefined);
    await exchange(dataDir);
}
