// The store on SQLite: one file, one process.
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Refusal } from '../refusal.ts';
import { openCheckpoints } from './checkpoints.ts';
import { fold, foldName } from '../folding.ts';
import type { Store } from '../interface.ts';
import { mindRoom } from '../room.ts';
import { namingFile } from './opening.ts';
import { dropCopy, migrateStore } from './migrate.ts';
import { isBusy, openWriter, handleOn } from './transactions.ts';

/**
 * Opens the store in `file` and migrates it to this version's tables. Refuses a store from a newer version. With
 * `rehearse`, for tests, each write is run, undone and run again, which finds a `work` that changes more than `tx`.
 */
export const openSqlite = (file: string, { rehearse = false } = {}): Store =>
    namingFile(file, () => openFile(file, rehearse));

function openFile(file: string, rehearse: boolean): Store {
    const writer = connect(file);
    migrateStore(writer, file);
    dropStatistics(writer);
    writer.pragma('secure_delete = ON'); // what is deleted is overwritten, in the file and not in the log
    writer.pragma('busy_timeout = 20'); // longer waits are asynchronous, so that they do not block the process
    assertPragmas(writer);
    const reader = connect(file);
    reader.pragma('query_only = ON');

    const asked = (pragma: string) => reader.prepare<[], number>(`PRAGMA ${pragma}`).pluck();
    const version = asked('data_version');
    const [pages, pageSize] = [asked('page_count'), asked('page_size')];
    const { afterCommit, checkpoint, empty, close } = openCheckpoints(writer, file);
    const { write, writeSoon, onCommit, idle } = openWriter(writer, { rehearse, afterCommit });
    return mindRoom({
        read: handleOn(reader),
        write,
        writeSoon,
        version: () => version.get() as number,
        onCommit,
        checkpoint,
        forgetDeleted() {
            dropCopy(file);
            return empty();
        },
        check: async () => faultsIn(reader),
        size: async () => (pages.get() as number) * (pageSize.get() as number),
        async close() {
            await idle();
            await close();
            reader.close();
            writer.close();
        }
    });
}

/**
 * Locks the data folder for this process until the process ends. Refuses immediately when another process has the lock. Nothing
 * else opens the lock file, so that no other use of SQLite can release the lock.
 */
export function lockInstance(file: string): { release(): void } {
    const lock = new Sqlite(file, { timeout: 0 });
    try {
        lock.pragma('journal_mode = DELETE');
        lock.exec('BEGIN EXCLUSIVE');
    } catch (error) {
        lock.close();
        if (!isBusy(error)) throw error;
        throw new Refusal('unavailable', 'Another process is using this data folder. Stop it first.');
    }
    return { release: () => lock.close() };
}

/** Whether a process has the data folder of this lock file, as far as this one can tell. */
export function isInstanceLocked(file: string) {
    if (!existsSync(file)) return false;
    try {
        lockInstance(file).release();
        return false;
    } catch (error) {
        return error instanceof Refusal;
    }
}

/** Whether the disk is full or failing, or another process has the store locked: nothing was written, retry later. */
export function isSqliteStuck(error: unknown) {
    const cause = error instanceof Error && error.cause ? error.cause : error; // drizzle wraps SQLite's error
    return cause instanceof Sqlite.SqliteError && /^SQLITE_(FULL|IOERR|BUSY)/.test(cause.code);
}

/** Opens a file to read and write its tables as they are. */
export const connectRaw = (file: string) => connect(file);

/**
 * Returns what is wrong with an untrusted store file; empty when nothing is. The file is only read and nothing in it runs: it may
 * not contain triggers, views or virtual tables.
 */
export function faultsOf(file: string): string[] {
    if (hasLog(file)) return ['it has a log, and so is not as it was left'];
    let sqlite: Sqlite.Database | undefined;
    try {
        sqlite = new Sqlite(file, { readonly: true, fileMustExist: true });
        for (const pragma of ['trusted_schema = OFF', 'cell_size_check = ON', 'mmap_size = 0'])
            sqlite.pragma(pragma);
        const foreign = sqlite.prepare(foreignParts).pluck().all();
        if (foreign.length > 0) return foreign.map((name) => `${String(name)} is not one of its tables`);
        return faultsIn(sqlite);
    } catch (error) {
        if (error instanceof Sqlite.SqliteError) return [error.code];
        throw error;
    } finally {
        sqlite?.close();
    }
}

/** SQLite would create files next to it to read a file with a log. */
function hasLog(file: string) {
    const header = Buffer.alloc(20);
    const handle = openSync(file, 'r');
    readSync(handle, header);
    closeSync(handle);
    return header[18] === 2 || header[19] === 2;
}

const foreignParts =
    "select name from sqlite_schema where type not in ('table', 'index') or (type = 'table' and sql not like 'create table%')";

function faultsIn(sqlite: Sqlite.Database) {
    const integrity = sqlite.prepare('PRAGMA integrity_check').pluck().all() as string[];
    const orphans = sqlite.prepare('PRAGMA foreign_key_check').all();
    return [
        ...integrity.filter((line) => line !== 'ok'),
        ...orphans.map((row) => `orphan ${JSON.stringify(row)}`)
    ];
}

function connect(file: string) {
    const sqlite = new Sqlite(file, { timeout: 5000 });
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL'); // after WAL: the build's default there is NORMAL
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma('trusted_schema = OFF');
    sqlite.pragma('journal_size_limit = 8388608');
    sqlite.function(foldName, { deterministic: true }, (text) =>
        typeof text === 'string' ? fold(text) : null
    );
    return sqlite;
}

/**
 * Removes what ANALYZE or an earlier version has stored about the sizes of tables, so that SQLite plans by indexes alone.
 * Statistics of a store that was small make it read whole tables once the store is large: a poll of a build read all
 * 100,000 builds. `PRAGMA optimize` does not repair them for tables that only another connection reads.
 */
function dropStatistics(sqlite: Sqlite.Database) {
    for (const table of ['sqlite_stat1', 'sqlite_stat4']) sqlite.exec(`DROP TABLE IF EXISTS ${table}`);
}

/** Checks the settings that durability and erasing depend on; the program must not run on a SQLite that ignores one of them. */
function assertPragmas(sqlite: Sqlite.Database) {
    const expected = {
        journal_mode: 'wal',
        synchronous: 2,
        foreign_keys: 1,
        trusted_schema: 0,
        secure_delete: 1
    };
    for (const [name, value] of Object.entries(expected)) {
        const actual = sqlite.pragma(name, { simple: true });
        if (actual !== value) throw new Error(`SQLite runs with ${name} = ${String(actual)}, not ${value}`);
    }
    const version = String(sqlite.prepare('SELECT sqlite_version()').pluck().get());
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
    if (major * 1e6 + minor * 1e3 + patch < 3_051_003)
        throw new Error(`SQLite ${version} is older than 3.51.3`);
}
