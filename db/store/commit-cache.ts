// A cache for data that every request needs and that seldom changes: the user and their capabilities.
import { LRUCache } from 'lru-cache';
import type { Store } from './interface.ts';

/**
 * Wraps `find` in a cache. The cache is emptied by every commit, of this process or another; an entry also expires at
 * its `endOf`. A search that finds nothing is not cached.
 */
export function cachedUntilCommit<Found extends object | string>(
    { version }: Pick<Store, 'version'>,
    find: (key: string, at: number) => Promise<Found | undefined>,
    endOf: (found: Found) => number = () => Infinity
) {
    const known = new LRUCache<string, Found>({ max: 1000 });
    let holds: number | undefined; // the store version that all cached entries belong to
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
