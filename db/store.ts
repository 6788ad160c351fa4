import { AsyncLocalStorage } from 'node:async_hooks';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from './drizzle.ts';
import { migrateStore } from './migrate.ts';
import { Refusal } from './refusal.ts';

/** Can only select. */
export type Reader = Pick<BetterSQLite3Database, 'select' | 'selectDistinct'>;
/** The only way to change anything; valid until the `write` that handed it out ends. */
export type Tx = Reader & Pick<BetterSQLite3Database, 'insert' | 'update' | 'delete'>;

export interface Store {
    readonly read: Reader;
    /**
     * Runs `work` as one transaction, one at a time, and commits when it returns; whatever it throws
     * undoes all of it. Inside, only `tx` may be awaited: never the network, never a timer.
     */
    readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
    /** Calls back after each commit, outside of it. */
    readonly onCommit: (listener: () => void) => void;
    /** Moves what the write-ahead log holds into the file, so that the log stays small. */
    checkpoint(): void;
    /** What SQLite finds wrong with the file; empty when nothing is. */
    check(): string[];
    /** Ends when the writes under way have ended. */
    close(): Promise<void>;
}

/** Opens the store in `file`, brought up to this program's tables. Refuses a store from a newer program. */
export function openStore(file: string): Store {
    const writer = connect(file);
    migrateStore(writer, file);
    assertPragmas(writer);
    const reader = connect(file);
    reader.pragma('query_only = ON');

    const { write, onCommit, idle } = transactions(writer);
    return {
        read: drizzle({ client: reader, casing: 'snake_case' }),
        write,
        onCommit,
        checkpoint() {
            writer.pragma('wal_checkpoint(PASSIVE)');
        },
        check() {
            const integrity = reader.prepare('PRAGMA integrity_check').pluck().all() as string[];
            const orphans = reader.prepare('PRAGMA foreign_key_check').all();
            return [
                ...integrity.filter((line) => line !== 'ok'),
                ...orphans.map((row) => `orphan ${JSON.stringify(row)}`)
            ];
        },
        async close() {
            await idle();
            reader.close();
            writer.pragma('optimize');
            writer.close();
        }
    };
}

/**
 * Holds the data folder for this process until it ends. Refuses at once when another one holds it.
 * The lock file is opened by nothing else, so no other use of SQLite can let go of the lock.
 */
export function lockInstance(file: string): { release(): void } {
    const lock = new Sqlite(file, { timeout: 0 });
    try {
        lock.pragma('journal_mode = DELETE');
        lock.exec('BEGIN EXCLUSIVE');
    } catch (error) {
        lock.close();
        if (!isBusy(error)) throw error;
        throw new Refusal('unavailable', 'Another process is already using this data folder.');
    }
    return { release: () => lock.close() };
}

/** The disk is full or failing: nothing was written, and trying again later makes sense. */
export function isStoreFull(error: unknown) {
    const cause = error instanceof Error && error.cause ? error.cause : error; // drizzle wraps what SQLite says
    return cause instanceof Sqlite.SqliteError && /^SQLITE_(FULL|IOERR)/.test(cause.code);
}

function isBusy(error: unknown) {
    return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function connect(file: string) {
    const sqlite = new Sqlite(file, { timeout: 5000 });
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL'); // after WAL: the build's default there is NORMAL
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma('trusted_schema = OFF');
    sqlite.pragma('journal_size_limit = 8388608');
    return sqlite;
}

/** What the promises of this store rest on; a build of SQLite that ignores one of them must not run. */
function assertPragmas(sqlite: Sqlite.Database) {
    const expected = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, trusted_schema: 0 };
    for (const [name, value] of Object.entries(expected)) {
        const actual = sqlite.pragma(name, { simple: true });
        if (actual !== value) throw new Error(`SQLite runs with ${name} = ${String(actual)}, not ${value}`);
    }
    const version = String(sqlite.prepare('SELECT sqlite_version()').pluck().get());
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
    if (major * 1e6 + minor * 1e3 + patch < 3_051_003)
        throw new Error(`SQLite ${version} is older than 3.51.3`);
}

const insideWrite = new AsyncLocalStorage<true>();

function transactions(writer: Sqlite.Database) {
    const tx = drizzle({ client: writer, casing: 'snake_case' });
    const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((s) => writer.prepare(s));
    const listeners: (() => void)[] = [];
    let queue: Promise<unknown> = Promise.resolve();

    async function transaction<T>(work: (tx: Tx) => Promise<T>) {
        begin?.run();
        try {
            const result = await insideWrite.run(true, () => work(tx));
            commit?.run();
            return result;
        } catch (error) {
            if (writer.inTransaction) rollback?.run(); // a full disk has already undone it
            throw error;
        }
    }

    return {
        write: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
            if (insideWrite.getStore())
                throw new Error('write inside write would wait for itself: pass tx on');
            const result = queue.then(() => transaction(work));
            queue = result.then(
                () => listeners.forEach((listener) => listener()),
                () => undefined
            );
            return result;
        },
        onCommit: (listener: () => void) => void listeners.push(listener),
        idle: () => queue
    };
}
