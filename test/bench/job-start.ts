// How long a job waits before it starts while nothing else is to do: through the ledger, and through plain graphile-worker.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { Pool } from 'pg';
import { pino } from 'pino';
import { queueMail } from '../../db/jobs/mails.ts';
import { openStore } from '../../db/store/index.ts';
import type { Postgres } from '../../jobs/queue/postgres.ts';
import { lightConcurrency, startJobs } from '../../jobs/queue/runner.ts';
import { temporaryFolder } from '../support/servers/process.ts';
import { before } from './deadline.ts';
import { alternate, atMost, eachOf, figure, type Row } from './figure.ts';
import { startQueue } from './job-speed.ts';
import { letter, sendNothing } from './jobs.ts';

const log = pino({ level: 'silent' });
const logger = new Logger(() => () => undefined);

export const jobStart: Row = {
    name: 'job-start',
    async measure(short, progress) {
        const count = short ? 200 : 1000;
        await using ends = new AsyncDisposableStack();
        const { queue: postgres } = await startQueue(ends);
        const samples = await alternate({
            repeats: 3,
            measured: () => ledgerWaits(postgres, count),
            base: () => stockWaits(postgres, count),
            progress
        });
        const at = (share: number) => eachOf(samples, (waits) => quantile(waits, share));
        return [
            figure({ ...label, row: 'one job, until it starts, median', goal: atMost(6) }, at(0.5)),
            figure({ ...label, row: 'one job, until it starts, p99', goal: atMost(30) }, at(0.99))
        ];
    }
};

const label = { unit: 'ms', against: 'graphile-worker' };
const quantile = (waits: number[], share: number) =>
    waits.toSorted((a, b) => a - b)[Math.floor(share * waits.length)] ?? NaN;

/** Milliseconds from the request to enqueue a job until it starts, for one job after the other. */
async function waitsOf(count: number, { enqueue, started }: Queue) {
    const waits: number[] = [];
    for (let job = 0; job <= count; job += 1) {
        const begins = started();
        const asked = performance.now();
        await enqueue();
        waits.push((await before(60, 'a job', begins)) - asked);
        await sleep(10); // so that the next one finds nothing to do
    }
    return waits.slice(1); // the first one waits for the connections
}

interface Queue {
    enqueue: () => Promise<unknown>;
    /** Resolves with the time at which the next job starts. */
    started: () => Promise<number>;
}

/** Notifies the last caller that a job starts now. */
function starter() {
    let tell: (at: number) => void = () => undefined;
    return {
        now: () => tell(performance.now()),
        started: () => new Promise<number>((resolve) => (tell = resolve))
    };
}

async function ledgerWaits(postgres: Postgres, count: number) {
    await using folder = await temporaryFolder();
    await using ends = new AsyncDisposableStack();
    const store = openStore(join(folder.path, 'app.db'));
    ends.defer(() => store.close());
    const { now, started } = starter();
    const jobs = sendNothing({ started: now });
    const epoch = `bench ${performance.now()}`;
    const concurrency = lightConcurrency;
    const runtime = startJobs({ store, jobs, postgres, epoch, log, now: Date.now, concurrency });
    ends.defer(() => runtime.stop());
    return await waitsOf(count, { enqueue: () => store.write((tx) => queueMail(tx, letter())), started });
}

async function stockWaits({ connection }: Postgres, count: number) {
    const pgPool = new Pool({ ...connection, max: 10 });
    await using ends = new AsyncDisposableStack();
    ends.defer(() => pgPool.end());
    pgPool.on('error', () => undefined);
    pgPool.on('connect', (client) => client.on('error', () => undefined));
    const stock = { pgPool, logger, schema: 'stock' };
    const utils = await makeWorkerUtils(stock);
    ends.defer(async () => utils.release());
    await utils.migrate();
    const { now, started } = starter();
    const runner = await run({ ...stock, concurrency: 4, noHandleSignals: true, taskList: { job: now } });
    ends.defer(() => runner.stop());
    return await waitsOf(count, { enqueue: () => utils.addJob('job', {}), started });
}
