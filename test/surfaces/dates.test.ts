// How dates are written on pages and on the wire, in the time zone of the installation.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import {
    calendarDay,
    dateIn,
    dayIn,
    humanTime,
    monthIn,
    shortMonthIn,
    timeIn,
    wallClock
} from '../../plugins/surfaces/pages/dates.ts';

const at = Date.UTC(2026, 10, 20, 15, 4, 59);
const tokyo = 'Asia/Tokyo';

test('pages write dates in British English, and a whole one with its zone', (t) => {
    t.is(dateIn('UTC', at), '20 November 2026 at 15:04 (UTC)');
    t.is(dateIn(tokyo, at), '21 November 2026 at 00:04 (Asia/Tokyo)');
    t.is(dayIn('UTC', at), '20 Nov 2026');
    t.is(dayIn(tokyo, new Date(at)), '21 Nov 2026');
    t.is(timeIn('UTC', at), '15:04');
    t.is(monthIn('UTC', at), 'November 2026');
    t.is(shortMonthIn('UTC', at), 'Nov');
});

test('a day of the calendar and the clock on the wall are those of the time zone', (t) => {
    t.is(calendarDay('UTC', at), '2026-11-20');
    t.is(calendarDay(tokyo, at), '2026-11-21');
    t.is(wallClock('UTC')(at), at);
    t.is(wallClock(tokyo)(at), at + 9 * 3_600_000);
});

test('the wire writes moments as the contract has them, each zone its own, first and again', (t) => {
    const zones = [humanTime('UTC'), humanTime(tokyo)];
    for (let n = 0; n < 2; n += 1)
        t.deepEqual(
            zones.map((human) => human(at)),
            ['Nov 20, 2026, 3:04 PM', 'Nov 21, 2026, 12:04 AM']
        );
});

test('only one file of the plugins formats dates, and no page shows the wire format', (t) => {
    const root = join(import.meta.dirname, '../..');
    const holding = (word: string) =>
        globSync('plugins/**/*.ts', { cwd: root }).filter((file) =>
            readFileSync(join(root, file), 'utf8').includes(word)
        );
    t.deepEqual(holding('DateTimeFormat'), ['plugins/surfaces/pages/dates.ts']);
    t.deepEqual(holding('humanTime').toSorted(), [
        'plugins/deals/rows.ts',
        'plugins/intake/items.ts',
        'plugins/surfaces/pages/dates.ts'
    ]);
});
