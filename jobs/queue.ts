// One generation of graphile-worker: two pools of connections, its workers, and the end of it at the
// first thing that goes wrong. The runner then starts the next one.
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils, runTaskList } from 'graphile-worker';
import { Client, type ClientConfig, Pool } from 'pg';
import type { BaseLogger } from 'pino';
import { within } from './schedule.ts';

export interface Delivery {
    id: string;
    epoch: string;
}
export interface Offer extends Delivery {
    tries: number;
}

export interface Queue {
    /** Adds these jobs; one that is there already starts from its first try. */
    offer: (offers: Offer[]) => Promise<void>;
    /** Frees what dead generations locked, forgets what failed for good, and answers which of `jobs` it still has. */
    sweep(jobs: Delivery[]): Promise<Set<string>>;
    /** Resolves with the reason when this generation is of no more use. */
    readonly lost: Promise<unknown>;
    /** Lets running jobs end for `patience` milliseconds, frees all locks and disconnects. */
    close(patience: number): Promise<void>;
    /** Disconnects at once; running jobs go on, and nobody is told. */
    drop(): void;
}

interface QueueOptions {
    connection: ClientConfig;
    concurrency: number;
    deliver: (delivery: Delivery) => Promise<void>;
    log: BaseLogger;
}

const task = 'job';
const heartbeat = { every: 4000, patience: 3000 };
const keyOf = ({ id, epoch }: Delivery) => `${epoch}:${id}`;

/** Connects, makes the schema where it is missing, frees every lock of earlier lives, and starts to work. */
export async function openQueue({ connection, concurrency, deliver, log }: QueueOptions): Promise<Queue> {
    const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>();
    const own = openPool(connection, 2, lose);
    const theirs = openPool(connection, 2 * concurrency + 2, lose);
    const failed = (reason: unknown) => {
        lose(reason);
        throw reason;
    };
    const hangUp = () => [own, theirs].forEach((line) => line.hangUp());
    shield(theirs.pool, lose);
    try {
        const logger = new Logger(() => (_level, message) => log.debug(message));
        const utils = await makeWorkerUtils({ pgPool: own.pool, logger });
        const desk = lockDesk(own.pool, utils);
        await desk.unlock();
        const workers = startWorkers({ pool: theirs.pool, logger, concurrency, deliver });
        Promise.resolve(workers.promise).then(() => lose(new Error('the workers ended')), lose);
        const beats = startHeartbeat(connection, lose);
        return {
            lost,
            async offer(offers) {
                await utils.addJobs(offers.map(asJob)).catch(failed);
            },
            async sweep(jobs) {
                await desk.unlock(workers.id);
                await desk.forgetFailed();
                return desk.held(jobs);
            },
            async close(patience) {
                beats.abort();
                await within(patience, workers.gracefulShutdown());
                await within(500, desk.unlock());
                await within(500, Promise.all([own.pool.end(), theirs.pool.end()]));
                hangUp();
            },
            drop() {
                beats.abort();
                hangUp();
                void within(0, workers.gracefulShutdown());
            }
        };
    } catch (error) {
        hangUp();
        throw error;
    }
}

const asJob = ({ id, epoch, tries }: Offer) => ({
    identifier: task,
    payload: { id, epoch },
    jobKey: keyOf({ id, epoch }),
    maxAttempts: tries
});

function startWorkers({ pool, logger, concurrency, deliver }: WorkersOptions) {
    const worker = { localQueue: { size: 4 * concurrency }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
    return runTaskList(
        { logger, concurrency, noHandleSignals: true, preset: { worker } },
        { [task]: (payload) => deliver(payload as Delivery) },
        pool
    );
}
type WorkersOptions = Pick<QueueOptions, 'concurrency' | 'deliver'> & { pool: Pool; logger: Logger };

/** A pool whose sockets can be cut: a frozen server never answers, not even to a goodbye. */
function openPool(connection: ClientConfig, max: number, lose: (reason: unknown) => void) {
    const sockets = new Set<Socket>();
    const stream = () => {
        const socket = new Socket();
        sockets.add(socket);
        return socket.once('close', () => sockets.delete(socket));
    };
    const limits = { connectionTimeoutMillis: heartbeat.patience, query_timeout: 10_000 };
    const pool = new Pool({ ...connection, ...limits, max, keepAlive: true, stream });
    pool.on('error', lose);
    pool.on('connect', (client) => client.on('error', lose));
    return { pool, hangUp: () => sockets.forEach((socket) => socket.destroy()) };
}

/**
 * Ends the generation at the first failure, and hides that failure from graphile-worker: it leaves the
 * promises of finished jobs to nobody, so that each would be an unhandled rejection (147 in 20 crashes,
 * measured), and repeats some queries for hours. It is told that nothing was found instead; what it
 * could not record is unlocked by the next generation, and the ledger knows whether it was done.
 */
function shield(pool: Pool, lose: (reason: unknown) => void) {
    const nothing = { rows: [], rowCount: 0 };
    const orElse =
        <T>(instead: T) =>
        (reason: unknown) => {
            lose(reason);
            return instead;
        };
    pool.on('connect', (client) => {
        const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
        Object.assign(client, { query: (...args: unknown[]) => query(...args).catch(orElse(nothing)) });
    });
    const nobody = { query: async () => nothing, release: () => undefined };
    const connect = pool.connect.bind(pool) as (then?: unknown) => Promise<unknown>;
    Object.assign(pool, {
        connect: (then?: unknown) => (then ? connect(then) : connect().catch(orElse(nobody)))
    });
}

type WorkerUtils = Awaited<ReturnType<typeof makeWorkerUtils>>;

/** Questions about locks that graphile-worker has no function for, asked of its public view. */
function lockDesk(pool: Pool, utils: WorkerUtils) {
    const ask = async (text: string, values: unknown[]) => {
        const { rows } = await pool.query<[string]>({ text, values, rowMode: 'array' });
        return rows.map(([value]) => value);
    };
    const view = 'from graphile_worker.jobs where';
    return {
        async unlock(except = '') {
            const holders = await ask(`select distinct locked_by ${view} locked_by <> $1`, [except]);
            if (holders.length > 0) await utils.forceUnlockWorkers(holders);
        },
        async forgetFailed() {
            const failed = await ask(`select id ${view} attempts >= max_attempts and locked_at is null`, []);
            if (failed.length > 0) await utils.completeJobs(failed);
        },
        async held(jobs: Delivery[]) {
            const keys = new Map(jobs.map((job) => [keyOf(job), job.id]));
            const held = await ask(`select key ${view} key = any($1::text[])`, [[...keys.keys()]]);
            return new Set(held.map((key) => keys.get(key) ?? ''));
        }
    };
}

function startHeartbeat(connection: ClientConfig, lose: (reason: unknown) => void) {
    const stopping = new AbortController();
    const { signal } = stopping;
    const beat = async () => {
        while (!signal.aborted) {
            await sleep(heartbeat.every, undefined, { signal, ref: false });
            await greet(connection);
        }
    };
    beat().catch((reason: unknown) => signal.aborted || lose(reason));
    return stopping;
}

/** Asks a server for a sign of life, over a connection of its own: a frozen one still has its old ones. */
export async function greet(connection: ClientConfig) {
    const { patience } = heartbeat;
    const limits = { connectionTimeoutMillis: patience, query_timeout: patience };
    const client = new Client({ ...connection, ...limits });
    client.on('error', () => undefined);
    try {
        await client.connect();
        await client.query('select 1');
    } finally {
        void within(0, client.end());
    }
}

/**
 * Whether nobody but pg or graphile-worker can have thrown this: what a dying generation leaves behind.
 * Such a rejection must not end the process; every other one must.
 */
export function isPostgresFailure(error: unknown) {
    if (!(error instanceof Error)) return false;
    const frames =
        error.stack?.split('\n').filter((line) => /^ +at /.test(line) && !line.includes('node:')) ?? [];
    return /\/node_modules\/(pg|pg-[a-z]+|graphile-worker)\//.test(frames[0]?.replaceAll('\\', '/') ?? '');
}
