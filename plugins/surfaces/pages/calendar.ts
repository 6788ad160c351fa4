// The starts of days and months in a time zone, for lists and sums by day or by month.
import { day } from '../../../db/store/time.ts';
import { calendarDay, wallClock } from './dates.ts';

/** Writes the month of a moment, like `2026-11`, in one time zone. */
export const monthOf = (timeZone: string) => (at: number) => calendarDay(timeZone, at).slice(0, 7);

/** The start of a moment's month in one time zone, in milliseconds since 1970. */
export const monthStart = (timeZone: string, at: number) =>
    dayBounds(timeZone, `${monthOf(timeZone)(at)}-01`).start;

/** The start of a day like `2026-11-20` in one time zone, and of the next one, in milliseconds since 1970. */
export function dayBounds(timeZone: string, text: string) {
    const local = wallClock(timeZone);
    /** The first moment of the day whose midnight in UTC this is. Clocks may be changed on that day, even at midnight. */
    const startOf = (midnight: number) => {
        const before = midnight - (local(midnight - day) - (midnight - day));
        const after = midnight - (local(midnight + day) - (midnight + day));
        const [first, second] = before < after ? [before, after] : [after, before];
        return local(first) >= midnight ? first : second;
    };
    const midnight = Date.parse(text);
    return { start: startOf(midnight), end: startOf(midnight + day) };
}
