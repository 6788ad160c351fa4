// The store, whichever engine it is on.
import { StoreUnavailable, StoreInDoubt } from './unavailable.ts';
import type { Outlook, Store } from './interface.ts';
import { inspectFile } from './sqlite/migrate.ts';
import { inspectPostgres, openPostgres } from './postgres/index.ts';
import { isInstanceLocked, isSqliteStuck, lockInstance, openSqlite } from './sqlite/index.ts';

export type { Outlook, Reader, Store, Tx } from './interface.ts';
export { isInstanceLocked, lockInstance };

/** The store in a file, which SQLite opens synchronously. */
export const openStore = openSqlite;

interface Place {
    file: string;
    /** A database of PostgreSQL in place of the file. */
    database: { url: string; named: boolean } | undefined;
}

/** Opens the store of the settings. */
export async function openStoreAt({ file, database }: Place): Promise<Store> {
    return database ? openPostgres(database) : openSqlite(file);
}

/** What a start would do with the store of the settings; it is only read. Refuses what it cannot reach or use. */
export async function inspectStore({ file, database }: Place): Promise<Outlook> {
    return database ? inspectPostgres(database) : inspectFile(file);
}

/** Whether the store cannot be asked or written now: nothing was changed, retry later. */
export const isStoreStuck = (error: unknown) => isSqliteStuck(error) || error instanceof StoreUnavailable;

/** Whether the result of a write is unknown: only reading shows it, and a retry could do it twice. */
export const isStoreInDoubt = (error: unknown) => error instanceof StoreInDoubt;
