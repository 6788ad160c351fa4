// One generation of graphile-worker: two pools of connections, its workers, and the end of it at the
// first thing that goes wrong. The runner then starts the next one.
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils, runTaskList } from 'graphile-worker';
import type { ClientConfig, Pool } from 'pg';
import type { BaseLogger } from 'pino';
import { greet, openPool, shield } from './connections.ts';
import { type Lanes, sharedLane } from './lanes.ts';
import { within } from './back-off.ts';

// Jobs are fetched and ended in batches. Half as large batches cost a third of the jobs per second, and a connection
// for each job half of them (measured).
const fetched = 500;
const connections = 12;
const heartbeat = 4000;

export interface Delivery {
    id: string;
    epoch: string;
}
export interface Offer extends Delivery {
    tries: number;
    lane: string;
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
    lanes: Lanes;
    deliver: (delivery: Delivery) => Promise<void>;
    log: BaseLogger;
}

/** Connects, makes the schema where it is missing, frees every lock of earlier lives, and starts to work. */
export async function openQueue({ connection, lanes, deliver, log }: QueueOptions): Promise<Queue> {
    const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>();
    const ownPool = openPool(connection, 2, lose);
    const workerPool = openPool(connection, connections, lose);
    const failed = (reason: unknown) => {
        lose(reason);
        throw reason;
    };
    const hangUp = () => [ownPool, workerPool].forEach((line) => line.hangUp());
    shield(workerPool.pool, lose);
    try {
        const logger = new Logger(() => (_level, message) => log.debug(message));
        const utils = await makeWorkerUtils({ pgPool: ownPool.pool, logger });
        const locks = lockQueries(ownPool.pool, utils);
        await locks.unlock();
        const workers = startWorkers({ pool: workerPool.pool, logger, lanes, deliver });
        workers.ended.then(() => lose(new Error('the workers ended')), lose);
        const beats = startHeartbeat(connection, lose);
        return {
            lost,
            async offer(offers) {
                await utils.addJobs(offers.map(asJob)).catch(failed);
            },
            async sweep(jobs) {
                await locks.unlock(workers.ids);
                await locks.forgetFailed();
                return locks.held(jobs);
            },
            async close(patience) {
                beats.abort();
                await within(patience, workers.stop());
                await within(500, locks.unlock());
                await within(500, Promise.all([ownPool.pool.end(), workerPool.pool.end()]));
                hangUp();
            },
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

const keyOf = ({ id, epoch }: Delivery) => `${epoch}:${id}`;

const asJob = ({ id, epoch, tries, lane }: Offer) => ({
    identifier: lane,
    payload: { id, epoch },
    jobKey: keyOf({ id, epoch }),
    maxAttempts: tries
});

type WorkersOptions = Pick<QueueOptions, 'lanes' | 'deliver'> & { pool: Pool; logger: Logger };

/** Each lane has workers of its own, which fetch from it alone. */
function startWorkers({ pool, logger, lanes, deliver }: WorkersOptions) {
    const pools = Object.entries(lanes).map(([lane, concurrency]) => {
        const localQueue = { size: lane === sharedLane ? fetched : concurrency };
        const worker = { localQueue, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
        return runTaskList(
            { logger, concurrency, noHandleSignals: true, preset: { worker } },
            { [lane]: (payload) => deliver(payload as Delivery) },
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

/** Questions about locks that graphile-worker has no function for, asked of its public view. */
function lockQueries(pool: Pool, utils: WorkerUtils) {
    const ask = async (text: string, values: unknown[]) => {
        const { rows } = await pool.query<[string]>({ text, values, rowMode: 'array' });
        return rows.map(([value]) => value);
    };
    const view = 'from graphile_worker.jobs where';
    return {
        async unlock(except: string[] = []) {
            const holders = await ask(`select distinct locked_by ${view} locked_by <> all($1::text[])`, [
                except
            ]);
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
            await sleep(heartbeat, undefined, { signal, ref: false });
            await greet(connection);
        }
    };
    beat().catch((reason: unknown) => signal.aborted || lose(reason));
    return stopping;
}
