// The Model Context Protocol: who gets in, what they find, what is refused.
import test from 'ava';
import { listToolCalls } from '../../db/agents/calls.ts';
import { agentOf, mcpClient, revisions } from '../support/clients/agent.ts';
import { ask } from '../support/people/roles.ts';
import { offer } from '../doubles/toy-tool.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const greet = { name: 'greet', arguments: { whom: 'Ada' } };

for (const revision of revisions) {
    test(`in revision ${revision} the official client finds the catalog of GET /tools/list`, async (t) => {
        const testApp = await createTestApp(t);
        const agent = await agentOf(testApp);
        const client = await mcpClient(t, testApp, agent.token, revision);
        t.is(client.getNegotiatedProtocolVersion(), revision);
        t.deepEqual(client.getServerVersion(), { name: 'sage-council', version: '1.0.0' });
        t.deepEqual(client.getServerCapabilities(), { tools: { listChanged: false } });
        const { tools } = await client.listTools();
        t.deepEqual(tools, (await agent.list()).body.tools);
    });

    test(`in revision ${revision} an unknown or forbidden tool is not found`, async (t) => {
        const testApp = await createTestApp(t);
        offer(testApp, { run: async () => ({ greeting: 'Hello' }) });
        const { token } = await agentOf(testApp, { scopes: ['tool:greet', 'admin:jobs'] });
        const client = await mcpClient(t, testApp, token, revision);
        const { tools } = await client.listTools();
        t.deepEqual(
            tools.map(({ name }) => name),
            ['greet']
        );
        t.deepEqual((await client.callTool(greet)).structuredContent, { greeting: 'Hello' });
        for (const name of ['task_get', 'unknown', 'constructor', 'toString']) {
            const error = await t.throwsAsync(client.callTool({ name, arguments: {} }));
            t.is((error as { code?: number }).code, -32_602, name);
        }
        await testApp.store.write(async () => undefined);
        t.is((await listToolCalls(testApp.store.read, { limit: 9, offset: 0 })).total, 1);
    });
}

test('the token is accepted in X-Service-Token or as Bearer, and never in the query', async (t) => {
    const testApp = await createTestApp(t);
    const { token } = await agentOf(testApp);
    const asked = (shown: Record<string, string>, query = '') =>
        ask(testApp.server, {
            method: 'POST',
            url: `/mcp${query}`,
            headers: { ...headers, ...shown },
            payload: JSON.stringify(ping)
        });
    t.is((await asked({ 'x-service-token': token })).statusCode, 200);
    t.is((await asked({ authorization: `Bearer ${token}` })).statusCode, 200);
    t.is((await asked({ authorization: `bearer ${token}` })).statusCode, 200);
    for (const [shown, query] of [
        [{}, `?token=${token}`],
        [{}, ''],
        [{ authorization: `Basic ${token}` }, ''],
        [{ authorization: `Bearer ${token}x` }, ''],
        [{ authorization: `Bearer ${token}, Bearer ${token}` }, ''],
        [{ authorization: `Bearer ${token}`, 'x-service-token': 'wrong' }, '']
    ] as const) {
        const answer = await asked(shown, query);
        t.is(answer.statusCode, 401, JSON.stringify(shown));
        t.deepEqual(answer.body, { error: 'Unauthorized' });
        t.is(answer.headers['www-authenticate'], 'Bearer');
    }
});

test('a client that names no stream of events is answered as JSON', async (t) => {
    const testApp = await createTestApp(t);
    const { token } = await agentOf(testApp);
    const answer = async (accept: string | undefined, message: object) =>
        ask(testApp.server, {
            method: 'POST',
            url: '/mcp',
            headers: {
                'content-type': 'application/json',
                'x-service-token': token,
                ...(accept !== undefined && { accept })
            },
            payload: JSON.stringify(message)
        });
    for (const accept of [undefined, '*/*', 'application/json', 'text/plain, */*;q=0.1', 'application/*']) {
        const { statusCode, headers: answered, body } = await answer(accept, list);
        t.is(statusCode, 200, accept);
        t.regex(String(answered['content-type']), /^application\/json/, accept);
        t.is(body.id, 1);
        t.true(body.result.tools.length > 0, accept);
        const unknown = await answer(accept, { ...list, method: 'nothing' });
        t.is(unknown.body.error.code, -32_601, accept);
    }
});

test('a page of another site is turned away, with a token too', async (t) => {
    const testApp = await createTestApp(t, { env: { ALLOWED_ORIGINS: 'https://desk.example' } });
    const agent = await agentOf(testApp);
    for (const origin of ['http://localhost:3000', 'https://desk.example'])
        t.is((await agent.message(ping, { origin })).statusCode, 200, origin);
    for (const origin of [
        'https://evil.example',
        'null',
        '',
        'https://desk.example:8443',
        'http://localhost'
    ]) {
        const { statusCode, body } = await agent.message(ping, { origin });
        t.is(statusCode, 403, origin);
        t.deepEqual(body, { error: 'Forbidden' });
        const get = await ask(testApp.server, { url: '/mcp', headers: { ...agent.headers, origin } });
        t.is(get.statusCode, 403, origin);
    }
});

test('there are no sessions to read or end: everything but POST is refused', async (t) => {
    const testApp = await createTestApp(t);
    const agent = await agentOf(testApp);
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS', 'TRACE']) {
        const answer = await ask(testApp.server, { method, url: '/mcp', headers: agent.headers });
        t.is(answer.statusCode, 405, method);
        t.is(answer.headers['allow'], 'POST');
        t.is(answer.body.error.message, 'Method not allowed.');
    }
});

test('a body is read as that of a tool, and is one message with a short id [7, 9]', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    const long = JSON.stringify({ ...ping, id: 'x'.repeat(1001) });
    for (const [body, type, error] of [
        ['{', 'application/json', 'Malformed JSON body'],
        [`[${JSON.stringify(list)},${JSON.stringify(list)}]`, 'application/json', 'Bad arguments'],
        [long, 'application/json', 'Bad arguments'],
        [JSON.stringify(ping), 'text/plain', 'Body must be application/json']
    ] as const) {
        const answer = await agent.message(body, { 'content-type': type });
        t.is(answer.statusCode, 400, body.slice(0, 40));
        t.deepEqual(answer.body, { error });
    }
});

test('an invalid message is refused in the words of the protocol', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    const none = await agent.message({});
    t.is(none.statusCode, 400);
    t.is(none.body.error.code, -32_600);
    const other = await agent.message({ jsonrpc: '2.0', id: 7, method: 'nonsense/call' });
    t.regex(other.body, /"id":7,"error":\{"code":-32601/);
    const future = await agent.modern('tools/list', {}, '2031-01-01');
    t.is(future.statusCode, 400);
    t.deepEqual(future.body.error.data, { supported: ['2026-07-28'], requested: '2031-01-01' });
});

test('a handshake with an unknown revision is answered with a known one', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    const params = {
        protocolVersion: '1999-01-01',
        capabilities: {},
        clientInfo: { name: 'old', version: '1' }
    };
    const { statusCode, body } = await agent.message({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    t.is(statusCode, 200);
    t.regex(body, /"protocolVersion":"2025-11-25"/);
});

test('openapi.json documents the MCP endpoint', async (t) => {
    const { server } = await createTestApp(t);
    const { post, get } = (await ask(server, { url: '/openapi.json' })).body.paths['/mcp'];
    t.deepEqual(post.tags, ['tool']);
    t.deepEqual(post.security, [{ 'service-token': [] }, { 'bearer-token': [] }]);
    t.deepEqual(post.requestBody.content['application/json'].schema.required, ['jsonrpc', 'method']);
    t.is(get, undefined);
});
