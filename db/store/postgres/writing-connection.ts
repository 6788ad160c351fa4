// One connection for writing: its transactions follow each other, and are tried again when another one was in their way.
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable, StoreInDoubt } from '../unavailable.ts';
import { type Connection, failureOf, isConflict, isLockTimeout, isLost } from './connections.ts';
import {
    GroupUndone,
    openSession,
    type Outcome,
    runGroup,
    type Session,
    type Waiting
} from './transaction.ts';

/** For how long a write is tried, in milliseconds. */
export const longestWait = 5000;
/** While the database is away, writes are refused after this time. */
export const shortWait = 500;
const longestPause = 100;
const mostLosses = 2;
/** For how many groups one that failed is remembered: so many are run with savepoints, or behind the guard. */
const memory = 32;

export type WritingConnection = ReturnType<typeof openWritingConnection>;

/** Writes through one connection, which is opened when it is needed. `now` counts milliseconds. */
export function openWritingConnection(open: () => Promise<Connection>, now: () => number) {
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

function lost(group: readonly Waiting[], reason: unknown) {
    const settles = group.map(
        ({ reject }) =>
            () =>
                reject(reason)
    );
    return { settles, again: [], ...(reason instanceof StoreUnavailable && { away: reason }) };
}
