// How often a request asks the store: counted at the driver, for the store of one test app alone.
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isOnPostgres } from './databases.ts';
import type { TestApp } from '../servers/test-app.ts';

const counts = new Map<string, number>();
const statement = new Sqlite(':memory:').prepare('select 1');
const prototype = Object.getPrototypeOf(statement) as Pick<Sqlite.Statement, 'database'> &
    Record<string, unknown>;

for (const name of ['all', 'get'] as const) {
    const original: (...args: unknown[]) => unknown = statement[name];
    prototype[name] = function counted(this: Sqlite.Statement, ...args: unknown[]) {
        const { name: file } = this.database;
        const count = counts.get(file);
        if (count !== undefined) counts.set(file, count + 1);
        return original.apply(this, args);
    };
}

/** Returns how many queries the store of this test app was asked meanwhile; the driver of PostgreSQL is not counted. */
export async function countingReads({ folder }: Pick<TestApp, 'folder'>, work: () => Promise<unknown>) {
    if (isOnPostgres) return 0;
    const file = join(folder, 'app.db');
    counts.set(file, 0);
    await work();
    const counted = counts.get(file) ?? 0;
    counts.delete(file);
    return counted;
}
