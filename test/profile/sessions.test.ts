// The sessions of a user: how they are listed, and how one is ended.
import test from 'ava';
import { hashPassword } from '../../db/accounts/passwords.ts';
import { changeUser } from '../../db/accounts/users.ts';
import { isLoggedIn } from '../support/people/accounts.ts';
import { ask, type Client } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const day = 24 * 60 * 60_000;
const sessionsOf = async (client: Client) => (await client.get('/sessions')).body.data.items;

test('sessions are listed newest first with the current one marked, under unusable names', async (t) => {
    const testApp = await createTestApp(t);
    const first = await testApp.as('author');
    testApp.pass(1000);
    const second = await testApp.as('author');
    await testApp.as('otherAuthor');
    const items = await sessionsOf(first);
    t.deepEqual(
        items.map(({ current }: { current: boolean }) => current),
        [false, true]
    );
    t.deepEqual(items[1], {
        id: first.actor.session.slice(0, 16),
        agent: '',
        created_at: new Date(testApp.now() - 1000).toISOString(),
        expires_at: new Date(testApp.now() - 1000 + 14 * day).toISOString(),
        current: true
    });
    t.is(items[0].id, second.actor.session.slice(0, 16));
    t.false(JSON.stringify(items).includes(first.cookie));
    const named = await ask(testApp.server, {
        url: '/rest/svc/v1/session',
        headers: { cookie: `svc_session=${items[0].id}` }
    });
    t.is(named.statusCode, 401);
});

test('a session that has ended is not listed', async (t) => {
    const testApp = await createTestApp(t);
    await testApp.as('author');
    testApp.pass(14 * day);
    t.is((await sessionsOf(await testApp.as('author'))).length, 1);
});

test('the session list shows the browser, as text of up to 200 characters', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const password = 'correct horse battery';
    const passwordHash = await hashPassword(password);
    await testApp.store.write((tx) => changeUser(tx, 'author', { passwordHash }));
    const agent = `<b>Browser</b> ${'x'.repeat(500)}`;
    await ask(testApp.server, {
        method: 'POST',
        url: '/rest/svc/v1/login',
        headers: { 'content-type': 'application/json', 'user-agent': agent },
        payload: JSON.stringify({ login: 'author', password })
    });
    const agents = (await sessionsOf(author)).map((one: { agent: string }) => one.agent);
    t.deepEqual(agents.toSorted(), ['', agent.slice(0, 200)]);
});

test('revoking a session ends only that one, immediately', async (t) => {
    const testApp = await createTestApp(t);
    const [here, there, third] = [
        await testApp.as('author'),
        await testApp.as('author'),
        await testApp.as('author')
    ];
    const name = there.actor.session.slice(0, 16);
    const { statusCode, body } = await here.send('POST', `/sessions/${name}/revoke`);
    t.is(statusCode, 200);
    t.deepEqual(body, { success: true, data: { message: 'Session ended.' } });
    t.false(await isLoggedIn(there));
    t.true(await isLoggedIn(here));
    t.true(await isLoggedIn(third));
    t.is((await here.send('POST', `/sessions/${name}/revoke`)).statusCode, 404, 'it is gone');
    await here.send('POST', `/sessions/${here.actor.session.slice(0, 16)}/revoke`);
    t.false(await isLoggedIn(here), 'the current one too');
    const [fourth, other] = [await testApp.as('author'), await testApp.as('otherAuthor')];
    await third.send('POST', '/sessions/revoke-others');
    t.deepEqual(await Promise.all([third, fourth, other].map(isLoggedIn)), [true, false, true]);
});

test('a session is named by sixteen hex characters and nothing else', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    for (const name of [
        'x'.repeat(16),
        author.actor.session,
        author.actor.session.slice(0, 15),
        '%25'.repeat(16),
        `${'0'.repeat(15)}'`
    ]) {
        const { statusCode } = await author.send('POST', `/sessions/${name}/revoke`);
        t.true([400, 404].includes(statusCode), `${name} ${statusCode}`);
    }
    t.true(await isLoggedIn(author));
});
