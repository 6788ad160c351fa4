// One session of graphile-worker: two pools of connections and the workers. A session ends at the first failure, and the
// runner then opens the next one.
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils, runTaskList } from 'graphile-worker';
import type { ClientConfig, Pool } from 'pg';
import type { BaseLogger } from 'pino';
import { greet, openPool, shield } from './connections.ts';
import { type Queues, sharedQueue } from './queues.ts';
import { within } from './back-off.ts';

// Jobs are fetched and ended in batches. Half as large batches cost a third of the jobs per second, and a connection
// for each job half of them (measured).
const batchSize = 500;
const connections = 12;
const heartbeatInterval = 4000;

/** Names a ledger row, and the epoch of the store that it belongs to. */
export interface JobRef {
    id: string;
    epoch: string;
}
export interface NewJob extends JobRef {
    maxAttempts: number;
    queue: string;
}

export type WorkerSession = Awaited<ReturnType<typeof openSession>>;

interface SessionOptions {
    connection: ClientConfig;
    queues: Queues;
    handle: (job: JobRef) => Promise<void>;
    log: BaseLogger;
}

/** Connects, creates the schema where it is missing, frees all locks of earlier processes, and starts the workers. */
export async function openSession(options: SessionOptions) {
    const { connection, log } = options;
    const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>();
    const ownPool = openPool(connection, 2, lose);
    const workerPool = openPool(connection, connections, lose);
    const failed = (reason: unknown) => {
        lose(reason);
        throw reason;
    };
    const hangUp = () => [ownPool, workerPool].forEach((connections) => connections.hangUp());
    shield(workerPool.pool, lose);
    try {
        const logger = new Logger(() => (_level, message) => log.debug(message));
        const utils = await makeWorkerUtils({ pgPool: ownPool.pool, logger });
        const locks = lockQueries(ownPool.pool, utils);
        await locks.unlock();
        const workers = startWorkers({ ...options, pool: workerPool.pool, logger });
        workers.ended.then(() => lose(new Error('the workers ended')), lose);
        const beats = startHeartbeat(connection, lose);
        return {
            /** Resolves with the reason when this session can no longer be used. */
            lost,
            /** Adds these jobs. A job that is there already starts again from its first attempt. */
            enqueue: async (jobs: NewJob[]) => {
                await utils.addJobs(jobs.map(jobSpec)).catch(failed);
            },
            /** Frees the locks of ended sessions, removes jobs that failed for good, and resolves with those of `jobs` that it still has. */
            async sweep(jobs: JobRef[]) {
                await locks.unlock(workers.ids);
                await locks.forgetFailed();
                return locks.known(jobs);
            },
            /** Gives running jobs `patience` milliseconds to end, frees all locks and disconnects. */
            async close(patience: number) {
                beats.abort();
                await within(patience, workers.stop());
                await within(500, locks.unlock());
                await within(500, Promise.all([ownPool.pool.end(), workerPool.pool.end()]));
                hangUp();
            },
            /** Disconnects immediately. Running jobs continue, but their end is not reported. */
            drop() {
                beats.abort();
                hangUp();
                void within(0, workers.stop());
            }
        };
    } catch (error) {
        hangUp();
        throw error;
    }
}

const keyOf = ({ id, epoch }: JobRef) => `${epoch}:${id}`;

const jobSpec = ({ id, epoch, maxAttempts, queue }: NewJob) => ({
    identifier: queue,
    payload: { id, epoch },
    jobKey: keyOf({ id, epoch }),
    maxAttempts
});

type WorkersOptions = Pick<SessionOptions, 'queues' | 'handle'> & { pool: Pool; logger: Logger };

/** Each queue has its own workers, which fetch from no other queue. */
function startWorkers({ pool, logger, queues, handle }: WorkersOptions) {
    const pools = Object.entries(queues).map(([queue, concurrency]) => {
        const localQueue = { size: queue === sharedQueue ? batchSize : concurrency };
        const worker = { localQueue, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
        return runTaskList(
            { logger, concurrency, noHandleSignals: true, preset: { worker } },
            { [queue]: (payload) => handle(payload as JobRef) },
            pool
        );
    });
    return {
        ids: pools.map(({ id }) => id),
        ended: Promise.race(pools.map(async ({ promise }) => promise)),
        stop: () => Promise.all(pools.map(async (one) => one.gracefulShutdown()))
    };
}

type WorkerUtils = Awaited<ReturnType<typeof makeWorkerUtils>>;

/** Queries for which graphile-worker has no function. They read its public view. */
function lockQueries(pool: Pool, utils: WorkerUtils) {
    const select = async (text: string, values: unknown[]) => {
        const { rows } = await pool.query<[string]>({ text, values, rowMode: 'array' });
        return rows.map(([value]) => value);
    };
    const view = 'from graphile_worker.jobs where';
    return {
        async unlock(except: string[] = []) {
            const holders = await select(`select distinct locked_by ${view} locked_by <> all($1::text[])`, [
                except
            ]);
            if (holders.length > 0) await utils.forceUnlockWorkers(holders);
        },
        async forgetFailed() {
            const failed = await select(
                `select id ${view} attempts >= max_attempts and locked_at is null`,
                []
            );
            if (failed.length > 0) await utils.completeJobs(failed);
        },
        async known(jobs: JobRef[]) {
            const keys = new Map(jobs.map((job) => [keyOf(job), job.id]));
            const found = await select(`select key ${view} key = any($1::text[])`, [[...keys.keys()]]);
            return new Set(found.map((key) => keys.get(key) ?? ''));
        }
    };
}

function startHeartbeat(connection: ClientConfig, lose: (reason: unknown) => void) {
    const stopping = new AbortController();
    const { signal } = stopping;
    const beat = async () => {
        while (!signal.aborted) {
            await sleep(heartbeatInterval, undefined, { signal, ref: false });
            await greet(connection);
        }
    };
    beat().catch((reason: unknown) => signal.aborted || lose(reason));
    return stopping;
}
