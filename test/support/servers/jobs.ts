// A fresh store and the jobs that work on it, over one PostgreSQL per test file.
import { forEachTask } from '../../../jobs/index.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { ClientConfig } from 'pg';
import { Client } from 'pg';
import { type Logger, pino } from 'pino';
import { enqueue, findJob } from '../../../db/jobs/ledger.ts';
import { jobTally } from '../../../db/jobs/tally.ts';
import type { Job } from '../../../jobs/job.ts';
import { isPostgresFailure } from '../../../jobs/queue/connections.ts';
import { type Postgres, startPostgres } from '../../../jobs/queue/postgres.ts';
import { type JobsState, lightConcurrency, startJobs } from '../../../jobs/queue/runner.ts';
import { isOnPostgres } from '../stores/databases.ts';
import { openFreshStore } from '../stores/fresh-store.ts';
import { leaveMark, marksIn } from '../stores/marks.ts';
import { folderFor } from '../runs/folder.ts';
// As in server.ts: graphile-worker handles no promise of a job that ended while its connection did.
process.on('unhandledRejection', (reason, promise) => {
    if (isPostgresFailure(reason)) void promise.catch(() => undefined);
});

export const log = pino({ level: 'silent' });

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'jobs-test-'));
export const removeFolder = (dir: string) => rmSync(dir, { recursive: true, force: true });

export const queuePassword = 'a-random-password';

/** The process of the PostgreSQL in this folder. */
export const serverIn = (dir: string) =>
    Number.parseInt(readFileSync(join(dir, 'data/postmaster.pid'), 'utf8'), 10);

/** A PostgreSQL for the queues of one test file, which ends it after its tests. */
export async function startQueue(settings?: Record<string, string>) {
    const dir = temporaryFolder();
    const options = { dir, password: queuePassword, log, ...(settings && { settings }) };
    const postgres = await startPostgres(options);
    await postgres.ready();
    return {
        postgres,
        serverId: () => serverIn(dir),
        end: async () => {
            await postgres.stop();
            removeFolder(dir);
        }
    };
}

interface Work {
    postgres: Postgres;
    mail: Partial<Job<'send-mail'>> & Pick<Job<'send-mail'>, 'run'>;
    refund?: Job<'refund-credit'>['run'];
    epoch?: string;
    log?: Logger;
    now?: () => number;
    node?: string;
}

/** A store whose jobs are mails, and refunds that do nothing unless the test says otherwise; `start` after `stop` is a new start of the process. */
export async function createFixtures(t: ExecutionContext, work: Work) {
    const dir = folderFor(t);
    const store = await openFreshStore(join(dir, 'app.db'));
    if (isOnPostgres) t.teardown(() => store.close()); // open connections keep the process of the tests
    const start = (changed: Partial<Work> = {}) => {
        const { postgres, mail, refund, epoch = t.title, ...rest } = { ...work, ...changed };
        const step = { maxAttempts: 1, run: async () => undefined };
        const jobs = {
            ...forEachTask(() => step),
            'send-mail': { maxAttempts: 3, ...mail },
            'refund-credit': { ...step, ...(refund && { run: refund }) }
        };
        const own = { log, now: Date.now, ...rest };
        return startJobs({ store, postgres, epoch, ...own, concurrency: lightConcurrency, jobs });
    };
    return {
        store,
        start,
        enqueue: (mailId: string) => store.write((tx) => enqueue(tx, 'send-mail', { mailId }, Date.now())),
        enqueueRefund: () =>
            store.write((tx) => enqueue(tx, 'refund-credit', { screenId: 'any' }, Date.now())),
        job: (id: string) => findJob(store.read, id),
        tally: () => jobTally(store.read, Date.now()),
        effects: () => marksIn(store)
    };
}

export { leaveMark };

/** A mail that is sent by a mark of its name. */
export const markByName: Job<'send-mail'>['run'] =
    async ({ mailId }) =>
    (tx) =>
        leaveMark(tx, mailId);

export async function ask<Row>(connection: ClientConfig, text: string, values: unknown[] = []) {
    const client = new Client(connection).on('error', () => undefined); // the server may stop before it has ended
    await client.connect();
    const { rows } = await client.query(text, values);
    await client.end();
    return rows as Row[];
}

const longestWait = 300_000; // ends what hangs: a busy machine takes minutes

/** Waits until this is so. Throws with the condition's own text when it is not within five minutes. */
export async function until(condition: () => boolean | Promise<boolean>) {
    const last = performance.now() + longestWait;
    while (!(await condition())) {
        if (performance.now() > last) throw new Error(`not within ${longestWait} ms: ${String(condition)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
}

export const becomes = (runtime: { state(): JobsState }, state: JobsState) =>
    until(() => runtime.state() === state);

/** What the queue holds locked, and a second delivery of a job. */
export const queueOf = ({ connection }: Postgres) => ({
    locks: () => ask(connection, 'select id from graphile_worker.jobs where locked_by is not null'),
    deliverAgain: (id: string, epoch: string) =>
        ask(connection, "select graphile_worker.add_job('job', $1::json)", [JSON.stringify({ id, epoch })])
});
