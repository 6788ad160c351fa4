import test from 'ava';
import pino from 'pino';
import { changeUser, createUser } from '../../db/accounts/users.ts';
import { login } from '../support/people/login.ts';
import { password, withUser } from '../support/people/people.ts';
import { ask, type Client } from '../support/people/roles.ts';
import { costsOf } from '../support/runs/light-hashes.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const session = (testApp: TestApp, cookie = '') =>
    ask(testApp.server, { url: '/rest/svc/v1/session', headers: { cookie } });
const cookieOf = ({ headers }: Awaited<ReturnType<typeof login>>) =>
    String(headers['set-cookie']).split(';')[0] ?? '';

test('login opens a session by login or email, in any case, with spaces around, as JSON or as a form', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    for (const name of ['Ada', 'ada', 'ADA@example.test', 'ada ', '\t ada@example.test\u00A0'])
        t.is((await login(testApp, { login: name, password })).statusCode, 200);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = `login=ada+&password=${encodeURIComponent(password)}&remember=1`;
    const answer = await ask(testApp.server, {
        method: 'POST',
        url: '/rest/svc/v1/login',
        headers: form,
        payload
    });
    t.is(answer.statusCode, 200);
    t.regex(
        String(answer.headers['set-cookie']),
        /^svc_session=[\w-]{43}; Max-Age=1209600; .*HttpOnly; SameSite=Lax; Path=\/$/
    );
});

test('the session returns the logged-in user and every nonce that they can use', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    const cookie = cookieOf(await login(testApp, { login: 'ada', password }));
    const { statusCode, body } = await session(testApp, cookie);
    t.is(statusCode, 200);
    t.like(body.data.user, {
        login: 'Ada',
        email: 'ada@example.test',
        capabilities: ['ss_council_sage', 'council_screen', 'council_sage']
    });
    t.deepEqual(Object.keys(body.data.nonces).sort(), ['svc_frontend_nonce', 'svc_rest']);
    t.false(JSON.stringify(body).includes('argon2'));
});

test('each role is given the nonces that its actions take', async (t) => {
    const testApp = await createTestApp(t);
    const namesFor = async (client: Client) =>
        Object.keys((await client.get('/session')).body.data.nonces).sort();
    const everyone = ['svc_frontend_nonce', 'svc_rest'];
    t.deepEqual(await namesFor(await testApp.as('salesRep')), [...everyone, 'svc_sales_calc'].sort());
    t.deepEqual(await namesFor(await testApp.as('powerUser')), ['svc_admin_nonce', ...everyone].sort());
    t.deepEqual(await namesFor(await testApp.as('support')), everyone);
    t.deepEqual(
        await namesFor(await testApp.as('administrator')),
        ['svc_admin_nonce', ...everyone, 'svc_sales_calc'].sort()
    );
});

test('logged out: 401 and the nonce of the password reset', async (t) => {
    const { statusCode, body } = await session(await createTestApp(t));
    t.is(statusCode, 401);
    t.is(body.success, false);
    t.is(body.data.message, 'Please log in.');
    t.regex(body.data.nonces.reset_password_nonce, /^[0-9a-f]{20}$/);
});

test('a wrong password, an unknown login and a disabled user get the same answer', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    await testApp.as('administrator');
    const wrong = await login(testApp, { login: 'ada', password: 'not this one' });
    const unknown = await login(testApp, { login: 'nobody', password });
    await testApp.store.write((tx) => changeUser(tx, 'ada', { disabledAt: 1 }));
    const disabled = await login(testApp, { login: 'ada', password });
    t.is(wrong.statusCode, 401);
    t.deepEqual(wrong.body, unknown.body);
    t.deepEqual(wrong.body, disabled.body);
    t.is(wrong.headers['set-cookie'], undefined);
});

test('an unknown login takes the same hash as a wrong password, so that no delay tells them apart [P33]', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp);
    const guess = 'a guess that no other test makes';
    for (const name of ['ada', 'nobody']) await login(testApp, { login: name, password: guess });
    const [known, unknown, ...more] = costsOf(guess);
    t.truthy(known);
    t.deepEqual(unknown, known);
    t.deepEqual(more, []);
});

test('a session id that was there before the login stays worth nothing [36]', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    const planted = 'svc_session=planted-by-somebody';
    const cookie = cookieOf(await login(testApp, { login: 'ada', password }, { cookie: planted }));
    t.not(cookie, planted);
    t.is((await session(testApp, planted)).statusCode, 401);
    t.is((await session(testApp, cookie)).statusCode, 200);
});

test('a new login ends the old session of the same browser', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    const first = cookieOf(await login(testApp, { login: 'ada', password }));
    const elsewhere = cookieOf(await login(testApp, { login: 'ada', password }));
    const second = cookieOf(await login(testApp, { login: 'ada', password }, { cookie: first }));
    t.is((await session(testApp, first)).statusCode, 401);
    t.is((await session(testApp, elsewhere)).statusCode, 200);
    t.is((await session(testApp, second)).statusCode, 200);
    t.is((await login(testApp, { login: 'ada', password: 'wrong' }, { cookie: second })).statusCode, 401);
    t.is((await session(testApp, second)).statusCode, 200, 'a login that is refused ends nothing');
});

test('each login is a line of the log, right or wrong, without what was typed', async (t) => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: 'info', base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
    const testApp = await createTestApp(t, { log });
    await withUser(testApp, 'Ada');
    await login(testApp, { login: 'ada', password });
    await login(testApp, { login: 'ada', password: 'not her secret' });
    await login(testApp, { login: 'nobody there', password });
    const [right, wrong, unknown] = lines.filter(({ msg }) => /^log(ged in|in refused)$/.test(String(msg)));
    t.like(right, { msg: 'logged in', user: 1 });
    t.like(wrong, { msg: 'login refused', user: 1 });
    t.is(unknown?.['msg'], 'login refused');
    t.is(unknown?.['user'], undefined);
    t.regex(String(right?.['address']), /^[0-9a-f]{16}$/);
    t.notRegex(JSON.stringify(lines), /secret|nobody there|ada/i);
});

test("a login that is another user's email address is refused", async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    const user = {
        login: 'ada@example.test',
        email: 'new@example.test',
        role: 'support',
        passwordHash: '-'
    } as const;
    await t.throwsAsync(
        testApp.store.write((tx) => createUser(tx, user, 1)),
        { message: /already taken/ }
    );
});

test('on https the cookie is bound to the host', async (t) => {
    const testApp = await createTestApp(t, { env: { BASE_URL: 'https://council.example' } });
    await withUser(testApp, 'Ada');
    const { headers } = await login(testApp, { login: 'ada', password });
    t.regex(
        String(headers['set-cookie']),
        /^__Host-svc_session=.*; Secure; HttpOnly; SameSite=Lax; Path=\/$/
    );
    t.is(headers['strict-transport-security'], 'max-age=31536000');
});

test('a login form accepts other fields but JSON does not; names invalid in a header are hidden', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = `login=ada&password=${encodeURIComponent(password)}&utm_source=x`;
    t.is(
        (await ask(testApp.server, { method: 'POST', url: '/rest/svc/v1/login', headers, payload }))
            .statusCode,
        200
    );
    for (const key of ['ключ', 'a\r\nset-cookie: x=1', 'x'.repeat(30_000)]) {
        const answer = await login(testApp, { login: 'ada', password, [key]: 1 });
        t.is(answer.statusCode, 400);
        t.is(answer.body.success, false);
        t.is(answer.headers['x-svc-field'], undefined);
        t.truthy(answer.headers['content-security-policy']);
    }
});

test('a bad login body names the field', async (t) => {
    const testApp = await createTestApp(t);
    for (const [payload, field] of [
        [{ password }, 'login'],
        [{ login: 'ada' }, 'password'],
        [{ login: 1, password }, 'login'],
        [{ login: 'a', password, x: 1 }, 'x']
    ] as const) {
        const { statusCode, headers } = await login(testApp, payload);
        t.is(statusCode, 400);
        t.is(headers['x-svc-field'], field);
    }
});

test('a session lasts two days, or fourteen days with the option to stay logged in', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    const hour = 60 * 60_000;
    const short = cookieOf(await login(testApp, { login: 'ada', password }));
    const long = cookieOf(await login(testApp, { login: 'ada', password, remember: true }));
    const states = async () => [
        (await session(testApp, short)).statusCode,
        (await session(testApp, long)).statusCode
    ];
    testApp.pass(2 * 24 * hour - 1);
    t.deepEqual(await states(), [200, 200]);
    testApp.pass(1);
    t.deepEqual(await states(), [401, 200]);
    testApp.pass(12 * 24 * hour);
    t.deepEqual(await states(), [401, 401]);
});
