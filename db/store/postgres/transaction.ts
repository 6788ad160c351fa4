// Several writes as one transaction of PostgreSQL, each of which can fail without the others.
import { StoreInDoubt } from '../unavailable.ts';
import { runInside, type Settle, type Waiting as Queued } from '../waiting.ts';
import { type Connection, failureOf, isCollision, isConflict, isLost, type Question } from './connections.ts';
import { handleOver } from './handle.ts';

export interface Waiting extends Queued {
    /** When it was requested. */
    since: number;
    /** How often another transaction had inserted the same row first. */
    collisions: number;
}
export interface Outcome {
    settles: Settle[];
    /** Those that have to look again, in another transaction. */
    again: Waiting[];
}

/** A connection that transactions run on one after the other. */
export type Session = ReturnType<typeof openSession>;

/** How a group is run. */
export interface Manner {
    /** With a savepoint for each write, so that one fails alone. Without, whatever fails undoes the whole group. */
    careful: boolean;
    /** After all others, of this process and of others, that are guarded: none of them is in the way of another. */
    guarded: boolean;
}

/** A write of a group without savepoints failed: nothing of the group was changed. */
export class GroupUndone extends Error {
    override readonly name = 'GroupUndone';
}

const mostCollisions = 3;
// In the transaction and not in the session, which poolers share. A process that freezes inside loses its locks.
const begin =
    "begin isolation level serializable; set local idle_in_transaction_session_timeout = '5s'; set local statement_timeout = '4s'";

/**
 * Waits until no other guarded transaction runs. The lock comes before the snapshot, so that the transaction sees the writes of
 * the others. Only migrations write to this table.
 */
const guard =
    "set local lock_timeout = '1s'; lock table migrations in share row exclusive mode; set local lock_timeout = 0";

/** So many writes are sent without waiting: the database keeps their answers in its memory. */
const mostUnheard = 64;

export function openSession(connection: Connection, now: () => number) {
    let failure: unknown;
    let heard = now();
    const unheard: Promise<unknown>[] = [];

    async function answerTo<T>(asked: Promise<T>) {
        try {
            return await asked;
        } catch (error) {
            failure ??= error;
            throw error;
        } finally {
            heard = now();
        }
    }

    /** A write that fails fails all that is asked behind it, so that it need not be waited for. */
    async function send(question: Question) {
        unheard.push(answerTo(connection.ask(question)).catch(() => undefined)); // the failure is stored
        if (unheard.length >= mostUnheard) await hearAll();
        return [];
    }

    const hearAll = () => Promise.all(unheard.splice(0));

    return {
        connection,
        tx: handleOver((question) =>
            question.unheard ? send(question) : answerTo(connection.ask(question))
        ),
        /** When the database answered last, or the connection was opened. */
        heardAt: () => heard,
        /** Whether something has failed that is known by now. */
        hasFailed: () => failure !== undefined,
        /** Waits for all pending statements. Rejects with the first failure since the last call, even if it was caught. */
        async takeFailure() {
            await hearAll();
            const first = failure;
            failure = undefined;
            return first;
        }
    };
}

/**
 * Runs a group of writes as one transaction. Statements whose results are not needed are pipelined. Throws the error that ended
 * the transaction: then nothing of the group was changed, except for StoreInDoubt.
 */
export async function runGroup(
    session: Session,
    group: readonly Waiting[],
    { careful, guarded }: Manner
): Promise<Outcome> {
    const several = group.length > 1;
    const saves = several && careful;
    const opening = [begin, ...(guarded ? [guard] : []), ...(saves ? ['savepoint one'] : [])].join('; ');
    await session.takeFailure(); // of the group before
    const began = sendUnawaited(session, opening);
    const outcome: Outcome = { settles: [], again: [] };
    let undone = 0;
    for (const [place, one] of group.entries()) {
        const isLast = place === group.length - 1;
        const kept = await runOne(session, one, { outcome, alone: saves || !several }).catch(
            async (error: unknown) => {
                await began; // what fails behind a failed start fails because of it
                throw error;
            }
        );
        if (!kept) await began;
        if (!kept) undone += 1;
        if (!kept && saves) void sendUnawaited(session, 'rollback to savepoint one');
        else if (saves && !isLast) void sendUnawaited(session, 'release savepoint one; savepoint one');
    }
    await began;
    const late = await session.takeFailure();
    if (late !== undefined) throw endsAll(late) ? late : new GroupUndone();
    await (undone === group.length ? session.connection.run('rollback') : commit(session.connection));
    return outcome;
}

/** Whether a failure is of all writes of the transaction, and not of the one that met it. */
const endsAll = (failure: unknown) => failure !== undefined && (isConflict(failure) || isLost(failure));

interface Running {
    outcome: Outcome;
    /** Whether it can be undone separately. */
    alone: boolean;
}

/** Returns whether its writes were committed. */
async function runOne(session: Session, one: Waiting, { outcome: { settles, again }, alone }: Running) {
    const [done] = await Promise.allSettled([runInside(async () => one.work(session.tx))]);
    const isLooked = alone || session.hasFailed() || done.status === 'rejected'; // else before the commit is early enough
    const failure = isLooked ? await session.takeFailure() : undefined;
    if (endsAll(failure)) throw failure;
    if (failure === undefined && done.status === 'fulfilled') {
        settles.push(() => one.resolve(done.value));
        return true;
    }
    if (!alone) throw new GroupUndone();
    if (isCollision(failure) && one.collisions < mostCollisions) {
        one.collisions += 1;
        again.push(one);
        return false;
    }
    const reason = failure === undefined && done.status === 'rejected' ? done.reason : failureOf(failure);
    settles.push(() => one.reject(reason));
    return false;
}

function sendUnawaited({ connection }: Session, command: string) {
    const sent = connection.run(command);
    sent.catch(() => undefined); // the question behind it fails too
    return sent;
}

async function commit(connection: Connection) {
    const tag = await connection.run('commit').catch((error: unknown) => {
        if (!isLost(error)) throw error; // PostgreSQL has refused to commit
        throw new StoreInDoubt('the connection was lost during the commit', { cause: error });
    });
    if (tag !== 'COMMIT') throw new Error(`the transaction ended with ${tag}`);
}
