import { setTimeout as sleep } from 'node:timers/promises';

/** What waits: tests bring a clock of their own. */
const realTime = {
    now: () => performance.now(),
    pause: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)
};

/** Longer after each failure in a row: 0.1 s, then twice as long, 5 s at most. */
const pauseAfter = (failures: number) => Math.min(5000, 100 * 2 ** failures);

/** Waits for `work`, but no longer than this. Errors of `work` are ignored. */
export async function within(ms: number, work: unknown) {
    const over = new AbortController();
    const late = sleep(ms, undefined, { signal: over.signal });
    await Promise.race([work, late]).catch(() => undefined);
    over.abort();
    late.catch(() => undefined);
}

interface Serving {
    signal: AbortSignal;
    /** Called with the reason of each end. It returns false when `serve` never became ready, which counts as a failure. */
    ended: (reason: unknown) => boolean | void;
}

/** Calls `serve` again after each end, until the signal. The pauses grow while it ends within 0.3 s. */
export async function keepServing(
    serve: () => Promise<unknown>,
    { signal, ended }: Serving,
    { now, pause }: typeof realTime = realTime
) {
    let failures = 0;
    while (!signal.aborted) {
        const began = now();
        const reason = await serve().catch((error: unknown) => error);
        if (signal.aborted) return;
        const served = ended(reason) !== false && now() - began >= 300;
        failures = served ? 0 : failures + 1;
        await pause(pauseAfter(failures), signal);
    }
}
