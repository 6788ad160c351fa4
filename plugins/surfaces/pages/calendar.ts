// The starts of days and months in a time zone, for lists and sums by day or by month.
import { LRUCache } from 'lru-cache';
import { day } from '../../../db/store/time.ts';
import { wallClock } from './dates.ts';

/** Writes the month of a moment, like `2026-11`, in one time zone. */
export function monthOf(timeZone: string) {
    const monthAt = monthsIn(timeZone);
    return (at: number) => monthAt(at).text;
}

/** The start of a moment's month in one time zone, in milliseconds since 1970. */
export const monthStart = (timeZone: string, at: number) => monthsIn(timeZone)(at).start;

interface Month {
    start: number;
    next: number;
    /** Like `2026-11`. */
    text: string;
}

const zones = new Map<string, (at: number) => Month>();

/** Finds the month of a moment; computing its start takes a thousand times as long as a cache. */
function monthsIn(timeZone: string) {
    const known = zones.get(timeZone);
    if (known) return known;
    const startOf = monthStarts(timeZone);
    const months = new LRUCache<number, Month>({
        max: 500,
        memoMethod: (month) => ({
            start: startOf(month),
            next: startOf(month + 1),
            text: new Date(firstOf(month)).toISOString().slice(0, 7)
        })
    });
    const find = (at: number) => {
        const date = new Date(at);
        const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
        const likely = months.memo(month);
        if (at < likely.start) return months.memo(month - 1);
        return at < likely.next ? likely : months.memo(month + 1);
    };
    zones.set(timeZone, find);
    return find;
}

/** Midnight in UTC of the first day of a month; months are counted since year 0. */
const firstOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12);

/** The start of a day like `2026-11-20` in one time zone, and of the next one, in milliseconds since 1970. */
export function dayBounds(timeZone: string, text: string) {
    const startOf = starts(timeZone);
    const midnight = Date.parse(text);
    return { start: startOf(midnight), end: startOf(midnight + day) };
}

function monthStarts(timeZone: string) {
    const startOf = starts(timeZone);
    return (month: number) => startOf(firstOf(month));
}

/** Finds the first moment of the day whose midnight in UTC this is. Clocks may be changed on that day, even at midnight. */
function starts(timeZone: string) {
    const local = wallClock(timeZone);
    return (midnight: number) => {
        const before = midnight - (local(midnight - day) - (midnight - day));
        const after = midnight - (local(midnight + day) - (midnight + day));
        const [first, second] = before < after ? [before, after] : [after, before];
        return local(first) >= midnight ? first : second;
    };
}
