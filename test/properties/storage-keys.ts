import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { keyOf, problemOfKey, problemOfName, problemOfPrefix } from '../../plugins/agents/storage/keys.ts';
import { property } from './property.ts';

/** What a reader of a path may stumble over. */
const piece = fc.constantFrom(
    'a',
    'b.c',
    '.',
    '..',
    '...',
    '/',
    '//',
    '\\',
    ' ',
    '%',
    '%2e',
    '%2E%2e',
    '%2f',
    '%5c',
    '%25',
    '%252e',
    '%25%32%65',
    '．',
    '․',
    '‥',
    '／',
    '＼',
    '％',
    'é',
    'e\u0301',
    '%c0%ae',
    '%ef%bc%8e',
    '\u0085',
    '~',
    'CON',
    ':'
);
const path = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
const plainPart = fc.stringMatching(/^[a-z0-9_-][a-z0-9._-]{0,30}$/);
const plainPath = fc.array(plainPart, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

function unescaped(text: string) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** The path as a later reader may take it: decoded and normalised, up to three times. */
function readings(text: string, times = 3): string[] {
    if (times === 0) return [text];
    const next = [unescaped(text), ...forms.map((form) => text.normalize(form))].filter(
        (one) => one !== text
    );
    return [text, ...new Set(next.flatMap((one) => readings(one, times - 1)))];
}

function assertInside(key: string) {
    for (const reading of readings(key)) {
        assert(posix.join('/root/all', reading).startsWith('/root/all/'), reading);
        assert(win32.join('C:\\root\\all', reading).startsWith('C:\\root\\all\\'), reading);
        assert.equal(posix.normalize(reading), reading);
        assert.equal(reading.split('/').length, key.split('/').length, reading);
    }
}

property('a name that is taken leads out of its folder in no reading', path, (name) => {
    if (problemOfName(name) === undefined) assertInside(name);
});

property('an accepted name under a prefix stays in its bucket', fc.tuple(path, path), ([prefix, name]) => {
    if (problemOfPrefix(prefix) !== undefined || problemOfName(name) !== undefined) return;
    assertInside(keyOf([prefix], name));
});

property(
    'letters and digits between single slashes are taken',
    fc.tuple(plainPath, plainPath),
    ([prefix, name]) => {
        const problems = [problemOfName(name), problemOfPrefix(prefix), problemOfPrefix(`${prefix}/`)];
        assert.deepEqual(problems, [undefined, undefined, undefined]);
        assert.equal(problemOfKey(keyOf([prefix], name)), undefined);
    }
);

property('a prefix is a folder, with its slash and without', fc.tuple(plainPath, path), ([prefix, name]) => {
    assert.equal(keyOf([prefix], name), `${prefix}/${name}`);
    assert.equal(keyOf([`${prefix}/`], name), `${prefix}/${name}`);
    assert.equal(keyOf(['', prefix], name), `${prefix}/${name}`);
});
