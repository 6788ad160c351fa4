// The writer: waiting writes are committed as a group, as on SQLite. Groups run one after the other in the order of the writes.
// Only while one is stuck do others run in parallel, so that a lock does not stop all.
import { setImmediate } from 'node:timers/promises';
import { closedStore, StoreUnavailable } from '../unavailable.ts';
import type { Tx } from '../interface.ts';
import { keepOrigin } from '../origin.ts';
import type { Connection } from './connections.ts';
import {
    longestWait,
    openWritingConnection,
    shortWait,
    type WritingConnection
} from './writing-connection.ts';
import { startLivedTime } from './lived-time.ts';
import { insideWrite, type Waiting } from './transaction.ts';

const mostConnections = 4;
const largestGroup = 32; // PostgreSQL gets slow with more than 64 savepoints in a transaction
const soon = 100;
/** How long a group may wait for one result before another starts in parallel, in milliseconds. */
const slow = 100;

/** Opens the writer over connections that `open` creates. A `writeSoon` joins the group of the next write, as on SQLite. */
export function openWriter(open: () => Promise<Connection>) {
    const unhurried: Waiting[] = [];
    const groups = startGroups(open);
    let timer: NodeJS.Timeout | undefined;
    let closed = false;

    function hurry(...more: Waiting[]) {
        clearTimeout(timer);
        timer = undefined;
        groups.add([...unhurried.splice(0), ...more]);
    }

    function wait<T>(enqueue: (one: Waiting) => void, work: (tx: Tx) => Promise<T>): Promise<T> {
        if (insideWrite.getStore()) throw new Error('write inside write would wait for itself: pass tx on');
        if (closed) return Promise.reject(closedStore());
        const { promise, resolve, reject } = Promise.withResolvers<T>();
        const settle = { resolve: resolve as Waiting['resolve'], reject };
        enqueue({ work: keepOrigin(work), ...settle, since: groups.now(), collisions: 0 });
        return promise;
    }

    function keep(one: Waiting) {
        unhurried.push(one);
        timer ??= setTimeout(hurry, soon);
    }
    return {
        write: <T>(work: (tx: Tx) => Promise<T>) => wait(hurry, work),
        writeSoon: <T>(work: (tx: Tx) => Promise<T>) => wait(keep, work),
        onCommit: groups.onCommit,
        close: async () => {
            closed = true;
            hurry();
            await groups.close();
        }
    };
}

/** Gives what waits to the connections, group by group. */
function startGroups(open: () => Promise<Connection>) {
    const runningTime = startLivedTime(100);
    const connections = Array.from({ length: mostConnections }, () =>
        openWritingConnection(open, runningTime.now)
    );
    const listeners: (() => void)[] = [];
    const waiting: Waiting[] = [];
    const running = new Set<Promise<void>>();
    let watch: NodeJS.Timeout | undefined;

    /** Starts another group where the others are stuck, and refuses writes that have waited too long. */
    function help() {
        watch = undefined;
        if (waiting.length === 0) return;
        refuseThose(longestWait, new StoreUnavailable('the database is too busy'));
        if (connections.every((connection) => !connection.busy || connection.isStuck(slow))) start();
        watch = setTimeout(help, slow);
    }

    function start() {
        const connection = connections.find(({ busy }) => !busy);
        if (!connection) return;
        connection.busy = true;
        const run = setImmediate().then(() => writeAll(connection));
        running.add(run);
        void run.finally(() => running.delete(run));
    }

    async function writeAll(connection: WritingConnection) {
        while (waiting.length > 0) {
            const { settles, again, away } = await connection.commit(waiting.splice(0, largestGroup));
            waiting.unshift(...again);
            if (away) refuseThose(shortWait, away);
            listeners.forEach((listener) => listener());
            settles.forEach((settle) => settle());
            await setImmediate(); // callers that were just resolved often write again and can join the next group
        }
        connection.busy = false;
    }

    function refuseThose(age: number, reason: StoreUnavailable) {
        const latest = runningTime.now() - age;
        const fresh = waiting.findIndex(({ since }) => since >= latest);
        for (const { reject } of waiting.splice(0, fresh < 0 ? waiting.length : fresh)) reject(reason);
    }
    return {
        now: runningTime.now,
        onCommit: (listener: () => void) => void listeners.push(listener),
        add(more: Waiting[]) {
            waiting.push(...more);
            if (connections.some(({ busy }) => busy)) watch ??= setTimeout(help, slow);
            else if (waiting.length > 0) start();
        },
        async close() {
            while (running.size > 0) await Promise.allSettled(running);
            clearTimeout(watch);
            runningTime.stop();
            await Promise.all(connections.map((connection) => connection.close()));
        }
    };
}
