// Writes that wait for their group, on either engine: those that somebody waits for, and those that may come a little later.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store, Tx } from './interface.ts';
import { keepOrigin } from './origin.ts';

export interface Waiting {
    work: (tx: Tx) => Promise<unknown>;
    resolve: (result: unknown) => void;
    reject: (reason: unknown) => void;
}

/** Resolves or rejects the promise of one write. */
export type Settle = () => void;

const insideWrite = new AsyncLocalStorage<true>();

/** Runs a write, in which another one would wait for itself. */
export const runInside = <T>(work: () => Promise<T>) => insideWrite.run(true, work);

/** How long a deferred write waits for another one that it can join, in milliseconds. */
const soon = 100;

/** Gives writes to `add`, in their order. A `writeSoon` joins the next write, or is given alone after 100 ms. */
export function openQueue(add: (group: Waiting[]) => void) {
    const unhurried: Waiting[] = [];
    let timer: NodeJS.Timeout | undefined;

    function hurry(...more: Waiting[]) {
        clearTimeout(timer);
        timer = undefined;
        add([...unhurried.splice(0), ...more]);
    }

    function keep(one: Waiting) {
        unhurried.push(one);
        timer ??= setTimeout(hurry, soon);
    }

    const waitingBy =
        (enqueue: (one: Waiting) => void): Store['write'] =>
        <T>(work: (tx: Tx) => Promise<T>) => {
            if (insideWrite.getStore())
                throw new Error('write inside write would wait for itself: pass tx on');
            const { promise, resolve, reject } = Promise.withResolvers<T>();
            enqueue({ work: keepOrigin(work), resolve: resolve as Waiting['resolve'], reject });
            return promise;
        };
    return { write: waitingBy(hurry), writeSoon: waitingBy(keep), hurry: () => hurry() };
}

/** What rejects all of a group. */
export const allLost = (group: readonly Waiting[], reason: unknown): Settle[] =>
    group.map(
        ({ reject }) =>
            () =>
                reject(reason)
    );
