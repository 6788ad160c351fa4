// The writer: one transaction at a time, and one disk sync for all writes that are waiting when it starts.
import { setImmediate, setTimeout } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { Tx, Statement } from '../interface.ts';
import { drizzle } from '../drizzle.ts';
import { allLost, openQueue, runInside, type Settle, type Waiting } from '../waiting.ts';

const largestGroup = 256;
const mostInOneTurn = 50;
const longestWait = 5000;

interface Writing {
    rehearse: boolean;
    /** The next group waits until this resolves. */
    afterCommit: () => Promise<void>;
}

/**
 * Opens the writer. Waiting writes are committed as a group. Each write has its own savepoint, so that an error undoes
 * only that write. No promise resolves before the commit; when the commit fails, every write of the group fails.
 * The writer yields to the event loop after each 50 writes, so that many writes do not delay reads. A `writeSoon` joins the
 * group of the next write, or is written alone after 100 ms. With `rehearse` each write is run, undone and run again.
 */
export function openWriter(sqlite: Sqlite.Database, { rehearse, afterCommit }: Writing) {
    const commitGroup = groupCommit(sqlite, rehearse);
    const listeners: (() => void)[] = [];
    const waiting: Waiting[] = [];
    let writing: Promise<void> | undefined;
    const { write, writeSoon, hurry } = openQueue((group) => {
        waiting.push(...group);
        writing ??= setImmediate().then(writeAll);
    });

    async function writeAll() {
        while (waiting.length > 0) {
            const settles = await commitGroup(waiting.splice(0, largestGroup));
            listeners.forEach((listener) => listener());
            settles.forEach((settle) => settle());
            await afterCommit();
            await setImmediate(); // callers that were just resolved often write again and can join the next group
        }
        writing = undefined;
    }

    return {
        write,
        writeSoon,
        onCommit: (listener: () => void) => void listeners.push(listener),
        idle: async () => {
            hurry();
            await writing;
        }
    };
}

function groupCommit(sqlite: Sqlite.Database, rehearse: boolean) {
    const tx = handleOn(sqlite);
    const begin = sqlite.prepare('BEGIN IMMEDIATE');
    const commit = sqlite.prepare('COMMIT');
    const rollback = sqlite.prepare('ROLLBACK');
    const save = sqlite.prepare('SAVEPOINT one');
    const undo = sqlite.prepare('ROLLBACK TO one');
    const release = sqlite.prepare('RELEASE one');

    async function rehearsed(work: Waiting['work']) {
        if (!rehearse) return;
        await work(tx);
        undo.run();
    }

    /** Throws only when the whole transaction is lost, because a full disk has rolled it back. */
    async function attempt({ work, resolve, reject }: Waiting): Promise<Settle> {
        save.run();
        try {
            const result = await runInside(async () => {
                await rehearsed(work);
                return work(tx);
            });
            release.run();
            return () => resolve(result);
        } catch (error) {
            if (!sqlite.inTransaction) throw error;
            undo.run();
            release.run();
            return () => reject(error);
        }
    }

    /** Waits without blocking reads while another process, such as the command line, is writing. */
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
            for (const one of group) {
                if (settles.length > 0 && settles.length % mostInOneTurn === 0) await setImmediate();
                settles.push(await attempt(one));
            }
            commit.run();
            return settles;
        } catch (error) {
            if (sqlite.inTransaction) rollback.run();
            return allLost(group, error);
        }
    };
}

/** Whether an error means that another process has the lock. */
export function isBusy(error: unknown) {
    return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Returns drizzle's handle of a connection, which also prepares statements past drizzle. */
export const handleOn = (client: Sqlite.Database): Tx =>
    Object.assign(drizzle(client), {
        prepared(text: string): Statement {
            const statement = client.prepare(text);
            if (statement.reader) statement.raw();
            return {
                all: (values) => statement.all(...values) as unknown[][],
                first: (values) => statement.get(...values) as unknown[] | undefined,
                run: (values) => statement.run(...values)
            };
        }
    });
