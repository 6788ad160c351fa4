import { LRUCache } from 'lru-cache';

/** Writes moments as people read them, like `Nov 20, 2026, 3:04 PM`, in one time zone. */
export function humanTime(timeZone: string) {
    return cached(() => {
        const format = new Intl.DateTimeFormat('en-US', {
            dateStyle: 'medium',
            timeStyle: 'short',
            timeZone
        });
        return (at) => format.format(at).replaceAll('\u202F', ' '); // some versions put a narrow space before PM
    });
}

/** Writes the month of a moment, like `2026-11`, in one time zone. */
export function monthOf(timeZone: string) {
    return cached(() => {
        const format = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', timeZone });
        return (at) => format.format(at);
    });
}

/**
 * Formatting a date takes longer than the rest of a row, and grids show the same dates again and again. The formatter and
 * the room for the cache are made for the first date: together they take a fifth of the time that the server needs to
 * register its routes.
 */
function cached(makeWriter: () => (at: number) => string) {
    let texts: LRUCache<number, string> | undefined;
    return (at: number) => {
        texts ??= new LRUCache<number, string>({ max: 10_000, memoMethod: makeWriter() });
        return texts.memo(at);
    };
}
