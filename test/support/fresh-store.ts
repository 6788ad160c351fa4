// Empty stores without the time that their migrations take: those run once in a process, and their file is copied.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../db/store.ts';
import { isOnPostgres, keepDatabase, openDatabase } from './databases.ts';

/** With REHEARSE=1 every write is run twice, so that the tests find a write that changes more than the store. */
const rehearse = process.env.REHEARSE === '1';
let migrated: Promise<Buffer> | undefined;

/** Opens a store in `file`: an empty one, or one that begins with the bytes of another. On PostgreSQL there is no file. */
export async function openFreshStore(file: string, from?: Buffer) {
    if (isOnPostgres && !from) return (await openDatabase()).store;
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

async function freshDatabase() {
    const { database, store } = await openDatabase();
    keepDatabase(database);
    return { file: database, store };
}

/** Stores of one test file, in a folder that goes with it. */
export function openStoreFolder() {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-stores-'));
    let stores = 0;
    const nextFile = () => join(folder, `${(stores += 1)}.db`);
    return {
        /** An empty store. */
        async fresh() {
            if (isOnPostgres) return freshDatabase();
            const file = nextFile();
            return { file, store: await openFreshStore(file) };
        },
        /** A store that goes on from a closed one. */
        async copyOf(closed: string) {
            if (isOnPostgres) return (await openDatabase(closed)).store;
            const file = nextFile();
            copyFileSync(closed, file);
            return openStore(file, { rehearse });
        },
        remove: () => rmSync(folder, { recursive: true })
    };
}
