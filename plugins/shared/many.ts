// Acts on several things at once. Each is done or skipped by itself: what one refuses stops no other, and repeating does no harm.
import { type Reason, Refusal } from '../../db/store/refusal.ts';
import type { Tx } from '../../db/store/index.ts';
import type { App } from '../app.ts';

export const mostAtOnce = 200;

export interface Skipped<Id> {
    id: Id;
    reason: Reason;
    message: string;
}

/** The things of one transaction: more would stop the event loop for too long. */
const partSize = 10;

/** Does this to each, and returns those that it was refused for. */
export async function eachOf<Id>(
    { store }: App,
    ids: readonly Id[],
    work: (tx: Tx, id: Id) => Promise<unknown>
) {
    const skipped: Skipped<Id>[] = [];
    for (let from = 0; from < ids.length; from += partSize) {
        const some = ids.slice(from, from + partSize);
        skipped.push(...(await store.write((tx) => skippedOf(some, (id) => work(tx, id)))));
    }
    return skipped;
}

async function skippedOf<Id>(ids: readonly Id[], work: (id: Id) => Promise<unknown>) {
    const skipped: Skipped<Id>[] = [];
    for (const id of ids)
        try {
            await work(id);
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            skipped.push({ id, reason: error.reason, message: error.message });
        }
    return skipped;
}
