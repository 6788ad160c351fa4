// Works off the ledger, one generation of the queue after the other, for as long as the process lives.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { BaseLogger } from 'pino';
import { dueJobs, jobTally, requeueJobs, overdueJobs } from '../../db/jobs/ledger.ts';
import type { Store } from '../../db/store.ts';
import type { Jobs } from '../job.ts';
import { lanesOf } from './lanes.ts';
import type { Postgres } from './postgres.ts';
import { type Delivery, openQueue, type Queue } from './worker-session.ts';
import { type Relay, startRelay } from './relay.ts';
import { startSchedule } from './schedule.ts';
import { startTries, type Tries } from './attempts.ts';
import { keepServing, within } from './back-off.ts';

const patience = 3500;
const overdue = 120_000;
/** How many light jobs run at once: what they write is committed together. Heavy kinds say so of themselves. */
export const jobsAtOnce = 64;

export type JobsState = 'starting' | 'running' | 'degraded' | 'stopped';

export interface JobsRuntime {
    state(): JobsState;
    /** Ends when no job is left that is due. */
    drain(): Promise<void>;
    /** Tells running jobs to give up, and ends when they have, or after 4.5 seconds. Leaves no job locked. */
    stop(): Promise<void>;
}

export interface JobsOptions {
    store: Store;
    jobs: Jobs;
    postgres: Postgres;
    /** Drawn anew whenever the store is restored: what the queue holds of another epoch is ignored. */
    epoch: string;
    log: BaseLogger;
    now: () => number;
    concurrency: number;
}

/** Starts to work off the ledger. Waits neither for PostgreSQL nor for anything else. */
export function startJobs(options: JobsOptions): JobsRuntime {
    const { store, log, now } = options;
    const stopping = new AbortController();
    const tries = startTries({ ...options, signal: stopping.signal });
    const generations = startGenerations(options, tries, stopping.signal);
    const schedule = startSchedule({ log, now });
    const nudge = () => generations.current()?.relay.nudge();

    store.onCommit(nudge);
    schedule.every('sweep', 30_000, async () => {
        const generation = generations.current();
        if (generation) await sweep(generation.queue, tries, options);
    });
    return {
        state: generations.state,
        async drain() {
            while (await anyDue(store, now())) {
                nudge();
                await sleep(10);
            }
        },
        async stop() {
            stopping.abort();
            await within(patience + 1000, Promise.all([generations.ended, schedule.stop()]));
            await tries.abandon();
        }
    };
}

interface Generation {
    queue: Queue;
    relay: Relay;
}

/** One generation of the queue lives until the first failure; then comes the next one, for ever. */
function startGenerations(options: JobsOptions, tries: Tries, signal: AbortSignal) {
    const { store, jobs, postgres, epoch, log, concurrency } = options;
    const lanes = lanesOf(jobs, concurrency);
    const stopped = once(signal, 'abort');
    let state: JobsState = 'starting';
    let generation: Generation | undefined;
    let unusable = 0;

    async function live() {
        await tries
            .countCrashes()
            .catch((error: unknown) => log.error({ err: error }, 'crashes not counted'));
        await keepServing(liveOnce, { signal, ended });
    }

    /** Answers why the generation ended. */
    async function liveOnce() {
        await Promise.race([postgres.ready(), stopped]);
        if (signal.aborted) return undefined;
        await store.write((tx) => requeueJobs(tx));
        const queue = await openQueue({ connection: postgres.connection, lanes, deliver, log });
        const relay = startRelay({ ...options, lanes, offer: queue.offer });
        generation = { queue, relay };
        state = 'running';
        const reason = await Promise.race([queue.lost, stopped]);
        generation = undefined;
        await endGeneration({ queue, relay }, signal);
        return reason;
    }

    /** Whether it ever ran. A database that three times in a row said no before is made anew. */
    function ended(reason: unknown) {
        const ran = state === 'running';
        state = 'degraded';
        log.warn({ err: reason }, 'the queue is lost; it is opened again');
        unusable = !ran && reason instanceof DatabaseError ? unusable + 1 : 0;
        if (unusable >= 3) postgres.renew();
        return ran;
    }

    async function deliver(delivery: Delivery) {
        if (delivery.epoch === epoch) await tries.run(delivery.id);
    }

    return {
        ended: live(),
        current: () => generation,
        state: () => (signal.aborted ? 'stopped' : state)
    };
}

async function endGeneration({ queue, relay }: Generation, signal: AbortSignal) {
    const relayed = relay.stop(); // not awaited yet: a frozen server lets it go only when it is cut off
    if (signal.aborted) await queue.close(patience);
    else queue.drop();
    await relayed;
}

/** What the queue was told of long ago and has lost since is offered again. */
async function sweep(queue: Queue, tries: Tries, { store, epoch, now }: JobsOptions) {
    const late = await overdueJobs(store.read, now() - overdue, 5000);
    const idle = late.map(({ id }) => id).filter((id) => !tries.isRunning(id));
    const held = await queue.sweep(idle.map((id) => ({ id, epoch })));
    const lost = idle.filter((id) => !held.has(id));
    if (lost.length > 0) await store.write((tx) => requeueJobs(tx, lost));
}

/** What was sent is due by being sent; of the rest the ledger knows. */
async function anyDue(store: Store, at: number) {
    const { sent } = await jobTally(store.read);
    return sent > 0 || (await dueJobs(store.read, at, 1)).length > 0;
}
