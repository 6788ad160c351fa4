// The interface of every engine of the store: SQLite and PostgreSQL. No code above depends on which.
import type { SQLiteHandle } from './drizzle.ts';

/** A prepared statement. Its rows are lists of values, in the order of its columns. */
export interface Statement {
    all(values: unknown[]): unknown[][] | Promise<unknown[][]>;
    /** The first row, or undefined. */
    first(values: unknown[]): unknown[] | undefined | Promise<unknown[] | undefined>;
    /** For what returns no rows. */
    run(values: unknown[]): unknown;
}

/** A connection that can only select. */
export interface Reader extends Pick<SQLiteHandle, 'select' | 'selectDistinct'> {
    /** Prepares a statement in SQLite's words. */
    prepared(text: string): Statement;
}
/** The only connection that can change data; valid until the `write` that passed it ends. */
export interface Tx extends Reader, Pick<SQLiteHandle, 'insert' | 'update' | 'delete'> {}

export interface Store {
    readonly read: Reader;
    /**
     * Runs `work` as one transaction, alone: all of it is on disk when the promise resolves, and none of it when `work` throws.
     * Inside, only `tx` may be awaited: never the network or a timer. `work` changes nothing but `tx`, because a database may
     * roll it back and run it again.
     */
    readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
    /** Like `write`, for changes that no caller waits for: they are committed within 100 ms and before the store closes. */
    readonly writeSoon: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
    /** Returns why writes fail for want of room on the disk, as a code of the engine; undefined while there is room. */
    readonly lack: () => string | undefined;
    /** Like `write`, for a change that must reserve disk space, whatever the data: once it is on the disk, nothing is missing. */
    readonly proveRoom: (work: (tx: Tx) => Promise<unknown>) => Promise<void>;
    /** Returns a number that changes with each commit, of this process or another. */
    readonly version: () => number;
    /** Calls the listener after each commit, outside the transaction. */
    readonly onCommit: (listener: () => void) => void;
    /** Moves the content of the write-ahead log into the database file, so that the log stays small; not amid a write. */
    checkpoint(): void;
    /** Removes deleted data from the files of the store as well; false when it has to be called again. */
    forgetDeleted(): Promise<boolean>;
    /** Returns the faults that the engine finds in its data; empty when there are none. */
    check(): Promise<string[]>;
    /** Returns how many bytes the data takes, without the log of what was just written. */
    size(): Promise<number>;
    /** Waits for the writes in progress, then closes the store. */
    close(): Promise<void>;
}

/** What a start of this program would find in a store, and do with it. */
export interface Outlook {
    /** The last migration of the store; undefined where there is no store yet. */
    applied: string | undefined;
    /** Whether a newer program has written it. */
    /** Why this program cannot migrate it: another version wrote it. */
    refused: string | undefined;
    /** The migrations that a start would apply, in their order. */
    pending: readonly string[];
    bytes: number;
    /** At most so many bytes does a start take on the disk of the data folder: for the copy, and for the log. */
    needs: number;
    movedTo: string | undefined;
    secretsDigest: string | undefined;
}
