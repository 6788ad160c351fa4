// What the browser computes must be what the server checks.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';

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

test('what it finds passes the check of the form, once', async (t) => {
    const testApp = await createTestApp(t);
    const visitor = plainBrowser(testApp);
    const hidden = hiddenFields((await visitor.get('/reset-password')).body);
    const { body } = await ask(testApp.server, {
        url: '/rest/svc/v1/challenge?action=request_password_reset'
    });
    const { challenge, difficulty } = body.data;
    const firstBits = firstBitsAfter(`${challenge}.`);
    let n = 0;
    while (Math.clz32(firstBits(n)) < difficulty) n += 1;
    const form = { ...hidden, login: 'ada', recaptcha_token: `${challenge}.${n}` };
    const url = '/rest/svc/v1/admin/admin-ajax.php?action=svc_request_password_reset';
    t.true((await visitor.submit(url, form)).body.includes('we will email a link to its address'));
    t.true((await visitor.submit(url, form)).body.includes('We could not confirm that you are a person.'));
});
