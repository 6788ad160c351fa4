// Several writes as one transaction of PostgreSQL, each of which can fail without the others.
import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreInDoubt } from '../away.ts';
import type { Tx } from '../interface.ts';
import { type Connection, failureOf, isCollision, isConflict, isLost } from './connections.ts';
import { handleOver } from './dialect.ts';

export interface Waiting {
    work: (tx: Tx) => Promise<unknown>;
    resolve: (result: unknown) => void;
    reject: (reason: unknown) => void;
    /** When it was asked for. */
    since: number;
    /** How often somebody else had made the same row first. */
    collisions: number;
}
/** Resolves or rejects the promise of one write. */
type Settle = () => void;

export interface Outcome {
    settles: Settle[];
    /** Those that have to look again, in another transaction. */
    again: Waiting[];
}

/** A connection that transactions run on one after the other. */
export interface Session {
    connection: Connection;
    tx: Tx;
    /** Returns the first failure since it was asked last, whoever caught it. */
    takeFailure(): unknown;
}

export const insideWrite = new AsyncLocalStorage<true>();

const mostCollisions = 3;
// In the transaction and not in the session, which poolers share. A process that freezes inside loses its locks.
const begin =
    "begin isolation level serializable; set local idle_in_transaction_session_timeout = '5s'; set local statement_timeout = '4s'";

export function openSession(connection: Connection): Session {
    let failure: unknown;
    const tx = handleOver(async (question) => {
        try {
            return await connection.ask(question);
        } catch (error) {
            failure ??= error;
            throw error;
        }
    });
    return {
        connection,
        tx,
        takeFailure() {
            const first = failure;
            failure = undefined;
            return first;
        }
    };
}

/**
 * Runs a group of writes as one transaction. Commands whose results nobody needs are sent ahead of the next question.
 * Throws what ended the transaction: then nothing of the group was changed, but for StoreInDoubt.
 */
export async function runGroup(session: Session, group: readonly Waiting[]): Promise<Outcome> {
    const several = group.length > 1;
    const began = sendAhead(session, several ? `${begin}; savepoint one` : begin);
    const outcome: Outcome = { settles: [], again: [] };
    let undone = 0;
    for (const [place, one] of group.entries()) {
        const isLast = place === group.length - 1;
        const kept = await runOne(session, one, outcome);
        if (!kept) undone += 1;
        if (!kept && several) void sendAhead(session, 'rollback to savepoint one');
        else if (kept && !isLast) void sendAhead(session, 'release savepoint one; savepoint one');
    }
    await began;
    await (undone === group.length ? session.connection.run('rollback') : commit(session.connection));
    return outcome;
}

/** Returns whether what it wrote is kept. */
async function runOne(session: Session, one: Waiting, { settles, again }: Outcome) {
    const [done] = await Promise.allSettled([insideWrite.run(true, async () => one.work(session.tx))]);
    const failure = session.takeFailure();
    if (failure !== undefined && (isConflict(failure) || isLost(failure))) throw failure;
    if (failure === undefined && done.status === 'fulfilled') {
        settles.push(() => one.resolve(done.value));
        return true;
    }
    if (isCollision(failure) && one.collisions < mostCollisions) {
        one.collisions += 1;
        again.push(one);
        return false;
    }
    const reason = failure === undefined && done.status === 'rejected' ? done.reason : failureOf(failure);
    settles.push(() => one.reject(reason));
    return false;
}

function sendAhead({ connection }: Session, command: string) {
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
