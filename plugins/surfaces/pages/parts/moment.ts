// When something was or will be, in words relative to now; the exact time on hover and in print.
import type { App } from '../../../app.ts';
import { html } from '../layout.ts';
import { dateIn, dayIn } from '../dates.ts';
import { pluralize } from './count.ts';
import { minute } from '../../../../db/store/time.ts';

export interface Clock {
    /** Milliseconds since 1970. */
    now: number;
    timeZone: string;
}

export const clockOf = ({ now, zone }: Pick<App, 'now' | 'zone'>): Clock => ({
    now: now(),
    timeZone: zone.name()
});

/** `3 hours ago`, `in 2 days`; past a month the date. */
export function moment(at: number, { now, timeZone }: Clock) {
    return html`<time datetime="${new Date(at).toISOString()}" title="${dateIn(timeZone, at)}">${words(at, now, timeZone)}</time>`;
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const units = [
    ['minute', minute],
    ['hour', 60 * minute],
    ['day', 24 * 60 * minute]
] as const;

function words(at: number, now: number, timeZone: string) {
    const away = Math.abs(at - now);
    if (away < minute) return at > now ? 'in a moment' : 'just now';
    if (away >= 31 * 24 * 60 * minute) return dayIn(timeZone, at);
    const [unit, length] = units.findLast(([, length]) => away >= length) ?? units[0];
    // What has 13 days and 23 hours left has 14 days for its reader; what was 13 days and 23 hours ago is not 14 days old.
    return relative.format(
        at > now ? Math.round((at - now) / length) : Math.trunc((at - now) / length),
        unit
    );
}

/** How long something lasts or has waited: `45 s`, `3 hours`, `2 days`. */
export function formatDuration(milliseconds: number) {
    if (milliseconds < minute) return `${Math.max(1, Math.floor(milliseconds / 1000))} s`;
    const [unit, length] = units.findLast(([, length]) => milliseconds >= length) ?? units[0];
    return pluralize(Math.floor(milliseconds / length), unit);
}
