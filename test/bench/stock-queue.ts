// Plain graphile-worker on the same PostgreSQL: jobs that do nothing, without a ledger.
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { Pool, type PoolConfig } from 'pg';
import type { Postgres } from '../../jobs/queue/postgres.ts';
import { before, countDown } from './deadline.ts';
import type { Speed, Stopwatch } from './job-speed.ts';

const logger = new Logger(() => () => undefined);
const schema = 'stock';
const batch = 500;

interface Load {
    count: number;
    concurrency: number;
    start: Stopwatch;
}

/** Adds `count` jobs and works them off. */
export async function stockSpeed(
    { connection }: Postgres,
    { count, concurrency, start }: Load
): Promise<Speed> {
    const work = countDown(count);
    const pgPool = openPool({ ...connection, max: 2 * concurrency + 2 }, work.fail);
    const utils = await makeWorkerUtils({ pgPool, logger, schema });
    try {
        await utils.migrate();
        const stop = await start();
        await addJobs(utils, count);
        const options = { pgPool, logger, schema, concurrency, noHandleSignals: true };
        const runner = await run({ ...options, taskList: { job: work.one } });
        await before(300, 'the bare queue', work.done);
        const speed = await stop(count);
        await runner.stop();
        return speed;
    } finally {
        await utils.release();
        await pgPool.end();
    }
}

function openPool(config: PoolConfig, fail: (reason: unknown) => void) {
    const pool = new Pool(config);
    pool.on('error', fail);
    pool.on('connect', (client) => client.on('error', fail));
    return pool;
}

type Utils = Awaited<ReturnType<typeof makeWorkerUtils>>;

async function addJobs(utils: Utils, count: number) {
    for (let from = 0; from < count; from += batch) {
        const ids = Array.from({ length: Math.min(batch, count - from) }, (_, index) => from + index);
        await utils.addJobs(ids.map((id) => ({ identifier: 'job', payload: { id } })));
    }
}
