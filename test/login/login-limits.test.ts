// How often a login may be tried, and who has to wait for it.
import test from 'ava';
import { login } from '../support/people/login.ts';
import { password, withUser } from '../support/people/people.ts';
import { humanToken } from '../support/people/human-check.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const manyAddresses = { TRUSTED_PROXIES: '127.0.0.0/8' };
const from = (address: string) => ({ 'x-forwarded-for': address });
const stranger = from('203.0.113.66');
const owner = from('198.51.100.7');

async function guessedAt(testApp: TestApp) {
    await withUser(testApp, 'Ada');
    for (let i = 0; i < 5; i += 1)
        t401(await login(testApp, { login: 'ada', password: 'wrong one' }, stranger));
}

function t401({ statusCode }: { statusCode: number }) {
    if (statusCode !== 401) throw new Error(`a wrong password was ${statusCode}`);
}

test('guessing at a login does not block its owner, who passes a human check and logs in', async (t) => {
    const testApp = await createTestApp(t, { env: manyAddresses });
    await guessedAt(testApp);
    const right = { login: 'ada', password };
    const asked = await login(testApp, right, owner);
    t.is(asked.statusCode, 400);
    t.is(asked.headers['x-svc-error'], 'human_check');
    t.is(asked.headers['x-svc-field'], 'recaptcha_token');
    t.is(asked.headers['set-cookie'], undefined, 'the right password alone opens nothing now');
    const recaptcha_token = await humanToken(testApp, 'login');
    t.is((await login(testApp, { ...right, recaptcha_token }, owner)).statusCode, 200);
    const other = await humanToken(testApp, 'login');
    t.is((await login(testApp, { ...right, recaptcha_token: other }, stranger)).statusCode, 429);
});

test('a used, foreign or forged human check opens no login and does not test the password', async (t) => {
    const testApp = await createTestApp(t, { env: manyAddresses });
    await guessedAt(testApp);
    const used = await humanToken(testApp, 'login');
    t.is((await login(testApp, { login: 'ada', password, recaptcha_token: used }, owner)).statusCode, 200);
    for (const recaptcha_token of [used, await humanToken(testApp, 'intake'), 'made up']) {
        const refused = await login(testApp, { login: 'ada', password, recaptcha_token }, owner);
        t.is(refused.statusCode, 400, recaptcha_token);
        t.is(refused.headers['x-svc-error'], 'human_check');
    }
});

test('after a check an address has five more guesses at a login', async (t) => {
    const testApp = await createTestApp(t, { env: manyAddresses });
    await guessedAt(testApp);
    const codes = [];
    for (let i = 0; i < 6; i += 1) {
        const recaptcha_token = await humanToken(testApp, 'login');
        const guess = { login: 'ada', password: `wrong one ${i}`, recaptcha_token };
        codes.push((await login(testApp, guess, from('203.0.113.67'))).statusCode);
    }
    t.deepEqual(codes, [401, 401, 401, 401, 401, 429]);
});

test('forty addresses guessing at one login at the same time get five tries without a check', async (t) => {
    const testApp = await createTestApp(t, { env: manyAddresses });
    await withUser(testApp, 'Ada');
    for (const name of ['ada', 'nobody']) {
        const wrong = Array.from({ length: 40 }, (_, i) =>
            login(testApp, { login: name, password: `wrong one ${i}` }, from(`203.0.113.${i}`))
        );
        const codes = (await Promise.all(wrong)).map(({ statusCode }) => statusCode).sort();
        t.deepEqual(codes, [...Array<number>(35).fill(400), ...Array<number>(5).fill(401)], name);
    }
});

test('without a human check a login attacked from many addresses is closed to every address', async (t) => {
    const testApp = await createTestApp(t, { env: { ...manyAddresses, HUMAN_CHECK: 'off' } });
    await guessedAt(testApp);
    for (const recaptcha_token of ['', 'off']) {
        const closed = await login(testApp, { login: 'ada', password, recaptcha_token }, owner);
        t.is(closed.statusCode, 429);
        t.true(Number(closed.headers['retry-after']) > 0);
    }
});

test('five failed logins block the address for 15 minutes, also with the right password', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    for (let i = 0; i < 6; i += 1) t.is((await login(testApp, { login: 'ada', password })).statusCode, 200);
    for (let i = 0; i < 5; i += 1)
        t.is((await login(testApp, { login: 'Ada', password: 'wrong one' })).statusCode, 401);
    const closed = await login(testApp, { login: 'ada', password });
    t.is(closed.statusCode, 429);
    t.is(closed.body.data.message, 'Too many attempts.');
    t.true(Number(closed.headers['retry-after']) > 0);
});

test('parallel guesses test the password at most five times', async (t) => {
    const testApp = await createTestApp(t, { env: { RATE_LOGIN_ADDRESS: '0' } });
    await withUser(testApp, 'Ada');
    const wrong = Array.from({ length: 40 }, (_, i) =>
        login(testApp, { login: 'ada', password: `wrong one ${i}` })
    );
    const codes = (await Promise.all(wrong)).map(({ statusCode }) => statusCode);
    t.is(codes.filter((code) => code === 401).length, 5);
    // A shared database under load gives up on a count, and then nothing is tested.
    t.true(codes.every((code) => [401, 429, 503].includes(code)));
});

test('each name has its own counter, so guesses do not show which login has which address', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    const guess = (name: string) => login(testApp, { login: name, password: 'wrong one' });
    const reported = async (names: string[]) => {
        const answers = [];
        for (const name of names) answers.push(await guess(name));
        return answers.map(({ statusCode, body }) => ({ statusCode, body }));
    };
    const known = await reported([...Array<string>(6).fill('Ada'), 'ada@example.test']);
    const alien = await reported([...Array<string>(6).fill('Bob'), 'bob@example.test']);
    t.deepEqual(known, alien);
    t.deepEqual(known.map(({ statusCode }) => statusCode).slice(4), [401, 429, 401]);
    for (let i = 0; i < 4; i += 1) await guess('ADA@example.test');
    for (const name of ['ada', 'ada@example.test'])
        t.is((await login(testApp, { login: name, password })).statusCode, 429, 'ten guesses, and no more');
});

test('twenty failed logins close an address, whatever logins were tried', async (t) => {
    const testApp = await createTestApp(t);
    for (let i = 0; i < 20; i += 1) await login(testApp, { login: `nobody-${i}`, password });
    t.is((await login(testApp, { login: 'somebody else', password })).statusCode, 429);
});

test('a claimed address does not count, unless a trusted proxy sends it [88]', async (t) => {
    const claim = (i: number) => ({ 'x-forwarded-for': `203.0.113.${i}` });
    const testApp = await createTestApp(t, { env: { RATE_LOGIN_ADDRESS: '3' } });
    for (let i = 0; i < 3; i += 1) await login(testApp, { login: `n${i}`, password }, claim(i));
    t.is((await login(testApp, { login: 'n4', password }, claim(4))).statusCode, 429);
    const behind = await createTestApp(t, {
        env: { RATE_LOGIN_ADDRESS: '3', TRUSTED_PROXIES: '127.0.0.0/8' }
    });
    for (let i = 0; i < 3; i += 1) await login(behind, { login: `n${i}`, password }, claim(i));
    t.is((await login(behind, { login: 'n4', password }, claim(4))).statusCode, 401);
    for (let i = 0; i < 3; i += 1)
        await login(behind, { login: `m${i}`, password }, { 'x-forwarded-for': `10.0.0.${i}, 203.0.113.9` });
    t.is(
        (await login(behind, { login: 'm4', password }, { 'x-forwarded-for': '203.0.113.9' })).statusCode,
        429
    );
});
