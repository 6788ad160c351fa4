// What is asked for with each request and hardly ever changes: who somebody is, and what they may do.
import type { Store } from './store.ts';

/** Another process, the command line, may have changed it: it must be seen within two seconds. */
const longest = 2000;
const most = 1000;

interface Remembered<Found> {
    found: Found;
    since: number;
}

/**
 * `find`, which is not asked again for two seconds at most. Each commit of this process makes it forget everything,
 * before whoever committed hears of it; that nothing was found is never remembered.
 */
export function remembering<Found>(
    { onCommit }: Pick<Store, 'onCommit'>,
    find: (key: string, at: number) => Promise<Found | undefined>
) {
    let known = new Map<string, Remembered<Found>>();
    onCommit(() => (known = new Map()));
    return async (key: string, at: number) => {
        const now = known; // what is read before a commit and remembered after it lands where nobody looks any more
        const one = now.get(key);
        if (one && at >= one.since && at < one.since + longest) return one.found;
        const found = await find(key, at);
        if (now.size >= most) now.clear();
        if (found) now.set(key, { found, since: at });
        return found;
    };
}
