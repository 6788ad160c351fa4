// The deadlines of running builds follow the clock of this machine when it jumps.
import type { Store } from '../../db/store/index.ts';
import { moveDeadlines } from '../../db/builds/runs.ts';
import { watchClock } from '../queue/schedule.ts';

interface Watching {
    store: Pick<Store, 'write'>;
    now: () => number;
    /** Of several nodes the one that leads moves the deadlines, by its own clock. */
    membership: { leads(): boolean } | undefined;
}

export type Deadlines = ReturnType<typeof watchDeadlines>;

/** Watches the clock. How far it has jumped is owed to the builds until it is in the store. */
export function watchDeadlines({ store, now, membership }: Watching) {
    const clock = watchClock(now);
    let owed = 0;
    let moving: Promise<void> | undefined;

    async function move() {
        const by = owed;
        await store.write((tx) => moveDeadlines(tx, by));
        owed -= by;
    }

    return {
        /**
         * Once it resolves, every running build has the time that it had left before the clock jumped. Code that lists expired
         * builds, or starts one, waits for it first, so that no build starts between a jump and the correction.
         */
        async settle() {
            const by = clock.jumped();
            if (membership?.leads() ?? true) owed += by;
            while (owed !== 0) await (moving ??= move().finally(() => (moving = undefined)));
        }
    };
}
