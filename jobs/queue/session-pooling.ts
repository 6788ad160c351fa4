// Poolers between this process and PostgreSQL. One that assigns a session per transaction (pgbouncer with pool_mode transaction,
// or statement) loses what the queue needs a session for: LISTEN, and prepared statements.
import type { Client, ClientConfig } from 'pg';
import { within } from './back-off.ts';
import { openClient, queueProblemOf, QueueProblem } from './connections.ts';

/** Two connections met in one session of the server. */
export class SessionsShared extends QueueProblem {
    override readonly name = 'SessionsShared';

    constructor() {
        super('JOBS_DATABASE_URL is a pooler that shares sessions. The jobs need session pooling.');
    }
}

const rounds = 3;

/**
 * Compares the sessions of two open connections: without a pooler, or with one that pools sessions, each keeps its own. Throws
 * SessionsShared, what `queueProblemOf` knows, and what pg throws.
 */
export async function assertOwnSessions(connection: ClientConfig) {
    const [one, other] = [openClient(connection), openClient(connection)];
    try {
        await one.connect();
        await other.connect();
        const [first, second] = [await sessionOf(one), await sessionOf(other)];
        for (let round = 0; round < rounds; round += 1) {
            if (first === second) throw new SessionsShared();
            await other.query('begin'); // a pooler that gave them one session each so far must use another meanwhile
            const met = [await sessionOf(one), await sessionOf(other)];
            await other.query('commit');
            if (met[0] !== first || met[1] !== second) throw new SessionsShared();
        }
    } catch (error) {
        throw queueProblemOf(error);
    } finally {
        void within(0, Promise.all([one.end(), other.end()]));
    }
}

async function sessionOf(client: Client) {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid;
}
