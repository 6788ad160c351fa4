import { setTimeout as sleep } from 'node:timers/promises';

/** What `work` answers, unless that takes longer: then the measurement could not be made. */
export async function before<T>(seconds: number, what: string, work: Promise<T>): Promise<T> {
    const over = new AbortController();
    const late = sleep(seconds * 1000, undefined, { signal: over.signal }).then(() => {
        throw new Error(`${what}: not within ${seconds} s`);
    });
    try {
        return await Promise.race([work, late]);
    } finally {
        over.abort();
        late.catch(() => undefined);
    }
}

/** Done once `one` was called `count` times. */
export function countDown(count: number) {
    const { promise: done, resolve, reject: fail } = Promise.withResolvers<void>();
    done.catch(() => undefined); // the caller awaits `done`; this only avoids an unhandled rejection when something else failed first
    let left = count;
    const one = () => {
        left -= 1;
        if (left === 0) resolve();
    };
    return { one, done, fail };
}
