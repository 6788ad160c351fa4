import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** Waits until others have had their turn, if this stretch of work was long enough; throws once it is to stop. */
export type Rest = () => Promise<void>;

const longestStretch = 8;

/** Cuts long work into stretches of some milliseconds, so that it does not hold up the requests of others. */
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

/** Takes things one after another from whoever makes them, and rests between them. */
export async function inTurns<T>(things: Iterable<T>, rest: Rest): Promise<T[]> {
    const taken: T[] = [];
    for (const thing of things) {
        taken.push(thing);
        await rest();
    }
    return taken;
}
