// Acts on several things at once. Each is done or skipped by itself: what one refuses stops no other, and repeating does no harm.
import { type Reason, Refusal } from '../../db/store/refusal.ts';
import type { Tx } from '../../db/store/index.ts';
import type { App } from '../app.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';

export const mostAtOnce = 200;

/** The field of a list's form that selects the row of this id. */
export const pickName = (id: string | number) => `pick_${id}`;

/** The ids of the rows that are selected in a form, as far as they have this form. */
export const pickedIn = (form: Form, isId: RegExp) =>
    Object.keys(form).flatMap((name) => {
        const id = name.startsWith('pick_') ? name.slice('pick_'.length) : '';
        return isId.test(id) ? [id] : [];
    });

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
