// Runs the jobs of the ledger, in one worker session after the other, for as long as the process lives.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { isAnyDue, overdueJobs, requeueJobs } from '../../db/jobs/sending.ts';
import { queuesFor } from './queues.ts';
import type { Postgres } from './postgres.ts';
import { type JobRef, openSession, type WorkerSession } from './worker-session.ts';
import { type Relay, startRelay } from './relay.ts';
import { startSchedule } from './schedule.ts';
import { type Attempts, type AttemptsOptions, startAttempts } from './attempts.ts';
import { QueueProblem } from './connections.ts';
import { keepServing, within } from './back-off.ts';
import { minute } from '../../db/store/time.ts';

const patience = 3500;
const overdue = 120_000;
/** How many light jobs run at the same time: their writes are committed together. Heavy tasks set their own limit. */
export const lightConcurrency = 256;

export type JobsState = 'starting' | 'running' | 'degraded' | 'stopped';

export type JobsRuntime = ReturnType<typeof startJobs>;

export interface JobsOptions extends Omit<AttemptsOptions, 'signal'> {
    postgres: Postgres;
    /** A new epoch is drawn whenever the store is restored: queued jobs of another epoch are ignored. */
    epoch: string;
    concurrency: number;
}

/** Starts to run the jobs of the ledger. Returns immediately, also while PostgreSQL is down. */
export function startJobs(options: JobsOptions) {
    const { store, log, now } = options;
    const stopping = new AbortController();
    const attempts = startAttempts({ ...options, signal: stopping.signal });
    const sessions = keepSessions(options, attempts, stopping.signal);
    const schedule = startSchedule({ log, now });
    const notify = () => sessions.current()?.relay.notify();

    store.onCommit(notify);
    schedule.every('sweep', 30_000, async () => {
        const current = sessions.current();
        if (current) await sweep(current.session, attempts, options);
        else await giveUpClaims(options);
    });
    return {
        state: sessions.state,
        /** What an administrator must change before the jobs can run; undefined where nothing is known. */
        problem: sessions.problem,
        /** Resolves when no job is due any longer. A job that was sent to the queue counts as due. */
        async drain() {
            while (await isAnyDue(store.read, now())) {
                notify();
                await sleep(10);
            }
        },
        /** Signals running jobs to stop, and resolves when they have, or after 4.5 seconds. No job stays locked. */
        async stop() {
            stopping.abort();
            await within(patience + 1000, Promise.all([sessions.ended, schedule.stop()]));
            await attempts.abandon();
        }
    };
}

interface Running {
    session: WorkerSession;
    relay: Relay;
}

/** A session lasts until its first failure; then the next one is opened, until the signal. */
function keepSessions(options: JobsOptions, attempts: Attempts, signal: AbortSignal) {
    const { store, jobs, postgres, epoch, log, concurrency, node } = options;
    const queues = queuesFor(jobs, concurrency);
    const stopped = once(signal, 'abort');
    let state: JobsState = 'starting';
    const report = lossReport(options);
    let running: Running | undefined;
    let problem: string | undefined;
    let rejections = 0;

    async function run() {
        await attempts
            .countCrashes()
            .catch((error: unknown) => log.error({ err: error }, 'crashes not counted'));
        await keepServing(runSession, { signal, ended });
    }

    /** Resolves with the reason why the session ended. */
    async function runSession() {
        const failed = await Promise.race([postgres.ready(), postgres.failed(), stopped]);
        if (signal.aborted || failed !== undefined) return failed;
        await store.write((tx) => requeueJobs(tx, node));
        const session = await openSession({ connection: postgres.connection, queues, handle, log });
        const relay = startRelay({ ...options, queues, enqueue: session.enqueue });
        running = { session, relay };
        state = 'running';
        problem = undefined;
        const reason = await Promise.race([session.lost, postgres.lost(), stopped]);
        running = undefined;
        await endSession({ session, relay }, signal);
        return reason;
    }

    /** Returns whether the session ever ran. A database that rejects three sessions in a row is created again. */
    function ended(reason: unknown) {
        const ran = state === 'running';
        state = 'degraded';
        problem = report(reason);
        rejections = !ran && reason instanceof DatabaseError ? rejections + 1 : 0;
        if (rejections >= 3) postgres.renew();
        return ran;
    }

    async function handle(job: JobRef) {
        if (job.epoch === epoch) await attempts.run(job.id);
    }

    return {
        ended: run(),
        current: () => running,
        state: (): JobsState => (signal.aborted ? 'stopped' : state),
        problem: () => problem
    };
}

/** Logs why a session was lost and returns what must be changed: that is said once a minute, for it stays until then. */
function lossReport({ log, now }: Pick<JobsOptions, 'log' | 'now'>) {
    let saidAt = -Infinity;
    return (reason: unknown) => {
        if (!(reason instanceof QueueProblem)) {
            log.warn({ err: reason }, 'job queue session lost: reconnecting');
            return undefined;
        }
        if (now() - saidAt >= minute) {
            saidAt = now();
            log.error(reason.message);
        }
        return reason.message;
    };
}

async function endSession({ session, relay }: Running, signal: AbortSignal) {
    const relayed = relay.stop(); // not awaited yet: with a frozen server it ends only when the session is cut off
    if (signal.aborted) await session.close(patience);
    else session.drop();
    await relayed;
}

/** While a node has no queue, the others may take what it holds. */
const giveUpClaims = async ({ store, node }: JobsOptions) =>
    node === undefined ? undefined : store.write((tx) => requeueJobs(tx, node));

/** Enqueues again the jobs that were sent long ago and that the queue has lost. */
async function sweep(session: WorkerSession, attempts: Attempts, { store, epoch, now, node }: JobsOptions) {
    const late = await overdueJobs(store.read, now() - overdue, { limit: 5000, node });
    const idle = late.map(({ id }) => id).filter((id) => !attempts.isRunning(id));
    const known = await session.sweep(idle.map((id) => ({ id, epoch })));
    const lost = idle.filter((id) => !known.has(id));
    if (lost.length > 0) await store.write((tx) => requeueJobs(tx, node, lost));
}
