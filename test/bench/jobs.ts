// Jobs through the ledger, each with an effect that happens exactly once, compared with plain graphile-worker.
import { forEachTask } from '../../jobs/index.ts';
import { join } from 'node:path';
import { pino } from 'pino';
import { jobTally } from '../../db/jobs/tally.ts';
import { listMails, markMail, queueMail } from '../../db/jobs/mails.ts';
import { openStore, type Store } from '../../db/store/index.ts';
import type { Jobs } from '../../jobs/job.ts';
import type { Postgres } from '../../jobs/queue/postgres.ts';
import { lightConcurrency, startJobs } from '../../jobs/queue/runner.ts';
import { temporaryFolder } from '../support/servers/process.ts';
import { before, countDown } from './deadline.ts';
import { alternate, ofBase, type Row } from './figure.ts';
import { type Speed, speedFigures, startQueue, type Stopwatch, stopwatchFor } from './job-speed.ts';
import { stockSpeed } from './stock-queue.ts';

const log = pino({ level: 'silent' });

export const jobs: Row = {
    name: 'jobs',
    async measure(short, progress) {
        const count = short ? 2000 : 20_000;
        await using ends = new AsyncDisposableStack();
        const { queue: postgres, dir } = await startQueue(ends);
        const start = stopwatchFor(dir);
        const samples = await alternate({
            repeats: 3,
            measured: () => speedOnSqlite(postgres, { count, start }),
            base: () => stockSpeed(postgres, { count, concurrency: 4, start }),
            progress
        });
        return speedFigures(
            samples,
            { ...label, row: 'jobs, by the clock', unit: 'jobs/s' },
            { ...label, row: 'jobs, exactly once', unit: 'jobs/CPU s' }
        );
    }
};

const label = { against: 'graphile-worker', goal: ofBase(3) };

export interface Load {
    count: number;
    start: Stopwatch;
    /** Which node this is, where several share the store. */
    node?: string;
}

/** Works off `count` jobs of a new store in a file. */
export async function speedOnSqlite(postgres: Postgres, load: Load): Promise<Speed> {
    await using folder = await temporaryFolder();
    await using ends = new AsyncDisposableStack();
    const store = openStore(join(folder.path, 'app.db'));
    ends.defer(() => store.close());
    return await ledgerSpeed(store, postgres, load); // the store is open until then
}

/** Queues `count` mails that a stub accepts, processes them and asserts that each was sent. */
export async function ledgerSpeed(store: Store, postgres: Postgres, load: Load): Promise<Speed> {
    await queueMails(store, load.count);
    const speed = await workOff(store, postgres, load);
    await assertAllSent(store, load.count);
    return speed;
}

async function queueMails(store: Store, count: number) {
    await store.write(async (tx) => {
        for (let queued = 0; queued < count; queued += 1) await queueMail(tx, letter());
    });
}

export const letter = () =>
    ({
        kind: 'test',
        to: { name: 'Nobody', email: 'nobody@example.test' },
        about: {},
        at: Date.now()
    }) as const;

async function workOff(store: Store, postgres: Postgres, { count, start, node }: Load) {
    const work = countDown(count);
    const epoch = `bench ${performance.now()}`;
    const jobs = sendNothing({ ended: work.one });
    const stop = await start();
    const runtime = startJobs({
        store,
        jobs,
        postgres,
        epoch,
        log,
        now: Date.now,
        concurrency: lightConcurrency,
        ...(node !== undefined && { node })
    });
    try {
        await before(300, 'the ledger', work.done);
        await runtime.drain(); // an effect that another write was in the way of is made again
        await store.write(async () => undefined); // waits for the last effect to be committed
        return await stop(count);
    } finally {
        await runtime.stop();
    }
}

interface Told {
    started?: () => void;
    ended?: () => void;
}

/** Jobs without work, to measure what every job costs. */
export function sendNothing({ started, ended }: Told): Jobs {
    const run: Jobs['send-mail']['run'] = async ({ mailId }) => {
        started?.();
        return async (tx) => {
            await markMail(tx, mailId, 'sent', Date.now());
            ended?.();
        };
    };
    const idle = { maxAttempts: 1, run: async () => undefined };
    return {
        ...forEachTask(() => idle),
        'send-mail': { maxAttempts: 3, run }
    };
}

async function assertAllSent(store: Store, count: number) {
    const { waiting, dead } = await jobTally(store.read, Date.now());
    const { items } = await listMails(store.read, { limit: count, offset: 0 });
    const sent = items.filter(({ state }) => state === 'sent').length;
    if (waiting + dead > 0 || sent !== count)
        throw new Error(`${sent} of ${count} mails sent, ${waiting} jobs waiting, ${dead} dead`);
}
