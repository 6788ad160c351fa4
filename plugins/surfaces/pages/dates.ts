/** A date for people, with the zone named: the reader may be in another. */
export function dateIn(timeZone: string, at: number | Date) {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
    return `${format.format(at)} (${timeZone})`;
}
