// What arrives at about the same time is done together: jobs are looked up, started and ended in one query or write.
import { setImmediate } from 'node:timers/promises';
import { suspectsAmong } from '../../db/jobs/crashes.ts';
import { beginAttempts, finishJobs, type JobUnderWay, type Node } from '../../db/jobs/ledger.ts';
import { isStoreInDoubt, isStoreStuck, type Store } from '../../db/store/index.ts';
import type { Effect } from '../job.ts';

interface Batch<Item, Result> {
    items: Item[];
    result: Promise<Result>;
}

/**
 * Returns a function that adds an item to the open batch, and returns that batch. A batch is open until its `run` has called
 * `close`, which it does later than when it is called, or until it has `most` items.
 */
function openBatches<Item, Result>(
    run: (items: readonly Item[], close: () => void) => Promise<Result>,
    most = Infinity
) {
    let open: Batch<Item, Result> | undefined;

    function openBatch(): Batch<Item, Result> {
        const items: Item[] = [];
        const close = () => {
            if (open?.items === items) open = undefined;
        };
        const result = run(items, close);
        result.catch(close); // it may fail before it runs
        return { items, result };
    }

    return (item: Item) => {
        const batch = (open ??= openBatch());
        if (batch.items.push(item) === most) open = undefined;
        return batch;
    };
}

/** Returns a function that checks whether a job was running during a crash and has not ended since: once for all of a turn. */
export function suspicions(store: Pick<Store, 'read'>) {
    const add = openBatches(async (ids: readonly string[], close) => {
        await setImmediate();
        close();
        return suspectsAmong(store.read, ids);
    });
    return async (id: string) => (await add(id).result).has(id);
}

/** Records the start of an attempt. Resolves with the job, or with undefined when there is nothing left to do. */
export type Begin = (id: string) => Promise<JobUnderWay | undefined>;

/** Jobs that arrive before the write runs are started with it: a write for each job took a fifth of its time. */
export function beginTogether({ store, now, node }: { store: Store; now: () => number; node?: Node }): Begin {
    const add = openBatches((ids: readonly string[], close) =>
        store.write(async (tx) => {
            close();
            const begun = await beginAttempts(tx, ids, now(), node);
            return new Map(begun.map((row) => [row.id, row]));
        })
    );
    return async (id) => (await add(id).result).get(id);
}

/** Marks a job as done and applies its effect, in one transaction; neither when the job had already ended. */
export type End = (id: string, effect: Effect | void) => Promise<void>;

interface Ended {
    id: string;
    effect: Effect | void;
}

/** More would hold up the event loop on SQLite. A database that nodes share works elsewhere, and plans each statement. */
const mostInBatch = (node: Node) => (node === undefined ? 32 : 128);

/** Whatever ends until the write runs is part of it. Where an effect fails, each of them ends in a write of its own. */
export function endTogether({ store, now, node }: { store: Store; now: () => number; node?: Node }): End {
    async function write(ended: readonly Ended[], close?: () => void) {
        await store.write(async (tx) => {
            close?.();
            const ids = ended.map(({ id }) => id);
            const finished = await finishJobs(tx, ids, now(), node);
            for (const { id, effect } of ended) if (finished.has(id)) await effect?.(tx);
        });
    }

    const add = openBatches(write, mostInBatch(node));
    return async (id, effect) => {
        const { items, result } = add({ id, effect });
        try {
            await result;
        } catch (error) {
            if (items.length === 1 || isStoreStuck(error) || isStoreInDoubt(error)) throw error;
            await write([{ id, effect }]);
        }
    };
}
