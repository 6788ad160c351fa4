import type { BaseLogger } from 'pino';
import { dueJobs, markSent } from '../../db/jobs/ledger.ts';
import type { Store } from '../../db/store.ts';
import type { Jobs } from '../job.ts';
import { laneOf, type Lanes } from './lanes.ts';
import type { Offer } from './worker-session.ts';

const batch = 500;

export interface Relay {
    /** There may be new rows. */
    nudge(): void;
    /** Ends when the pass under way has ended. */
    stop(): Promise<void>;
}

interface RelayOptions {
    store: Store;
    jobs: Jobs;
    lanes: Lanes;
    epoch: string;
    offer: (offers: Offer[]) => Promise<void>;
    now: () => number;
    log: BaseLogger;
}

/** Tells the queue of the ledger's pending rows: when nudged, and every second for what other processes wrote. */
export function startRelay({ store, jobs, lanes, epoch, offer, now, log }: RelayOptions): Relay {
    let nudged = false;
    let passing: Promise<void> | undefined;
    const stopping = new AbortController();

    function nudge() {
        nudged = !stopping.signal.aborted;
        if (nudged) passing ??= passes();
    }

    async function passes() {
        while (nudged) {
            nudged = false;
            try {
                if ((await pass()) && !stopping.signal.aborted) nudged = true;
            } catch (error) {
                log.warn({ err: error }, 'the relay could not tell the queue of waiting jobs');
            }
        }
        passing = undefined;
    }

    /** True: there is more. */
    async function pass() {
        const due = await dueJobs(store.read, now(), batch);
        if (due.length === 0) return false;
        await offer(
            due.map(({ id, task }) => ({
                id,
                epoch,
                tries: jobs[task]?.tries ?? 1,
                lane: laneOf(lanes, task)
            }))
        );
        const ids = due.map(({ id }) => id);
        await store.write((tx) => markSent(tx, ids, now()));
        return due.length === batch;
    }

    const timer = setInterval(nudge, 1000).unref();
    nudge();
    return {
        nudge,
        async stop() {
            stopping.abort();
            nudged = false;
            clearInterval(timer);
            await passing;
        }
    };
}
