// Who gets in at the tool server: rows 1 to 4 of the hostile inputs.
import test from 'ava';
import { endToken } from '../../db/accounts/service-tokens.ts';
import { agentOf } from '../support/clients/agent.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const json = { 'content-type': 'application/json' };
const call = { method: 'POST', url: '/tools/task_get', headers: json, payload: '{}' } as const;
const unauthorized = '{"error":"Unauthorized"}';
const MiB = 1024 * 1024;

test('a missing, a wrong and a nearly right token get the same answer, of the catalog too [1, 28]', async (t) => {
    const testApp = await createTestApp(t);
    const { token } = await agentOf(testApp);
    const near = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
    for (const shown of [undefined, '', 'svcs_', 'x', near, `${token}x`, `${token}, ${token}`]) {
        const headers = { ...json, ...(shown !== undefined && { 'x-service-token': shown }) };
        for (const request of [
            { ...call, headers },
            { url: '/tools/list', headers }
        ]) {
            const { statusCode, payload, headers: told } = await testApp.server.inject(request);
            t.is(statusCode, 401, shown ?? 'none');
            t.is(payload, unauthorized);
            t.is(told['www-authenticate'], 'Bearer');
        }
    }
});

test('an expired and a revoked token get the same answer', async (t) => {
    const testApp = await createTestApp(t);
    const brief = await agentOf(testApp, { expiresAt: testApp.now() + 1000 });
    const revoked = await agentOf(testApp);
    t.is((await brief.call('task_get')).statusCode, 200);
    testApp.pass(1000);
    await testApp.store.write((tx) => endToken(tx, revoked.id, { by: { name: 'cli' }, at: testApp.now() }));
    for (const agent of [brief, revoked]) {
        const { statusCode, body } = await agent.call('task_get');
        t.is(statusCode, 401);
        t.deepEqual(body, { error: 'Unauthorized' });
    }
});

test('the token is accepted in the query, but a header wins, even if wrong or empty [2]', async (t) => {
    const testApp = await createTestApp(t);
    const { token } = await agentOf(testApp);
    const asked = async (query: string, header?: string) => {
        const headers = { ...json, ...(header !== undefined && { 'x-service-token': header }) };
        return ask(testApp.server, { ...call, url: call.url + query, headers });
    };
    t.is((await asked(`?token=${token}`)).statusCode, 200);
    t.is((await asked('?token=wrong', token)).statusCode, 200);
    for (const [query, header] of [
        [`?token=${token}`, 'wrong'],
        [`?token=${token}`, ''],
        [`?token=${token}&token=${token}`],
        [`?Token=${token}`],
        ['?token=']
    ] as const) {
        const { statusCode, body } = await asked(query, header);
        t.is(statusCode, 401, query);
        t.deepEqual(body, { error: 'Unauthorized' });
    }
});

test('TOKEN_IN_QUERY=off: only the header counts', async (t) => {
    const testApp = await createTestApp(t, { env: { TOKEN_IN_QUERY: 'off' } });
    const agent = await agentOf(testApp);
    const { statusCode, body } = await ask(testApp.server, {
        ...call,
        url: `${call.url}?token=${agent.token}`
    });
    t.is(statusCode, 401);
    t.deepEqual(body, { error: 'Unauthorized' });
    t.is((await agent.call('task_get')).statusCode, 200);
});

test('a JWT or session opens no tool, and a service token works only at its own places [3]', async (t) => {
    const testApp = await createTestApp(t);
    const { token } = await agentOf(testApp);
    const author = await testApp.as('author');
    const jwt = String((await author.send('POST', '/auth/token')).body.data.token);
    t.regex(jwt, /^ey/);
    for (const shown of [
        { 'x-service-token': jwt },
        { authorization: `Bearer ${jwt}` },
        { 'x-service-token': author.cookie },
        author.headers,
        { authorization: `Bearer ${token}` }
    ]) {
        const { statusCode, payload } = await testApp.server.inject({
            ...call,
            headers: { ...json, ...shown }
        });
        t.is(statusCode, 401, JSON.stringify(shown));
        t.is(payload, unauthorized);
    }
});

test('without a token the answer is always the same, whatever the tool, body and size [4]', async (t) => {
    const { server } = await createTestApp(t);
    for (const request of [
        { ...call, url: '/tools/unknown' },
        { ...call, payload: '{' },
        { ...call, payload: 'x'.repeat(5 * MiB) },
        { ...call, headers: { 'content-type': 'text/plain' } },
        { ...call, method: 'GET', payload: '' },
        { ...call, url: '/tools/unknown', payload: 'x'.repeat(5 * MiB) }
    ]) {
        const { statusCode, payload } = await server.inject(request);
        t.is(statusCode, 401, `${request.method} ${request.url}`);
        t.is(payload, unauthorized);
    }
});
