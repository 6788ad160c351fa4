/** A date for people, with the zone named: the reader may be in another. */
export const dateIn = (timeZone: string, at: number | Date) => `${long(timeZone).format(at)} (${timeZone})`;

/** The day alone, like `20 Nov 2026`. */
export const dayIn = (timeZone: string, at: number | Date) => medium(timeZone).format(at);

/** The time of day alone, like `14:03`. */
export const timeIn = (timeZone: string, at: number) => short(timeZone).format(at);

/** The day on which a moment is, like `2026-11-20`. */
export const calendarDay = (timeZone: string, at: number) => days(timeZone).format(at);

const days = oncePerZone({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');
const long = oncePerZone({ dateStyle: 'long', timeStyle: 'short' });
const medium = oncePerZone({ dateStyle: 'medium' });
const short = oncePerZone({ timeStyle: 'short' });

/** To make a formatter takes longer than to write a page of dates with it, and an installation has one time zone. */
function oncePerZone(style: Intl.DateTimeFormatOptions, language = 'en-GB') {
    const made = new Map<string, Intl.DateTimeFormat>();
    return (timeZone: string) => {
        const format = made.get(timeZone) ?? new Intl.DateTimeFormat(language, { ...style, timeZone });
        made.set(timeZone, format);
        return format;
    };
}
