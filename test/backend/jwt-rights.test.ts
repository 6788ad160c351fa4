// What a good token is worth: never more than its user may do at that moment, and only below /pl.
import test from 'ava';
import { setAccess } from '../../db/accounts/access.ts';
import { changeUser } from '../../db/accounts/users.ts';
import { backendOf, bearer, noPermission, refusal, withTemplate } from '../support/clients/backend.ts';
import { ask } from '../support/people/roles.ts';
import { claimsOf, signed } from '../support/clients/tokens.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

/** A template, and what one and the same token sees of it from now on. */
async function withToken(testApp: TestApp) {
    const it = await withTemplate(testApp);
    await testApp.as('administrator');
    const token = it.backend.token();
    const client = bearer(testApp, () => token);
    return { ...it, token, client, read: async () => (await client.get(it.path)).statusCode };
}

test('a demoted user loses only the removed rights, at the next request with the same token', async (t) => {
    const testApp = await createTestApp(t);
    const { author, client, path, read, sage, patch } = await withToken(testApp);
    const { login } = author.user;
    const prompt = async () => (await client.get(`/council-sage/${sage.id}/prompt/results`)).statusCode;
    t.deepEqual([await read(), await prompt()], [200, 200]);
    await testApp.store.write((tx) => changeUser(tx, login, { role: 'sales_rep', grants: ['council_sage'] }));
    t.deepEqual([await read(), await prompt()], [403, 200]);
    t.deepEqual((await patch({ intro: 'x' })).body, noPermission);
    await testApp.store.write((tx) =>
        setAccess(tx, login, { grants: [] }, { by: { name: 'cli' }, at: testApp.now() })
    );
    t.deepEqual([await read(), await prompt()], [403, 403]);
    await testApp.store.write((tx) => changeUser(tx, login, { role: 'sage_author' }));
    t.deepEqual([await read(), await prompt(), (await client.get(path)).body.version], [200, 200, 1]);
});

test('a token holds what it was issued with, whatever its user is granted later', async (t) => {
    const testApp = await createTestApp(t);
    const { path } = await withTemplate(testApp);
    const power = await backendOf(testApp, 'powerUser', ['council_screen']);
    t.is((await power.get(path)).statusCode, 403);
    await testApp.store.write((tx) =>
        setAccess(
            tx,
            'powerUser',
            { grants: ['council_screen', 'council_sage'] },
            { by: { name: 'cli' }, at: testApp.now() }
        )
    );
    t.is((await power.get(path)).statusCode, 200);
    t.is((await power.send('POST', '/context/', { name: 'n', context: 'c' })).statusCode, 403);
});

test('an unknown path below /pl gets 404 in the same form, with and without a token', async (t) => {
    const testApp = await createTestApp(t);
    const { backend, path } = await withTemplate(testApp);
    const own = { authorization: `Bearer ${backend.token()}` };
    for (const headers of [own, {}]) {
        for (const url of [
            '/pl',
            '/pl/',
            '/pl/nothing',
            '/pl/results',
            '/pl/__proto__',
            '/pl/context//history'
        ])
            t.deepEqual((await ask(testApp.server, { url, headers })).body, refusal(404, 'Not found.'), url);
        for (const method of ['PUT', 'DELETE', 'POST', 'OPTIONS'] as const) {
            const { body } = await ask(testApp.server, { method, url: `/pl${path}`, headers });
            t.deepEqual(body, refusal(404, 'Not found.'), method);
        }
    }
});

test('every refusal is returned as problem details (RFC 9457) when the client accepts them', async (t) => {
    const testApp = await createTestApp(t, { rates: { backend: 3 } });
    const { backend, path } = await withTemplate(testApp);
    const accept = 'application/json;q=0.5, application/problem+json';
    const nobody = await ask(testApp.server, { url: `/pl${path}`, headers: { accept } });
    const late = { accept, 'if-match': '"7"' };
    const reported: [Awaited<ReturnType<typeof ask>>, number, string, string][] = [
        [await backend.get('/results/x', { accept }), 400, 'Bad Request', 'result_id must be a UUID.'],
        [nobody, 401, 'Unauthorized', 'Unauthorized'],
        [await backend.get('/nothing', { accept }), 404, 'Not Found', 'Not found.'],
        [
            await backend.send('PATCH', path, { intro: 'x' }, late),
            412,
            'Precondition Failed',
            'This template changed since you opened it. Reload it and try again.'
        ]
    ];
    await backend.get(path);
    const limited = await backend.get(path, { accept });
    t.true(Number(limited.headers['retry-after']) > 0);
    reported.push([limited, 429, 'Too Many Requests', 'Too many requests.']);
    for (const [{ statusCode, headers, body }, status, title, detail] of reported) {
        t.is(statusCode, status);
        t.regex(String(headers['content-type']), /^application\/problem\+json/);
        t.deepEqual(JSON.parse(body), { type: 'about:blank', title, status, detail });
        t.is(headers['www-authenticate'], status === 401 ? 'Bearer' : undefined);
    }
});

test('calls of the backend are limited for each user separately with 429 and Retry-After, apart from clicks', async (t) => {
    const testApp = await createTestApp(t, { rates: { backend: 3 } });
    const { author, backend, path, patch } = await withTemplate(testApp);
    for (let i = 0; i < 3; i += 1) t.is((await backend.get(path)).statusCode, 200);
    for (const { statusCode, headers, body } of [
        await backend.get(path),
        await patch({ intro: 'x' }),
        await patch({ version: 'x' }),
        await backend.get('/results/x')
    ]) {
        t.is(statusCode, 429);
        t.deepEqual(body, refusal(429, 'Too many requests.'));
        t.regex(String(headers['retry-after']), /^([1-9]|[1-5]\d|60)$/);
    }
    t.is((await author.get('/sages')).statusCode, 200);
    const other = await backendOf(testApp, 'otherAuthor');
    t.is((await other.get(path)).body.version, 1);
});

test('rejected requests do not count against the rate limit', async (t) => {
    const testApp = await createTestApp(t, { rates: { backend: 1 } });
    const { backend, path, author } = await withTemplate(testApp);
    const forged = bearer(testApp, () => signed(claimsOf(author.user.id, testApp.now()), { key: 'x' }));
    for (let i = 0; i < 5; i += 1) t.is((await forged.get(path)).statusCode, 401);
    t.is((await backend.get(path)).statusCode, 200);
    t.is((await backend.get(path)).statusCode, 429);
});
