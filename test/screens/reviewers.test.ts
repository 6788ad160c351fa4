// Reviewers: people who judge the screens of a sage that names them, and see nothing else of it.
import test, { type ExecutionContext } from 'ava';
import { createUser } from '../../db/accounts/users.ts';
import { levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function narrow(t: ExecutionContext) {
    const testApp = await createTestApp(t, { env: { SAGE_ACCESS: 'owner' } });
    const fixtures = await withJudgedScreen(testApp);
    const reviewer = await testApp.as('reviewer');
    const name = (reviewers: (number | string)[]) =>
        fixtures.council.send('PATCH', `/sages/${fixtures.sage.id}`, { reviewers });
    return { testApp, ...fixtures, reviewer, name };
}

test('with SAGE_ACCESS=owner a named reviewer can only read and review screens of the sage', async (t) => {
    const { testApp, id, sage, reviewer, name } = await narrow(t);
    const statusOf = async (path: string) => (await reviewer.get(path)).statusCode;
    const levels = { levels: levelsOf('strong', 'strong') };
    t.is(await statusOf(`/screens/${id}`), 404);
    t.is((await reviewer.send('POST', `/screens/${id}/levels`, levels)).statusCode, 404);
    t.is((await reviewer.send('POST', `/screens/${id}/decide`, { decision: 'hired' })).statusCode, 404);
    t.is((await reviewer.get('/screens')).body.data.total, 0);
    t.is(await statusOf(`/screens?sage_id=${sage.id}`), 404);

    const named = await name(['reviewer']);
    t.deepEqual(named.body.data.sage.reviewers, [reviewer.user.id]);
    t.false(named.body.data.sage.stale, 'who reviews does not change how it judges');
    t.is((await reviewer.get('/screens')).body.data.total, 2);
    t.is(await statusOf(`/screens?sage_id=${sage.id}`), 200);
    t.is(await statusOf(`/screens/${id}`), 200);
    t.is((await reviewer.send('POST', `/screens/${id}/levels`, levels)).statusCode, 200);
    t.is((await reviewer.send('POST', `/screens/${id}/decide`, { decision: 'hired' })).statusCode, 200);

    t.is(await statusOf(`/sages/${sage.id}`), 404);
    t.is((await reviewer.get('/sages')).body.data.total, 0);
    const moves = { invite: {}, remind: {}, cancel: {}, extend: { hours: 1 }, link: {} };
    for (const [move, body] of Object.entries(moves))
        t.is((await reviewer.send('POST', `/screens/${id}/${move}`, body)).statusCode, 403, move);
    const candidate = { name: 'A friend', email: 'friend@example.test' };
    const made = await reviewer.send('POST', '/screens', { sage_id: sage.id, candidate });
    t.is(made.statusCode, 404);
    const author = await testApp.as('author');
    t.is((await author.get(`/screens/${id}`)).statusCode, 404, 'nobody else is let in');
});

test('only active users who may review can be named, by id or login, each once', async (t) => {
    const { testApp, reviewer, name } = await narrow(t);
    const { store, now } = testApp;
    const person = {
        login: 'gone',
        email: 'gone@example.test',
        passwordHash: '-',
        role: 'reviewer'
    } as const;
    await store.write((tx) => createUser(tx, person, now()));
    const rep = await testApp.as('salesRep');
    for (const wrong of [[rep.user.id], ['nobody'], [999], [reviewer.user.id, 'nobody'], [0]])
        t.is((await name(wrong)).statusCode, 400);
    const twice = await name([reviewer.user.id, 'reviewer', 'gone']);
    t.is(twice.body.data.sage.reviewers.length, 2);
    t.deepEqual((await name([])).body.data.sage.reviewers, []);
});

test('the language of a sage is English by default, and a change requires a rebuild', async (t) => {
    const testApp = await createTestApp(t);
    const { council, sage } = await withJudgedScreen(testApp);
    const change = (language: string) => council.send('PATCH', `/sages/${sage.id}`, { language });
    t.is((await council.get(`/sages/${sage.id}`)).body.data.sage.language, 'en');
    t.like((await change('de')).body.data.sage, { language: 'de', stale: true });
    t.is((await change('German')).statusCode, 400);
});
