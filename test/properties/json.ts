import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readJson } from '../../plugins/surfaces/http/bodies/parsing.ts';
import { plainText, property, refusedText, textOf, unlessRefused } from './property.ts';

const key = plainText.filter((text) => text !== '__proto__' && text !== 'constructor');
const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        fc.oneof(
            plainText,
            fc.double({ noNaN: true, noDefaultInfinity: true }),
            fc.boolean(),
            fc.constant(null)
        ),
        fc.array(tie('any'), { maxLength: 5 }),
        fc.dictionary(key, tie('any'), { maxKeys: 5, noNullPrototype: true })
    )
})).any;
const body = fc.dictionary(key, value, { maxKeys: 6, noNullPrototype: true });

/** A value with something in it, so many levels down. */
const buried = (inside: unknown, levels: number) => {
    let made = inside;
    for (let level = 0; level < levels; level += 1) made = level % 2 === 0 ? [made] : { a: made };
    return made;
};
const isRefused = async (text: string) =>
    assert.equal(await unlessRefused(() => readJson(text)), undefined, text.slice(0, 200));

const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '"a"',
    '\\u0000',
    '\\ud800',
    '1e999',
    'null',
    '"__proto__":'
);

property('an object of JSON is read as it was written', body, (of) => {
    const text = JSON.stringify(of);
    assert.deepEqual(readJson(text), JSON.parse(text));
});

property('an object of JSON is read up to 32 levels and no further', fc.nat({ max: 80 }), async (levels) => {
    const text = JSON.stringify({ a: buried(1, levels) });
    if (levels < 32) assert.deepEqual(readJson(text), JSON.parse(text));
    else await isRefused(text);
});

property(
    'a hidden character anywhere in JSON is refused, in a name too',
    fc.tuple(body, refusedText, plainText, fc.nat({ max: 20 }), fc.boolean()),
    async ([of, odd, text, levels, inName]) => {
        const bad = inName ? { [text + odd]: 1 } : odd + text;
        await isRefused(JSON.stringify({ ...of, z: buried(bad, levels) }));
    }
);

property(
    'a way to a prototype anywhere in JSON is refused',
    fc.tuple(body, fc.nat({ max: 20 }), fc.boolean()),
    async ([of, levels, isOwn]) => {
        const way = isOwn ? '{"__proto__":1}' : '{"constructor":{"prototype":1}}';
        const text = JSON.stringify({ ...of, z: buried('WAY', levels) });
        await isRefused(text.replace('"WAY"', way));
    }
);

property(
    'whatever is sent as JSON is an object or refused',
    fc.array(fc.oneof(pieces, textOf('{}[]:,"\\e1.- ', 6))).map((parts) => parts.join('')),
    async (text) => {
        const read = await unlessRefused(() => readJson(text));
        assert.equal(typeof (read ?? {}), 'object');
        if (read) assert.deepEqual(readJson(JSON.stringify(read)), read);
    }
);
