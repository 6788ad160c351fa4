// What a JSON write of a sage must bring, and what of its body is refused unread.
import test from 'ava';
import { createTestApp } from '../support/servers/test-app.ts';

test('a JSON write needs its own nonce in the header and a JSON body [72]', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const post = (headers: Record<string, string>) =>
        testApp.server.inject({
            method: 'POST',
            url: '/rest/svc/v1/sages',
            headers: { ...author.headers, ...headers },
            payload: '{}'
        });
    const { svc_frontend_nonce: ajax = '', svc_rest: rest = '' } = author.nonces();
    t.is((await post({ 'content-type': 'application/json' })).statusCode, 403);
    t.is((await post({ 'content-type': 'application/json', 'x-svc-nonce': ajax })).statusCode, 403);
    t.is((await post({ 'content-type': 'text/plain', 'x-svc-nonce': rest })).statusCode, 415);
});

test('JSON that is broken, deep, duplicated in its prototype or hidden is refused', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const headers = {
        ...author.headers,
        'content-type': 'application/json',
        'x-svc-nonce': author.nonces()['svc_rest'] ?? ''
    };
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    for (const payload of [
        '{',
        '[]',
        '"x"',
        '{"__proto__":{"a":1}}',
        deep,
        '{"name":"a\\u0000"}',
        '{"name":"\\ud800"}',
        '{"name":"\\u202e"}',
        '\ufeff{}'
    ]) {
        const { statusCode } = await testApp.server.inject({
            method: 'POST',
            url: '/rest/svc/v1/sages',
            headers,
            payload
        });
        t.is(statusCode, 400, payload.slice(0, 30));
    }
});
