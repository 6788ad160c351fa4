// What all nodes must know of what one of them was asked: two servers over one store.
import test from 'ava';
import { findKeptForm, keepForm } from '../../db/accounts/short-lived/kept-forms.ts';
import { accountApp, hour, minute, requestReset, updateProfile } from '../support/people/accounts.ts';
import { login } from '../support/people/login.ts';
import { humanToken } from '../support/people/human-check.ts';
import { paths } from '../support/clients/client.ts';
import { otherNode } from '../support/servers/nodes.ts';
import { loginPath, password, withUser } from '../support/people/people.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

type Answer = Promise<{ statusCode: number }>;

/** The statuses of so many requests, one after the other, each on the other node. */
async function inTurn(testApp: TestApp, times: number, send: (on: TestApp) => Answer) {
    const nodes = [testApp, await otherNode(testApp)];
    const statuses = [];
    for (let n = 0; n < times; n += 1) {
        for (const node of nodes.slice(n % 2, (n % 2) + 1)) statuses.push((await send(node)).statusCode);
    }
    return statuses;
}

test('failed logins count on all nodes together, and successful ones are released on all', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp);
    t.deepEqual(
        await inTurn(testApp, 8, (on) => login(on, { login: 'ada', password })),
        Array<number>(8).fill(200)
    );
    const failed = await inTurn(testApp, 6, (on) => login(on, { login: 'ada', password: 'wrong one' }));
    t.deepEqual(failed, [401, 401, 401, 401, 401, 429]);
    const closed = await login(await otherNode(testApp), { login: 'ada', password });
    t.is(closed.statusCode, 429);
    t.is(closed.headers['retry-after'], '900');
    testApp.pass(15 * minute);
    t.is((await login(testApp, { login: 'ada', password })).statusCode, 200);
});

test('parallel guesses on two nodes test the password five times in all', async (t) => {
    const testApp = await createTestApp(t, { env: { RATE_LOGIN_ADDRESS: '0' } });
    await withUser(testApp);
    const nodes = [testApp, await otherNode(testApp)];
    const crowd = Array.from({ length: 10 }, () =>
        nodes.map((on) => login(on, { login: 'ada', password: 'wrong one' }))
    ).flat();
    const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode);
    t.is(statuses.filter((status) => status === 401).length, 5);
});

test('requests for new passwords count on all nodes together', async (t) => {
    const testApp = await accountApp(t, { RATE_RESET: '3' });
    await testApp.as('author');
    const statuses = await inTurn(testApp, 4, (on) => requestReset(on, 'author'));
    t.deepEqual(statuses, [200, 200, 200, 429]);
});

test('emails of profile changes count on all nodes together', async (t) => {
    const testApp = await accountApp(t, { RATE_RESET: '3' });
    const author = await testApp.as('author');
    const statuses = await inTurn(testApp, 4, (on) =>
        updateProfile(on, author, { email: 'other@example.test' })
    );
    t.deepEqual(statuses, [200, 200, 200, 429]);
});

test('items left from the outside count on all nodes together, also in the next hour', async (t) => {
    const testApp = await createTestApp(t, { env: { HUMAN_CHECK: 'off' }, rates: { intake: 3 } });
    const send = ({ server }: TestApp) =>
        ask(server, {
            method: 'POST',
            url: `${paths.rest}/intake/public`,
            headers: { 'content-type': 'application/json' },
            payload: '{}'
        });
    t.deepEqual(await inTurn(testApp, 4, send), [400, 400, 400, 429]);
    testApp.pass(hour);
    t.deepEqual(await inTurn(testApp, 4, send), [400, 400, 400, 429]);
});

test('guesses of secrets in a path count on all nodes together', async (t) => {
    const testApp = await createTestApp(t, { rates: { demoUnknown: 3 } });
    for (const url of ['/deal/a-guess', '/screen/demo/0123456789abcdef']) {
        const statuses = await inTurn(testApp, 5, ({ server }) => ask(server, { url }));
        t.deepEqual(statuses, [404, 404, 404, 429, 429], url);
    }
});

test('the proof of a human check passes once on all nodes together', async (t) => {
    const testApp = await accountApp(t, { HUMAN_CHECK: 'local' });
    const other = await otherNode(testApp);
    const recaptcha_token = await humanToken(testApp, 'request_password_reset');
    t.is((await requestReset(other, 'author', { recaptcha_token })).statusCode, 200);
    t.is((await requestReset(testApp, 'author', { recaptcha_token })).statusCode, 400);
});

test('what was typed into a refused form is shown again by another node, but no password', async (t) => {
    const testApp = await createTestApp(t);
    const jar = {};
    const typed = { login: 'somebody', password: 'a secret word' };
    t.is((await plainBrowser(testApp, jar).post(loginPath, typed)).statusCode, 303);
    const page = (await plainBrowser(await otherNode(testApp), jar).get('/login')).body;
    t.true(page.includes('value="somebody"'));
    t.false(page.includes('a secret word'));
});

test('the newest 500 typed forms are stored', async (t) => {
    const { store } = await createTestApp(t);
    const keep = (n: number) =>
        store.write((tx) => keepForm(tx, { id: `form ${n}`, typed: { n }, endsAt: 1000 + n }));
    await Promise.all(Array.from({ length: 501 }, (_, n) => keep(n)));
    t.is(await findKeptForm(store.read, 'form 0', 1), undefined);
    t.deepEqual(await findKeptForm(store.read, 'form 1', 1), { n: 1 });
    t.deepEqual(await findKeptForm(store.read, 'form 500', 1), { n: 500 });
});
