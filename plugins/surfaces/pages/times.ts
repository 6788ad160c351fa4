import { LRUCache } from 'lru-cache';

const day = 86_400_000;

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

/** Writes the month of a moment, like `2026-11`, in one time zone. Fast where moments of one month follow each other. */
export function monthOf(timeZone: string) {
    let known = { from: 0, to: 0, text: '' };
    return (at: number) => {
        if (at < known.from || at >= known.to) {
            const from = monthStart(timeZone, at);
            const format = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', timeZone });
            known = { from, to: monthStart(timeZone, from + 32 * day), text: format.format(at) };
        }
        return known.text;
    };
}

/** When the month of a moment began in one time zone, in milliseconds since 1970. */
export function monthStart(timeZone: string, at: number) {
    const format = new Intl.DateTimeFormat('en-CA', {
        dateStyle: 'short',
        timeStyle: 'medium',
        hourCycle: 'h23',
        timeZone
    });
    const local = (moment: number) => Date.parse(`${format.format(moment).replace(', ', 'T')}Z`);
    const midnight = Date.parse(`${format.format(at).slice(0, 8)}01T00:00:00Z`);
    const about = midnight - (local(midnight) - midnight);
    return midnight - (local(about) - about); // the offset may have changed in between
}

/**
 * Formatting a date takes longer than the rest of a row, and grids show the same dates again and again. The formatter and
 * the room for the cache are made for the first date: together they take a fifth of the time that the server needs to
 * register its routes. What a list of thousands of dates pushes out is garbage while it is young.
 */
function cached(makeWriter: () => (at: number) => string) {
    let texts: LRUCache<number, string> | undefined;
    return (at: number) => {
        texts ??= new LRUCache<number, string>({ max: 500, memoMethod: makeWriter() });
        return texts.memo(at);
    };
}
