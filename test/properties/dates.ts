import assert from 'node:assert/strict';
import fc from 'fast-check';
import Joi from 'joi';
import { day, validated } from '../../plugins/surfaces/http/fields.ts';
import { calendarDay } from '../../plugins/surfaces/pages/dates.ts';
import { monthOf, monthStart } from '../../plugins/surfaces/pages/calendar.ts';
import { property, textOf, unlessRefused } from './property.ts';

const body = Joi.object<{ day: string }>({ day: day.required() });
const taken = (text: string) => unlessRefused(() => validated(body, { day: text }, { convert: false }).day);

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysIn = (year: number, month: number) =>
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
const two = (n: number) => String(n).padStart(2, '0');
const dayParts = fc.record({
    year: fc.oneof(fc.integer({ min: 1000, max: 9999 }), fc.constantFrom(1900, 2000, 2024, 2100)),
    month: fc.nat({ max: 14 }),
    date: fc.nat({ max: 33 })
});

/** Some of them change their clocks at midnight, or are half an hour off. */
const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/Havana',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Asia/Beirut',
    'Africa/Cairo',
    'Africa/Casablanca',
    'Pacific/Kiritimati',
    'Pacific/Chatham'
);
const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2045, 0) });
const hour = 3_600_000;

property('a day is taken where the calendar has it', dayParts, async ({ year, month, date }) => {
    const text = `${year}-${two(month)}-${two(date)}`;
    const exists = date >= 1 && date <= daysIn(year, month);
    assert.equal(await taken(text), exists ? text : undefined);
});

property('nothing else is taken for a day', textOf('0123456789-+TZ: .', 24), async (text) => {
    if ((await taken(text)) !== undefined) assert.match(text, /^\d{4}-\d\d-\d\d$/);
});

property(
    'a month starts at the first moment of its first day, in every zone',
    fc.tuple(zone, moment),
    ([zone, at]) => {
        const month = monthOf(zone);
        const start = monthStart(zone, at);
        assert(start <= at);
        assert.equal(month(start), month(at));
        assert.equal(calendarDay(zone, start), `${month(at)}-01`);
        assert.notEqual(month(start - 1), month(at));
        assert.notEqual(month(start - 3 * hour), month(at));
    }
);
