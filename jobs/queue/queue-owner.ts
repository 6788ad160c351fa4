// Whose queue a PostgreSQL of JOBS_DATABASE_URL is. Each process frees what others have locked in its queue, so that two
// on one queue would run each other's jobs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { within } from './back-off.ts';
import { openClient, QueueProblem } from './connections.ts';

/** Another process has its queue there. */
export class QueueTaken extends QueueProblem {
    override readonly name = 'QueueTaken';

    constructor() {
        super(
            'Another node already uses the database of JOBS_DATABASE_URL. Use a separate database for each node.'
        );
    }
}

// The server ends the session of an owner whose machine has died within 6 seconds, and the lock goes with it.
const keepAlives =
    'set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2';
const lock = "select pg_try_advisory_lock(hashtextextended('sage-council queue', 0)) as taken";
const pause = 200;
const longestWait = 10_000;

interface Owned {
    client: Client;
    /** Resolves with the reason when its session has ended. */
    lost: Promise<unknown>;
}

/** Registers this process as the owner of a queue, by a lock that lasts as long as a session. */
export function queueOwner(connection: ClientConfig, patience = longestWait) {
    let owned: Owned | undefined;
    let isClosed = false;

    async function release() {
        const client = owned?.client;
        owned = undefined;
        await within(500, client?.end());
    }

    async function lockWith(client: Client) {
        await client.connect();
        await client.query(keepAlives);
        for (let waited = 0; !(await isLocked(client)); waited += pause) {
            if (waited >= patience || isClosed) throw new QueueTaken();
            await sleep(pause);
        }
    }

    return {
        /** Resolves once this process is the owner, immediately while it is. Throws QueueTaken, and what pg throws. */
        async take() {
            if (owned && (await isAlive(owned.client))) return;
            await release();
            const client = openClient(connection);
            const lost = lossOf(client);
            try {
                await lockWith(client);
                owned = { client, lost };
                if (isClosed) await release();
            } catch (error) {
                void within(0, client.end());
                throw error;
            }
        },
        /** Resolves with the reason when this process is the owner no longer. */
        lost: () => owned?.lost ?? Promise.resolve(new QueueTaken()),
        async close() {
            isClosed = true;
            await release();
        }
    };
}

const lossOf = (client: Client) =>
    new Promise((resolve) =>
        client.once('end', () => resolve(new Error('the session that owns the queue has ended')))
    );

async function isLocked(client: Client) {
    const { rows } = await client.query<{ taken: boolean }>(lock);
    return rows[0]?.taken === true;
}

const isAlive = (client: Client) =>
    client.query('select 1').then(
        () => true,
        () => false
    );
