// What is asked for with each request and hardly ever changes: who somebody is, and what they may do.
import { LRUCache } from 'lru-cache';
import type { Store } from '../store.ts';

/**
 * `find`, which is not asked again until anything at all is committed, by this process or another, or until what was
 * found ends by itself, at `endOf`; that nothing was found is never remembered.
 */
export function cachedUntilCommit<Found extends object | string>(
    { version }: Pick<Store, 'version'>,
    find: (key: string, at: number) => Promise<Found | undefined>,
    endOf: (found: Found) => number = () => Infinity
) {
    const known = new LRUCache<string, Found>({ max: 1000 });
    let holds: number | undefined; // the version that all of it was found at
    return async (key: string, at: number) => {
        const before = version();
        if (before !== holds) known.clear();
        holds = before;
        const one = known.get(key);
        if (one !== undefined && endOf(one) > at) return one;
        const found = await find(key, at);
        if (found !== undefined && holds === before) known.set(key, found);
        return found;
    };
}
