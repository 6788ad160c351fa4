// How dates are written: on pages as in British English, on the wire as the contract has them.
import { LRUCache } from 'lru-cache';

/** A date for people, with the zone named: the reader may be in another. */
export const dateIn = (timeZone: string, at: number | Date) =>
    `${formatIn(timeZone, 'date').format(at)} (${timeZone})`;

/** The day alone, like `20 Nov 2026`. */
export const dayIn = (timeZone: string, at: number | Date) => formatIn(timeZone, 'day').format(at);

/** The time of day alone, like `14:03`. */
export const timeIn = (timeZone: string, at: number) => formatIn(timeZone, 'time').format(at);

/** The month alone, like `November 2026`. */
export const monthIn = (timeZone: string, at: number | Date) => formatIn(timeZone, 'month').format(at);

/** The month in little room, like `Nov`. */
export const shortMonthIn = (timeZone: string, at: number | Date) =>
    formatIn(timeZone, 'shortMonth').format(at);

/** The day on which a moment is, like `2026-11-20`. */
export const calendarDay = (timeZone: string, at: number) => formatIn(timeZone, 'calendarDay').format(at);

/** Returns what the clocks of a time zone show at a moment, as if they were in UTC: in milliseconds since 1970. */
export function wallClock(timeZone: string) {
    const format = formatIn(timeZone, 'wallClock');
    return (at: number) => {
        const [year = 0, month = 0, ...rest] = (format.format(at).match(/\d+/g) ?? []).map(Number);
        return Date.UTC(year, month - 1, ...rest);
    };
}

/**
 * Writes moments as the contract has them in responses, like `Nov 20, 2026, 3:04 PM`. Pages write dates as above.
 *
 * Formatting a date takes longer than the rest of a row, and grids show the same dates again and again. Dates that a list
 * of thousands evicts from the cache are garbage while they are young.
 */
export function humanTime(timeZone: string) {
    const texts =
        humans.get(timeZone) ?? new LRUCache<number, string>({ max: 500, memoMethod: humanTexts(timeZone) });
    humans.set(timeZone, texts);
    return (at: number) => texts.memo(at);
}

const humans = new Map<string, LRUCache<number, string>>();

function humanTexts(timeZone: string) {
    const format = formatIn(timeZone, 'human');
    return (at: number) => format.format(at).replaceAll('\u202F', ' '); // some versions put a narrow space before PM
}

/** The name of a time zone as this server writes it. Throws a RangeError where it knows none of this name. */
export const canonicalZone = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

const styles = {
    date: ['en-GB', { dateStyle: 'long', timeStyle: 'short' }],
    day: ['en-GB', { dateStyle: 'medium' }],
    time: ['en-GB', { timeStyle: 'short' }],
    month: ['en-GB', { month: 'long', year: 'numeric' }],
    shortMonth: ['en-GB', { month: 'short' }],
    calendarDay: ['en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }],
    wallClock: ['en-CA', { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' }],
    human: ['en-US', { dateStyle: 'medium', timeStyle: 'short' }]
} as const satisfies Record<string, [language: string, options: Intl.DateTimeFormatOptions]>;

type Formats = Partial<Record<keyof typeof styles, Intl.DateTimeFormat>>;

const zones = new Map<string, Formats>();

/** Creating a formatter takes longer than writing a page of dates with it, and an installation has one time zone. */
function formatIn(timeZone: string, style: keyof typeof styles) {
    const formats = zones.get(timeZone) ?? {};
    zones.set(timeZone, formats);
    const [language, options] = styles[style];
    return (formats[style] ??= new Intl.DateTimeFormat(language, { ...options, timeZone }));
}
