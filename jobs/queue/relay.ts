import { dueJobs, type TaskName } from '../../db/jobs/ledger.ts';
import { markSent, requeueJobs } from '../../db/jobs/sending.ts';
import type { AttemptsOptions } from './attempts.ts';
import { claimDue } from './claims.ts';
import { queueOf, type Queues } from './queues.ts';
import type { NewJob } from './worker-session.ts';

const batch = 500;

export type Relay = ReturnType<typeof startRelay>;

interface RelayOptions extends Pick<AttemptsOptions, 'store' | 'jobs' | 'now' | 'log' | 'node'> {
    queues: Queues;
    epoch: string;
    enqueue: (jobs: NewJob[]) => Promise<void>;
}

/** Enqueues the ledger's pending rows: when it is notified, and every second for rows that other processes wrote. */
export function startRelay(options: RelayOptions) {
    const { log } = options;
    const pass = passOf(options);
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
                log.warn({ err: error }, 'pending jobs not enqueued');
            }
        }
        running = undefined;
    }

    const timer = setInterval(notify, 1000).unref();
    notify();
    return {
        /** Says that there may be new rows. */
        notify,
        /** Resolves when the current pass has ended. */
        async stop() {
            stopping.abort();
            notified = false;
            clearInterval(timer);
            await running;
        }
    };
}

/** Enqueues one batch. Resolves with true when there are more rows. */
function passOf({ store, jobs, queues, epoch, enqueue, now, node }: RelayOptions) {
    const send = (rows: readonly { id: string; task: TaskName }[]) =>
        enqueue(
            rows.map(({ id, task }) => ({
                id,
                epoch,
                maxAttempts: jobs[task]?.maxAttempts ?? 1,
                queue: queueOf(queues, task)
            }))
        );
    if (node === undefined)
        return async () => {
            const due = await dueJobs(store.read, now(), batch);
            if (due.length === 0) return false;
            await send(due);
            const ids = due.map(({ id }) => id);
            await store.write((tx) => markSent(tx, ids, now()));
            return due.length === batch;
        };
    let strays: string[] = [];
    const trying = (ids: string[]) => void (strays = ids);
    return async () => {
        // Where the connection was lost during the commit, they may be this node's although no queue has them.
        if (strays.length > 0) await store.write((tx) => requeueJobs(tx, node, strays));
        strays = [];
        const claimed = await claimDue({ store, queues, now, node, trying });
        strays = [];
        if (claimed.length > 0) await send(claimed);
        return false; // its own commit, and each end of a job, asks for the next pass
    };
}
