// The streams of the Model Context Protocol: how they come, and how they end.
import test, { type ExecutionContext } from 'ava';
import { listToolCalls } from '../../db/agents/calls.ts';
import { agentOf, listening, mcpClient, revisions } from '../support/clients/agent.ts';
import { offer } from '../doubles/toy-tool.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const greet = { name: 'greet', arguments: { whom: 'Ada' } };

/** A tool that answers when it is let go. */
function gated(testApp: TestApp) {
    const started = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<object>();
    offer(testApp, {
        run: () => {
            started.resolve();
            return gate.promise;
        }
    });
    return { started: started.promise, letGo: () => gate.resolve({ greeting: 'at last' }) };
}

for (const revision of revisions) {
    test(`in revision ${revision} a call that runs while the server stops is still answered`, async (t) => {
        const testApp = await createTestApp(t, { env: { PORT: '0' } });
        const { started, letGo } = gated(testApp);
        const { token } = await agentOf(testApp);
        await testApp.server.start();
        const client = await mcpClient(t, testApp, token, revision);
        const answer = client.callTool(greet);
        await started;
        const stopped = testApp.server.stop({ timeout: 600_000 });
        letGo();
        t.deepEqual((await answer).structuredContent, { greeting: 'at last' });
        await stopped;
    });
}

/** Calls the gated tool over HTTP in the revision that streams its answers. */
async function streamed(t: ExecutionContext, testApp: TestApp, more: RequestInit = {}) {
    const { token } = await agentOf(testApp);
    return fetch(`${await listening(t, testApp)}/mcp`, {
        method: 'POST',
        headers: { ...headers, 'x-service-token': token, 'accept-encoding': 'gzip' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: greet }),
        ...more
    });
}

test('a stream of events is never packed, which would hold events back', async (t) => {
    const testApp = await createTestApp(t);
    const { started, letGo } = gated(testApp);
    const asked = streamed(t, testApp);
    await started;
    letGo();
    const response = await asked;
    t.regex(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    t.is(response.headers.get('content-encoding'), null);
    t.is(response.headers.get('x-accel-buffering'), 'no');
    t.regex(await response.text(), /^event: message\ndata: .*"structuredContent":\{"greeting":"at last"\}/);
});

test('a client that disconnects during a call leaves a record, and the server keeps working', async (t) => {
    const testApp = await createTestApp(t);
    const { started, letGo } = gated(testApp);
    const gone = new AbortController();
    const closed = testApp.server.events.once('response');
    const asked = t.throwsAsync(streamed(t, testApp, { signal: gone.signal }), { name: 'AbortError' });
    await started;
    gone.abort();
    await asked;
    await closed;
    letGo();
    t.is((await (await agentOf(testApp)).message(ping)).statusCode, 200);
    await testApp.store.write(async () => undefined);
    const { items } = await listToolCalls(testApp.store.read, { limit: 9, offset: 0 });
    t.deepEqual(
        items.map(({ outcome }) => outcome),
        ['ok']
    );
});

test('the tools never change while the server runs: a subscription is acknowledged and over', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    const wanted = { notifications: { toolsListChanged: true, promptsListChanged: true } };
    for (let i = 0; i < 3; i++) {
        const { statusCode, body } = await agent.modern('subscriptions/listen', wanted);
        t.is(statusCode, 200);
        t.regex(body, /subscriptions\/acknowledged.*"notifications":\{\}/);
        t.regex(body, /"resultType":"complete"/);
    }
});
