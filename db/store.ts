// The store, whichever engine it is on.
import type { Store } from './store/interface.ts';
import { isSqliteStuck, lockInstance, openSqlite } from './store/sqlite.ts';

export type { Reader, Store, Tx } from './store/interface.ts';
export { lockInstance };

/** The store in a file, which SQLite opens at once. */
export const openStore = openSqlite;

/** Opens the store of the settings. */
export async function openStoreAt({ file }: { file: string }): Promise<Store> {
    return openSqlite(file);
}

/** Whether the store cannot be asked or written now: nothing was changed, retry later. */
export const isStoreStuck = (error: unknown) => isSqliteStuck(error);
