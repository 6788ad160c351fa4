// Points in time are milliseconds since 1970, and so are spans of time.

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The next moment after `at` at which the clocks of a time zone show this full hour. */
export function nextHour(timeZone: string, full: number, at: number) {
    const format = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
    const minutesTo = (from: number) => {
        const [hours = 0, minutes = 0] = format.format(from).split(':').map(Number);
        return full * 60 - hours * 60 - minutes;
    };
    const start = at - (at % minute);
    const then = start + ((minutesTo(start) + 1440) % 1440 || 1440) * minute;
    return then + minutesTo(then) * minute; // in between the clocks may change
}

/** Formats a point in time for responses as ISO 8601 in UTC; null stays null. */
export function iso(at: number): string;
export function iso(at: number | null): string | null;
export function iso(at: number | null) {
    return at === null ? null : new Date(at).toISOString();
}
