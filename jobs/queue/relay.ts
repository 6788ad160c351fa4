import type { BaseLogger } from 'pino';
import { dueJobs, markSent } from '../../db/jobs/ledger.ts';
import type { Store } from '../../db/store.ts';
import type { Jobs } from '../job.ts';
import { queueOf, type Queues } from './queues.ts';
import type { NewJob } from './worker-session.ts';

const batch = 500;

export interface Relay {
    /** Says that there may be new rows. */
    notify(): void;
    /** Resolves when the current pass has ended. */
    stop(): Promise<void>;
}

interface RelayOptions {
    store: Store;
    jobs: Jobs;
    queues: Queues;
    epoch: string;
    enqueue: (jobs: NewJob[]) => Promise<void>;
    now: () => number;
    log: BaseLogger;
}

/** Enqueues the ledger's pending rows: when it is notified, and every second for rows that other processes wrote. */
export function startRelay({ store, jobs, queues, epoch, enqueue, now, log }: RelayOptions): Relay {
    let notified = false;
    let running: Promise<void> | undefined;
    const stopping = new AbortController();

    function notify() {
        notified = !stopping.signal.aborted;
        if (notified) running ??= runPasses();
    }

    async function runPasses() {
        while (notified) {
            notified = false;
            try {
                if ((await pass()) && !stopping.signal.aborted) notified = true;
            } catch (error) {
                log.warn({ err: error }, 'the relay could not enqueue pending jobs');
            }
        }
        running = undefined;
    }

    /** Enqueues one batch. Resolves with true when there are more rows. */
    async function pass() {
        const due = await dueJobs(store.read, now(), batch);
        if (due.length === 0) return false;
        await enqueue(
            due.map(({ id, task }) => ({
                id,
                epoch,
                maxAttempts: jobs[task]?.maxAttempts ?? 1,
                queue: queueOf(queues, task)
            }))
        );
        const ids = due.map(({ id }) => id);
        await store.write((tx) => markSent(tx, ids, now()));
        return due.length === batch;
    }

    const timer = setInterval(notify, 1000).unref();
    notify();
    return {
        notify,
        async stop() {
            stopping.abort();
            notified = false;
            clearInterval(timer);
            await running;
        }
    };
}
