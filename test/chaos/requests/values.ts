// Values for fields: valid ones by their schema, and hostile ones.
import fc from 'fast-check';
import type { Schema } from './surface.ts';

/** In place of an id that the server has returned. */
export const known = '@known@';

const long = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** What breaks parsers, queries, pages, logs and paths, and what makes patterns slow. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
    fc.constantFrom<unknown>(
        "' OR 1=1 --",
        '%',
        '_',
        '\0',
        'a\0b',
        '\ud800',
        '\u202etxt',
        '__proto__',
        'constructor',
        'toString',
        '../../etc/passwd',
        '..\\..\\x',
        '%2e%2e/',
        '．．/',
        'file:///etc/passwd',
        'javascript:alert(1)',
        '//evil',
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        '=cmd|calc',
        '{{7*7}}',
        '${7*7}',
        'a\r\nSet-Cookie: x=1',
        '\u001b[31m',
        '1e3',
        ' 5 ',
        '0x10',
        '-1',
        '0',
        '9007199254740993',
        '1e999',
        'NaN',
        '',
        null,
        true,
        false,
        0,
        -1,
        1.5,
        2 ** 53,
        -(2 ** 63),
        1e308,
        [],
        {},
        [[]],
        { $gt: '' },
        ['a', 'b'],
        'null',
        '[object Object]',
        'http://169.254.169.254/',
        'http://[::1]/',
        '2026-02-30',
        '0000-00-00',
        '+275760-09-13',
        '👩‍👩‍👧‍👦',
        'İ',
        'ﬃ',
        '\ufeff',
        '\u00a0',
        '\u2028',
        '1;drop table users',
        '*',
        '?',
        '\\',
        "'",
        '"',
        '`'
    ),
    fc.constantFrom(
        long('a', 70_000),
        long('a ', 20_000),
        long('(', 5_000),
        long(' ', 30_000),
        `${long('a', 30_000)}!`,
        long('a@', 5_000),
        long('<!--', 20_000),
        long('<b ', 20_000),
        long('"', 9_000),
        long('%41', 9_000),
        long('e\u0301', 8_000),
        long('\u200b', 9_000),
        long('1', 400),
        long('-', 5_000),
        long('../', 3_000)
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.double(),
    fc.integer(),
    fc
        .integer({ min: 1, max: 120 })
        .map((levels) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown)
);

const formats: Record<string, fc.Arbitrary<unknown>> = {
    uuid: fc.oneof(fc.constant(known), fc.uuid()),
    email: fc.nat({ max: 9999 }).map((n) => `p${n}@example.test`),
    uri: fc.constantFrom('https://example.test/a', 'http://example.test'),
    date: fc.constantFrom('2026-11-22', '2027-01-31'),
    'date-time': fc.constantFrom('2026-11-22T10:00:00Z')
};

const words = fc.constantFrom(
    'one',
    'Two words',
    'drei',
    'a-slug',
    'ä',
    'abcdef0123456789',
    known,
    '1',
    '2',
    '2026-11-22'
);

function textFor({ format, maxLength = 60, minLength = 0 }: Schema) {
    const known = formats[String(format)];
    if (known) return known;
    return words.map((word) => word.padEnd(Number(minLength), 'x').slice(0, Math.max(Number(maxLength), 8)));
}

const integerFor = ({ minimum = 0, maximum = 2 ** 31 }: Schema) =>
    fc.oneof(
        fc.integer({
            min: Number(minimum),
            max: Math.max(Number(minimum), Math.min(Number(maximum), Number(minimum) + 8))
        }),
        fc.constantFrom(Number(minimum), Number(maximum))
    );

/** A value as the schema has it, as far as this knows: the server may think otherwise. */
export function valueFor(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
    if ('const' in schema) return fc.constant(schema['const']);
    const options = schema['enum'] as unknown[] | undefined;
    if (options) return fc.constantFrom(...options);
    const either = (schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined;
    if (either) return fc.oneof(...either.map((one) => valueFor(one, depth + 1)));
    const type = [schema['type']].flat()[0];
    if (type === 'object') return objectFor(schema, depth);
    if (type === 'array')
        return fc.array(valueFor((schema['items'] ?? {}) as Schema, depth + 1), { maxLength: 3 });
    if (type === 'integer' || type === 'number') return integerFor(schema);
    if (type === 'boolean') return fc.boolean();
    if (type === 'string') return textFor(schema);
    return words;
}

function objectFor({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<object> {
    const fields = properties as Record<string, Schema>;
    if (depth > 6) return fc.constant({});
    const values = Object.fromEntries(
        Object.entries(fields).map(([name, one]) => [name, valueFor(one, depth + 1)])
    );
    const needed = (required as string[]).filter((name) => name in values);
    return fc.record(values, { requiredKeys: needed, noNullPrototype: true });
}
