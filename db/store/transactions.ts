// The writer: one transaction at a time, and one sync of the disk for all that waits when it is free.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as startTimer } from 'node:timers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from './drizzle.ts';

/** Can only select. */
export type Reader = Pick<BetterSQLite3Database, 'select' | 'selectDistinct'>;
/** The only way to change anything; valid until the `write` that handed it out ends. */
export type Tx = Reader & Pick<BetterSQLite3Database, 'insert' | 'update' | 'delete'>;

interface Waiting {
    work: (tx: Tx) => Promise<unknown>;
    resolve: (result: unknown) => void;
    reject: (reason: unknown) => void;
}
/** Tells whoever waits how their write ended. */
type Settle = () => void;

const largestGroup = 50;
const longestWait = 5000;
const soon = 100;
const insideWrite = new AsyncLocalStorage<true>();

/**
 * Writes that wait are committed together. Each has a savepoint of its own, so that what one throws undoes that
 * one alone; nobody hears of success before the commit, and when that fails, all of the group have failed.
 * Between groups the event loop turns: a crowd of writers must not hold up whoever only reads. What is unhurried is
 * written with the next write, and does without one for a tenth of a second at most.
 */
export function openWriter(sqlite: Sqlite.Database) {
    const commitGroup = groupCommit(sqlite);
    const listeners: (() => void)[] = [];
    const waiting: Waiting[] = [];
    const unhurried: Waiting[] = [];
    let timer: NodeJS.Timeout | undefined;
    let writing: Promise<void> | undefined;

    function hurry() {
        clearTimeout(timer);
        timer = undefined;
        waiting.push(...unhurried.splice(0));
        writing ??= setImmediate().then(writeAll);
    }

    async function writeAll() {
        while (waiting.length > 0) {
            const settles = await commitGroup(waiting.splice(0, largestGroup));
            listeners.forEach((listener) => listener());
            settles.forEach((settle) => settle());
            await setImmediate(); // what was told now often writes again: it may join the next group
        }
        writing = undefined;
    }

    function wait<T>(queue: Waiting[], work: (tx: Tx) => Promise<T>): Promise<T> {
        if (insideWrite.getStore()) throw new Error('write inside write would wait for itself: pass tx on');
        const { promise, resolve, reject } = Promise.withResolvers<T>();
        queue.push({ work, resolve: resolve as Waiting['resolve'], reject });
        return promise;
    }

    return {
        write: <T>(work: (tx: Tx) => Promise<T>) => {
            hurry(); // what is unhurried goes first, with it
            return wait(waiting, work);
        },
        writeSoon: <T>(work: (tx: Tx) => Promise<T>) => {
            timer ??= startTimer(hurry, soon);
            return wait(unhurried, work);
        },
        onCommit: (listener: () => void) => void listeners.push(listener),
        idle: async () => {
            hurry();
            await writing;
        }
    };
}

function groupCommit(sqlite: Sqlite.Database) {
    const tx = drizzle({ client: sqlite, casing: 'snake_case' });
    const begin = sqlite.prepare('BEGIN IMMEDIATE');
    const commit = sqlite.prepare('COMMIT');
    const rollback = sqlite.prepare('ROLLBACK');
    const save = sqlite.prepare('SAVEPOINT one');
    const undo = sqlite.prepare('ROLLBACK TO one');
    const release = sqlite.prepare('RELEASE one');

    /** Throws only when the whole transaction is gone: a full disk has undone it. */
    async function attempt({ work, resolve, reject }: Waiting): Promise<Settle> {
        save.run();
        try {
            const result = await insideWrite.run(true, () => work(tx));
            release.run();
            return () => resolve(result);
        } catch (error) {
            if (!sqlite.inTransaction) throw error;
            undo.run();
            release.run();
            return () => reject(error);
        }
    }

    /** The command line may be writing: it is waited for without holding up whoever reads. */
    async function beginWhenFree() {
        for (const last = performance.now() + longestWait; ;) {
            try {
                return begin.run();
            } catch (error) {
                if (!isBusy(error) || performance.now() > last) throw error;
            }
            await setTimeout(10);
        }
    }

    return async (group: readonly Waiting[]): Promise<Settle[]> => {
        try {
            await beginWhenFree();
            const settles: Settle[] = [];
            for (const one of group) settles.push(await attempt(one));
            commit.run();
            return settles;
        } catch (error) {
            if (sqlite.inTransaction) rollback.run();
            return group.map(
                ({ reject }) =>
                    () =>
                        reject(error)
            );
        }
    };
}

/** Another process holds the lock. */
export function isBusy(error: unknown) {
    return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
