import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop if the current stretch of work was long enough; throws when the signal is aborted. */
export type Yield = () => Promise<void>;

const longestStretch = 8;

/** Returns what long work calls between its parts, so that it does not delay requests: it yields every few milliseconds. */
export function yieldBetween(signal: AbortSignal): Yield {
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
export async function collectYielding<T>(items: Iterable<T>, yieldNow: Yield): Promise<T[]> {
    const collected: T[] = [];
    for (const item of items) {
        collected.push(item);
        await yieldNow();
    }
    return collected;
}
