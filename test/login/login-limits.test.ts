import test from 'ava';
import { login } from '../support/people/login.ts';
import { password, withUser } from '../support/people/people.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('five failed logins close a login for 15 minutes, also to the right password; success does not count', async (t) => {
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

test('a crowd of guesses at the same instant gets no more than five looks at the password', async (t) => {
    const testApp = await createTestApp(t, { env: { RATE_LOGIN_ADDRESS: '0' } });
    await withUser(testApp, 'Ada');
    const wrong = Array.from({ length: 40 }, (_, i) =>
        login(testApp, { login: 'ada', password: `wrong one ${i}` })
    );
    const codes = (await Promise.all(wrong)).map(({ statusCode }) => statusCode);
    t.is(codes.filter((code) => code === 401).length, 5);
    t.is(codes.filter((code) => code === 429).length, 35);
});

test('each name is counted for itself: nobody learns by wrong passwords which login has which address', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp, 'Ada');
    const guess = (name: string) => login(testApp, { login: name, password: 'wrong one' });
    const told = async (names: string[]) => {
        const answers = [];
        for (const name of names) answers.push(await guess(name));
        return answers.map(({ statusCode, body }) => ({ statusCode, body }));
    };
    const known = await told([...Array<string>(6).fill('Ada'), 'ada@example.test']);
    const alien = await told([...Array<string>(6).fill('Bob'), 'bob@example.test']);
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

test('an address that is only claimed counts for nothing, unless a trusted proxy says it [88]', async (t) => {
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
