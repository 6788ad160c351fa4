import type { BaseLogger } from 'pino';
import type { Store, Tx } from '../../db/store/index.ts';

const interval = 500;

interface Shown {
    store: Store;
    now: () => number;
    log: BaseLogger;
}

/** Returns what records how far something is, twice a second at most. Nothing waits for it. */
export function showing(
    record: (tx: Tx, run: number, planned: number) => Promise<void>,
    { store, now, log }: Shown
) {
    let shownAt = 0;
    return (run: number, planned: number) => {
        if (now() - shownAt < interval) return;
        shownAt = now();
        store
            .write((tx) => record(tx, run, planned))
            .catch((error: unknown) => log.warn({ err: error }, 'could not record the progress of a job'));
    };
}
