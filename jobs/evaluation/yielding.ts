import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop if the current stretch of work was long enough; throws when the signal is aborted. */
export type Rest = () => Promise<void>;

const longestStretch = 8;

/** Cuts long work into stretches of a few milliseconds, so that it does not delay requests. */
export function takingTurns(signal: AbortSignal): Rest {
    let since = performance.now();
    return async () => {
        if (performance.now() - since > longestStretch) {
            await setImmediate();
            since = performance.now();
        }
        signal.throwIfAborted();
    };
}

/** Collects the items of an iterable and yields to the event loop between them. */
export async function inTurns<T>(things: Iterable<T>, rest: Rest): Promise<T[]> {
    const taken: T[] = [];
    for (const thing of things) {
        taken.push(thing);
        await rest();
    }
    return taken;
}
