import type { BaseLogger } from 'pino';

export interface Schedule {
    /** Does `work` every `ms` milliseconds, never twice at once. What it throws is logged. */
    every(name: string, ms: number, work: () => Promise<void> | void): void;
    /** Ends when the work under way has ended. */
    stop(): Promise<void>;
}

/** Work that comes back, for as long as the process lives. After a jump of the wall clock it skips a period. */
export function startSchedule({ log, now }: { log: BaseLogger; now: () => number }): Schedule {
    const timers: NodeJS.Timeout[] = [];
    const underWay = new Map<string, Promise<void>>();

    return {
        every(name, ms, work) {
            const clock = watchClock(now);
            const turn = () => {
                const jumped = clock.jumped();
                if (jumped !== 0) log.warn({ name, jumped }, 'the clock jumped: this period is skipped');
                else if (!underWay.has(name)) underWay.set(name, logged(name, work));
            };
            timers.push(setInterval(turn, ms).unref());
        },
        async stop() {
            timers.forEach(clearInterval);
            await Promise.all(underWay.values());
        }
    };

    async function logged(name: string, work: () => Promise<void> | void) {
        try {
            await work();
        } catch (error) {
            log.error({ name, err: error }, 'scheduled work failed');
        } finally {
            underWay.delete(name);
        }
    }
}

const jump = 60_000;

/** Tells how far the wall clock has left the monotonic one since it was last asked; small steps are none. */
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
