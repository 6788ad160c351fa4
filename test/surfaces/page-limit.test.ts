// How many pages an address may open without a login.
import test from 'ava';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const env = { RATE_PAGES: '3', TRUSTED_PROXIES: '127.0.0.0/8' };

const open = (testApp: TestApp, url: string, from: string) =>
    testApp.server.inject({ url, headers: { 'x-forwarded-for': from, accept: 'text/html' } });

test('an address can open a limited number of pages a minute without a login, then gets 429', async (t) => {
    const testApp = await createTestApp(t, { env });
    const pages = ['/login', '/intake/form', '/login?again=1'];
    for (const page of pages) t.not((await open(testApp, page, '203.0.113.1')).statusCode, 429);
    const { statusCode, headers, payload } = await open(testApp, '/login', '203.0.113.1');
    t.is(statusCode, 429);
    t.true(Number(headers['retry-after']) > 0);
    t.regex(String(headers['content-type']), /text\/html/);
    t.regex(payload, /Too many requests/);
    t.is((await open(testApp, '/login', '203.0.113.2')).statusCode, 200, 'nobody else waits');
});

test('logged-in users, monitors and files of pages do not count', async (t) => {
    const testApp = await createTestApp(t, { env });
    const ada = await testApp.as('author');
    for (let i = 0; i < 5; i += 1) {
        t.is((await ada.get('/sages')).statusCode, 200);
        t.is((await open(testApp, '/healthz', '127.0.0.1')).statusCode, 200);
    }
    t.is((await open(testApp, '/login', '127.0.0.1')).statusCode, 200);
});

test('RATE_PAGES=0: no limit', async (t) => {
    const testApp = await createTestApp(t, { env: { ...env, RATE_PAGES: '0' } });
    for (let i = 0; i < 9; i += 1) t.is((await open(testApp, '/login', '203.0.113.1')).statusCode, 200);
});
