// The twelve months of a page of commissions, in the time zone of the installation.
import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../../../db/store/index.ts';
import { type Earned, type Stretch, sumEarned, type Whose } from '../../../db/sales/earned.ts';
import { monthOf, monthStart } from '../../surfaces/pages/calendar.ts';
import { monthIn, shortMonthIn } from '../../surfaces/pages/dates.ts';

export interface Month extends Stretch {
    /** Like `2026-11`. */
    text: string;
    /** Like `November 2026`. */
    words: string;
    /** Like `Nov`. */
    short: string;
    earned: Earned;
}

const shown = 12;

/** In the middle of the month, where every time zone is in the same one. */
const middleOf = (month: string) => Date.parse(`${month}-15T12:00:00Z`);

/** The first and the last moment of the months up to `last`, the first month first. */
function stretchesTo(timeZone: string, last: number): Stretch[] {
    const stretches: Stretch[] = [];
    let start = monthStart(timeZone, last);
    let next = monthStart(timeZone, start + 40 * 24 * 60 * 60_000);
    for (let n = 0; n < shown; n += 1) {
        stretches.unshift({ start, next });
        next = start;
        start = monthStart(timeZone, start - 1);
    }
    return stretches;
}

interface Query {
    timeZone: string;
    now: number;
    /** The last month; this one by default. */
    to?: string | undefined;
}

/** What was earned in each of twelve months. */
export async function monthsTo(on: Reader, { timeZone, now, to }: Query, whose: Whose): Promise<Month[]> {
    const months: Month[] = [];
    const last = to === undefined ? now : middleOf(to);
    for (const stretch of stretchesTo(timeZone, last)) {
        const text = monthOf(timeZone)(stretch.start);
        months.push({
            ...stretch,
            text,
            words: monthIn('UTC', middleOf(text)),
            short: shortMonthIn('UTC', middleOf(text)),
            earned: await sumEarned(on, stretch, whose)
        });
        await setImmediate(); // a month of a large store takes some milliseconds
    }
    return months;
}

/** All of them together. */
export function totalOf(months: readonly Month[]): Earned {
    const total = (name: keyof Earned) => months.reduce((sum, { earned }) => sum + earned[name], 0);
    return {
        count: total('count'),
        revenue: total('revenue'),
        commission: total('commission'),
        marginDeduction: total('marginDeduction'),
        referralFee: total('referralFee')
    };
}

/** The month so many before or after this one. */
export function monthBy(month: string, count: number) {
    const [year = 0, number = 1] = month.split('-').map(Number);
    return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
