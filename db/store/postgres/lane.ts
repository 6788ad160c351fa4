// One connection for writing: its transactions follow each other, and are tried again when another one was in their way.
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreAway, StoreInDoubt } from '../away.ts';
import { type Connection, failureOf, isConflict, isLost } from './connections.ts';
import { openSession, type Outcome, runGroup, type Session, type Waiting } from './transaction.ts';

/** For how long a write is tried, in milliseconds. */
export const longestWait = 5000;
/** While the database is away nobody waits for longer than this before being told. */
export const shortWait = 500;
const longestPause = 100;
const mostLosses = 2;

export type Lane = ReturnType<typeof openLane>;

/** Opens a lane, whose connection is made when it is needed. `now` counts milliseconds. */
export function openLane(open: () => Promise<Connection>, now: () => number) {
    let session: Session | undefined;

    async function attempt(group: readonly Waiting[]) {
        session = session?.connection.isOpen() ? session : openSession(await open());
        const { connection } = session;
        try {
            return await runGroup(session, group);
        } catch (error) {
            await connection.run('rollback').catch(() => void connection.close());
            throw error;
        }
    }
    return {
        busy: false,
        /** Commits a group, trying until nobody is in its way. All of it fails where the database is away. */
        commit: async (group: readonly Waiting[]): Promise<Outcome & { away?: StoreAway }> => {
            const began = now();
            let losses = 0;
            for (let tries = 1; ; tries += 1) {
                try {
                    return await attempt(group);
                } catch (error) {
                    if (isWithoutTrace(error)) losses += 1;
                    else if (!isConflict(error) || now() - began > longestWait)
                        return lost(group, failureOf(error));
                    if (losses > mostLosses) return lost(group, failureOf(error));
                }
                await sleep(Math.random() * Math.min(longestPause, 2 ** tries));
            }
        },
        close: async () => session?.connection.close()
    };
}

/** A connection that was closed before the commit has written nothing, and there may be another one at once. */
const isWithoutTrace = (error: unknown) =>
    isLost(error) && !(error instanceof StoreInDoubt) && !(error instanceof StoreAway);

function lost(group: readonly Waiting[], reason: unknown) {
    const settles = group.map(
        ({ reject }) =>
            () =>
                reject(reason)
    );
    return { settles, again: [], ...(reason instanceof StoreAway && { away: reason }) };
}
