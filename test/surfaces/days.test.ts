// When a day of the calendar begins and ends, wherever clocks are changed.
import test from 'ava';
import { dayBounds } from '../../plugins/surfaces/pages/calendar.ts';

const days: [zone: string, day: string, start: string, end: string, why: string][] = [
    ['UTC', '2026-01-16', '2026-01-16T00:00Z', '2026-01-17T00:00Z', 'an ordinary day'],
    ['Asia/Tokyo', '2026-01-16', '2026-01-15T15:00Z', '2026-01-16T15:00Z', 'ahead of UTC'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z', 'of 23 hours'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z', 'of 25 hours'],
    [
        'America/Sao_Paulo',
        '2018-11-04',
        '2018-11-04T03:00Z',
        '2018-11-05T02:00Z',
        'without a midnight, behind UTC'
    ],
    [
        'Asia/Beirut',
        '2026-03-29',
        '2026-03-28T22:00Z',
        '2026-03-29T21:00Z',
        'without a midnight, ahead of UTC'
    ],
    ['America/Havana', '2025-11-02', '2025-11-02T04:00Z', '2025-11-03T05:00Z', 'with two midnights'],
    ['UTC', '9999-12-31', '9999-12-31T00:00Z', '+010000-01-01T00:00:00Z', 'the last that can be typed']
];

test('a day starts at its first moment in its time zone, and ends where the next starts', (t) => {
    for (const [zone, day, start, end, why] of days)
        t.deepEqual(
            dayBounds(zone, day),
            { start: Date.parse(start), end: Date.parse(end) },
            `${zone}: ${why}`
        );
});
