import type { BaseLogger } from 'pino';

export interface Schedule {
    /** Runs `work` every `ms` milliseconds, never twice at the same time. Its errors are logged. */
    every(name: string, ms: number, work: () => Promise<void> | void): void;
    /** Resolves when the running work has ended. */
    stop(): Promise<void>;
}

/** Runs periodic work for as long as the process lives. After a jump of the wall clock it skips one period. */
export function startSchedule({ log, now }: { log: BaseLogger; now: () => number }): Schedule {
    const timers: NodeJS.Timeout[] = [];
    const running = new Map<string, Promise<void>>();

    return {
        every(name, ms, work) {
            const clock = watchClock(now);
            const tick = () => {
                const jumped = clock.jumped();
                if (jumped !== 0)
                    log.warn({ name, jumped }, 'the clock jumped: one period of scheduled work is skipped');
                else if (!running.has(name)) running.set(name, logged(name, work));
            };
            timers.push(setInterval(tick, ms).unref());
        },
        async stop() {
            timers.forEach(clearInterval);
            await Promise.all(running.values());
        }
    };

    async function logged(name: string, work: () => Promise<void> | void) {
        try {
            await work();
        } catch (error) {
            log.error({ name, err: error }, 'scheduled work failed');
        } finally {
            running.delete(name);
        }
    }
}

const jump = 60_000;

/** Measures how far the wall clock has moved against the monotonic clock since the last call. Small steps count as 0. */
function watchClock(now: () => number) {
    let distance = now() - performance.now();
    return {
        jumped() {
            const step = now() - performance.now() - distance;
            distance += step;
            return Math.abs(step) > jump ? Math.round(step) : 0;
        }
    };
}
