// The writer: waiting writes are committed as a group, as on SQLite. Groups run one after the other in the order of the writes.
// Only while one is stuck do others run in parallel, so that a lock does not stop all.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { closedStore, StoreUnavailable, StoreInDoubt } from '../unavailable.ts';
import { allLost, openQueue } from '../waiting.ts';
import {
    type Connection,
    failureOf,
    isConflict,
    isLockTimeout,
    isLost,
    startLivedTime
} from './connections.ts';
import {
    type Waiting,
    GroupUndone,
    openSession,
    type Outcome,
    runGroup,
    type Session
} from './transaction.ts';

const mostConnections = 4;
const largestGroup = 32; // PostgreSQL gets slow with more than 64 savepoints in a transaction
/** How long a group may wait for one result before another starts in parallel, in milliseconds. */
const slow = 100;

/** Opens the writer over connections that `open` creates. A `writeSoon` joins the group of the next write, as on SQLite. */
export function openWriter(open: () => Promise<Connection>) {
    const groups = startGroups(open);
    let closed = false;
    const { write, writeSoon, hurry } = openQueue((group) => {
        if (closed) allLost(group, closedStore()).forEach((settle) => settle());
        else groups.add(group.map((one) => ({ ...one, since: groups.now(), collisions: 0 })));
    });
    return {
        write,
        writeSoon,
        onCommit: groups.onCommit,
        close: async () => {
            hurry();
            closed = true;
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

/** For how long a write is tried, in milliseconds. */
const longestWait = 5000;
/** While the database is away, writes are refused after this time. */
const shortWait = 500;
const longestPause = 100;
const mostLosses = 2;
/** For how many groups one that failed is remembered: so many are run with savepoints, or behind the guard. */
const memory = 32;

type WritingConnection = ReturnType<typeof openWritingConnection>;

/**
 * Writes through one connection, which is opened when it is needed: its transactions follow each other, and are tried again when
 * another one was in their way. `now` counts milliseconds.
 */
function openWritingConnection(open: () => Promise<Connection>, now: () => number) {
    let session: Session | undefined;
    let began = 0;
    let careful = 0;
    let guarded = 0;

    async function attempt(group: readonly Waiting[]) {
        session = session?.connection.isOpen() ? session : openSession(await open(), now);
        const { connection } = session;
        try {
            return await runGroup(session, group, { careful: careful > 0, guarded: guarded > 0 });
        } catch (error) {
            await connection.run('rollback').catch(() => void connection.close());
            throw error;
        }
    }

    /** Whether the group can be retried immediately, in another way. */
    function learnsFrom(error: unknown) {
        if (error instanceof GroupUndone) careful = memory;
        else if (isLockTimeout(error) && guarded > 0) guarded = 0;
        else return false;
        return true;
    }

    async function commit(group: readonly Waiting[]): Promise<Outcome & { away?: StoreUnavailable }> {
        let losses = 0;
        for (let tries = 1; ; tries += 1) {
            try {
                return await attempt(group);
            } catch (error) {
                if (learnsFrom(error)) continue;
                if (isWithoutTrace(error)) losses += 1;
                else if (!isConflict(error) || now() - began > longestWait)
                    return lost(group, failureOf(error));
                if (losses > mostLosses) return lost(group, failureOf(error));
                guarded = memory;
            }
            await sleep(Math.random() * Math.min(longestPause, 2 ** tries));
        }
    }
    return {
        busy: false,
        /** Whether its group has waited for one answer for so many milliseconds: for a lock, or for the disk. */
        isStuck: (ms: number) => now() - Math.max(began, session?.heardAt() ?? 0) >= ms,
        /** Commits a group, and retries until no other transaction conflicts. All of it fails where the database is away. */
        async commit(group: readonly Waiting[]) {
            began = now();
            careful -= Math.sign(careful);
            guarded -= Math.sign(guarded);
            return commit(group);
        },
        close: async () => session?.connection.close()
    };
}

/** A connection that was closed before the commit has written nothing, and there may be another one immediately. */
const isWithoutTrace = (error: unknown) =>
    isLost(error) && !(error instanceof StoreInDoubt) && !(error instanceof StoreUnavailable);

const lost = (group: readonly Waiting[], reason: unknown) => ({
    settles: allLost(group, reason),
    again: [],
    ...(reason instanceof StoreUnavailable && { away: reason })
});
