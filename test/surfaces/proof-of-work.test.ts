// What the browser computes must be what the server checks.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';

const script = join(import.meta.dirname, '../../plugins/surfaces/public/sha-256.js');
const { firstBitsAfter } = (await import(script)) as {
    firstBitsAfter: (beginning: string) => (n: number) => number;
};

const expected = (text: string) => createHash('sha256').update(text).digest().readInt32BE(0);

test('the digest of the browser is that of the standard, for texts of any length', (t) => {
    const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 300, size: 'max' });
    fc.assert(
        fc.property(ascii, fc.nat(), fc.nat(), (beginning, n, m) => {
            const firstBits = firstBitsAfter(beginning);
            t.is(firstBits(n), expected(`${beginning}${n}`));
            t.is(firstBits(m), expected(`${beginning}${m}`), 'a second one is not touched by the first');
        }),
        { numRuns: 2000 }
    );
});

test('its first bits are those of the digest, also past the first byte', (t) => {
    const firstBits = firstBitsAfter('a challenge.');
    let n = 0;
    while (Math.clz32(firstBits(n)) < 16) n += 1;
    t.is(createHash('sha256').update(`a challenge.${n}`).digest().readUInt16BE(0), 0);
});
