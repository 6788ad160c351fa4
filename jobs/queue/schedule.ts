import { setImmediate } from 'node:timers/promises';
import type { BaseLogger } from 'pino';

/** Yields to the event loop, between two parts of long work. Fails once the schedule is stopped, and so ends the work. */
export type YieldNow = () => Promise<void>;

type Work = (yieldNow: YieldNow) => Promise<void> | void;

export type Schedule = ReturnType<typeof startSchedule>;

/** Runs periodic work for as long as the process lives. After a jump of the wall clock it skips one period. */
export function startSchedule({ log, now }: { log: BaseLogger; now: () => number }) {
    const timers: NodeJS.Timeout[] = [];
    const running = new Map<string, Promise<void>>();
    const stopping = new AbortController();
    const { signal } = stopping;
    const yieldNow = async () => {
        await setImmediate();
        signal.throwIfAborted();
    };

    return {
        /**
         * Runs `work` every `ms` milliseconds, never twice at the same time. Its errors are logged. After a jump of the wall
         * clock `jumped` runs in its place.
         */
        every(name: string, ms: number, work: Work, jumped?: Work) {
            const clock = watchClock(now);
            const run = (work: Work) => {
                if (!running.has(name)) running.set(name, logged(name, work));
            };
            const tick = () => {
                const by = clock.jumped();
                if (by === 0) return run(work);
                log.warn({ name, jumped: by }, 'clock jump detected: skipping one scheduled run');
                if (jumped) run(jumped);
            };
            timers.push(setInterval(tick, ms).unref());
        },
        /** Resolves when the running work has ended or yielded. */
        async stop() {
            timers.forEach(clearInterval);
            stopping.abort();
            await Promise.all(running.values());
        }
    };

    async function logged(name: string, work: Work) {
        try {
            await work(yieldNow);
        } catch (error) {
            if (error !== signal.reason) log.error({ name, err: error }, 'scheduled work failed');
        } finally {
            running.delete(name);
        }
    }
}

/** Returns work that, once it failed, does nothing until so much time has passed. */
export function patiently(
    work: (yieldNow: YieldNow) => Promise<unknown>,
    { wait, now }: { wait: number; now: () => number }
) {
    let failedAt = -Infinity;
    return async (yieldNow: YieldNow) => {
        if (Math.abs(now() - failedAt) < wait) return;
        try {
            await work(yieldNow);
        } catch (error) {
            failedAt = now();
            throw error;
        }
    };
}

const jump = 60_000;

/** Measures how far the wall clock has moved against the monotonic clock since the last call. Small steps count as 0. */
export function watchClock(now: () => number) {
    let distance = now() - performance.now();
    return {
        jumped() {
            const step = now() - performance.now() - distance;
            distance += step;
            return Math.abs(step) > jump ? Math.round(step) : 0;
        }
    };
}
