// Empty stores without the time that their migrations take: those run once in a process, and their file is copied.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../../db/store/index.ts';
import { isOnPostgres, openDatabase, rowsAfter } from './databases.ts';

/** With REHEARSE=1 every write is run twice, so that the tests find a write that changes more than the store. */
const rehearse = process.env.REHEARSE === '1';
let migrated: Promise<Buffer> | undefined;

/** Opens a store in `file`: an empty one, or one that begins with the bytes of another. On PostgreSQL there is no file. */
export async function openFreshStore(file: string, from?: Buffer) {
    if (isOnPostgres && !from) return openDatabase();
    migrated ??= migratedFile();
    writeFileSync(file, from ?? (await migrated));
    return openStore(file, { rehearse });
}

async function migratedFile() {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-migrated-'));
    const file = join(folder, 'app.db');
    await openStore(file).close();
    const bytes = readFileSync(file);
    rmSync(folder, { recursive: true });
    return bytes;
}

/** Stores of one test file, in a folder that goes with it. */
export function openStoreFolder() {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-stores-'));
    let stores = 0;
    const nextFile = () => join(folder, `${(stores += 1)}.db`);
    return {
        /** An empty store. */
        fresh: (file = nextFile()) => openFreshStore(file),
        nextFile,
        /** Resolves with what this work in a store does, and with what opens stores that each go on from there. */
        async after<T>(work: (store: Store) => Promise<T>) {
            if (isOnPostgres) {
                const { made, rows } = await rowsAfter(work);
                return { made, open: () => openDatabase(rows) };
            }
            const file = nextFile();
            const first = await openFreshStore(file);
            const made = await work(first);
            await first.close();
            const bytes = readFileSync(file);
            return { made, open: () => openFreshStore(nextFile(), bytes) };
        },
        remove: () => rmSync(folder, { recursive: true })
    };
}
