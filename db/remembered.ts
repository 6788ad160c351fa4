// What is asked for with each request and hardly ever changes: who somebody is, and what they may do.
import type { Store } from './store.ts';

/** What ends by itself, as sessions do, ends this much later at most. */
const longest = 2000;
const most = 1000;

interface Remembered<Found> {
    found: Found;
    since: number;
}

/**
 * `find`, which is not asked again until anything at all is committed, by this process or another, and for two seconds
 * at most; that nothing was found is never remembered.
 */
export function remembering<Found>(
    { version }: Pick<Store, 'version'>,
    find: (key: string, at: number) => Promise<Found | undefined>
) {
    const known = new Map<string, Remembered<Found>>();
    let holds: number | undefined; // the version that all of it was found at, or before
    return async (key: string, at: number) => {
        const before = version();
        if (before !== holds) known.clear();
        holds = before;
        const one = known.get(key);
        if (one && at >= one.since && at < one.since + longest) return one.found;
        const found = await find(key, at);
        if (known.size >= most) known.clear();
        if (found && holds === before) known.set(key, { found, since: at });
        return found;
    };
}
