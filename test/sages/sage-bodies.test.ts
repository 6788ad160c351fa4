// What of the body of a JSON write is refused unread.
import test from 'ava';
import { createTestApp } from '../support/servers/test-app.ts';

test('JSON that is broken, deep, duplicated in its prototype or hidden is refused', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const headers = {
        ...author.headers,
        'content-type': 'application/json',
        'x-svc-nonce': author.nonces()['svc_rest'] ?? ''
    };
    for (const payload of [
        '{',
        '[]',
        '"x"',
        '{"__proto__":{"a":1}}',
        `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
        '{"name":"a\\u0000"}',
        '{"name":"\\ud800"}',
        '{"name":"\\u202e"}',
        '\ufeff{}'
    ]) {
        const request = { method: 'POST', url: '/rest/svc/v1/sages', headers, payload };
        t.is((await testApp.server.inject(request)).statusCode, 400, payload.slice(0, 30));
    }
});
