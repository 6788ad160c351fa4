import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readMultipart } from '../../plugins/surfaces/http/bodies/parsing.ts';
import { plainText, property, textOf, unlessRefused } from './property.ts';

interface Part {
    name: string;
    /** A file as bytes. */
    content: string | Uint8Array;
}

const boundary = textOf("abcXYZ019'()+_,-./:=?", 40).map((text) => `b${text}b`);
const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => text.isWellFormed() && text !== '__proto__' && !/[[\p{Cc}]/u.test(text));
const part: fc.Arbitrary<Part> = fc.record({
    name,
    content: fc.oneof(plainText, fc.uint8Array({ maxLength: 60 }))
});
const parts = fc.uniqueArray(part, { selector: ({ name }) => name, maxLength: 8 });

/** As browsers write it: quotation marks and line breaks of a name as percent codes. */
const quoted = (name: string) => name.replaceAll('"', '%22');

function written(boundary: string, parts: readonly Part[]) {
    const bytes = parts.flatMap(({ name, content }) => [
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`),
        Buffer.from(typeof content === 'string' ? '' : '; filename="f"\r\nContent-Type: image/png'),
        Buffer.from('\r\n\r\n'),
        Buffer.from(content),
        Buffer.from('\r\n')
    ]);
    return Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]);
}

const typeFor = (boundary: string) => `multipart/form-data; boundary="${boundary}"`;
const bytesOf = (content: unknown) => Buffer.from(content as string | Uint8Array).toString('hex');

const damaged = fc.record({
    boundary,
    parts,
    at: fc.nat(),
    cut: fc.nat({ max: 12 }),
    put: fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc
            .constantFrom('\r\n', '\r\n\r\n', '--', '"', 'name=', "; filename*=utf-8''%ff", '\0')
            .map((s) => Buffer.from(s))
    )
});

property(
    'a form of parts is read as browsers write it',
    fc.tuple(boundary, parts),
    async ([boundary, of]) => {
        const whole = written(boundary, of);
        fc.pre(
            of.every(
                ({ name, content }) => !`${name}${Buffer.from(content).toString('latin1')}`.includes(boundary)
            )
        );
        const read = Object.entries(await readMultipart(whole, typeFor(boundary)));
        const expected = of.map(({ name, content }) => [name, bytesOf(content)]);
        assert.deepEqual(
            Object.fromEntries(read.map(([name, content]) => [name, bytesOf(content)])),
            Object.fromEntries(expected) // in any order: an object has names like 0 first
        );
    },
    [
        [
            'b0=b',
            [
                { name: 'a', content: '' },
                { name: '4', content: Buffer.from([245, 3]) }
            ]
        ]
    ]
);

property('a damaged form of parts is read or refused', damaged, async ({ boundary, parts, at, cut, put }) => {
    const whole = written(boundary, parts);
    const place = at % whole.length;
    const sent = Buffer.concat([whole.subarray(0, place), put, whole.subarray(place + cut)]);
    const read = await unlessRefused(() => readMultipart(sent, typeFor(boundary)));
    for (const content of Object.values(read ?? {}))
        assert(typeof content === 'string' || Buffer.isBuffer(content));
});

property(
    'whatever names the boundary, a form of parts is read or refused',
    fc.tuple(parts, textOf('ab;= "\\boundry-\r\n\0é', 40)),
    async ([of, type]) => {
        await unlessRefused(() => readMultipart(written('b', of), `multipart/form-data; ${type}`));
    }
);
