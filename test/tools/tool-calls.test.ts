// What holds for every call of every tool: its time, its budget, its record, and what no log may hold.
import Sqlite from 'better-sqlite3';
import test from 'ava';
import { Refusal } from '../../db/store/refusal.ts';
import { listTokens } from '../../db/accounts/service-tokens.ts';
import { ToolFailure } from '../../plugins/surfaces/tools/failures.ts';
import { agentOf, recordOf } from '../support/clients/agent.ts';
import { ask } from '../support/people/roles.ts';
import { offer } from '../doubles/toy-tool.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { openLog } from '../support/runs/log.ts';

test('a tool that hangs is aborted at its timeout, and the answer says so', async (t) => {
    const testApp = await createTestApp(t);
    const given: AbortSignal[] = [];
    const hangs = (_: object, signal: AbortSignal) => {
        given.push(signal);
        return Promise.withResolvers<object>().promise;
    };
    offer(testApp, { timeout: 30, run: hangs });
    offer(testApp, {
        name: 'softly',
        timeout: 30,
        run: hangs,
        failed: (error) => ({ status: 'error', error })
    });
    const agent = await agentOf(testApp);
    const { statusCode, body } = await agent.call('greet', { whom: 'Ada' });
    t.is(statusCode, 500);
    t.deepEqual(body, { error: 'Tool failed', detail: 'Timeout' });
    const softly = await agent.call('softly', { whom: 'Ada' });
    t.is(softly.statusCode, 200);
    t.deepEqual(softly.body, { status: 'error', error: 'Timeout' });
    t.deepEqual(
        given.map(({ aborted }) => aborted),
        [true, true]
    );
    t.deepEqual(
        (await recordOf(testApp)).map(({ outcome }) => outcome),
        ['timed_out', 'timed_out']
    );
});

test('a failure inside a tool returns only its kind', async (t) => {
    const testApp = await createTestApp(t);
    const failures = {
        word: new ToolFailure('NoSuchBucket', new Error('/secret/path')),
        rule: new Refusal('wrong_state', 'Another page has this slug.'),
        fault: new Error('SELECT secret FROM /secret/path')
    };
    for (const [name, error] of Object.entries(failures))
        offer(testApp, { name, run: () => Promise.reject(error) });
    offer(testApp, {
        name: 'thrower',
        run: () => {
            throw new TypeError('secret');
        }
    });
    const agent = await agentOf(testApp);
    for (const [name, detail] of [
        ['word', 'NoSuchBucket'],
        ['rule', 'Another page has this slug.'],
        ['fault', 'Internal'],
        ['thrower', 'Internal']
    ] as const) {
        const { statusCode, body } = await agent.call(name, { whom: 'Ada' });
        t.is(statusCode, 500);
        t.deepEqual(body, { error: 'Tool failed', detail }, name);
    }
    t.deepEqual(
        (await recordOf(testApp)).map(({ outcome }) => outcome),
        ['failed', 'failed', 'failed', 'failed']
    );
});

test('an argument that is given as null is not given', async (t) => {
    const testApp = await createTestApp(t);
    const seen: object[] = [];
    offer(testApp, {
        run: async (given: object) => {
            seen.push(given);
            return {};
        }
    });
    const agent = await agentOf(testApp);
    t.is((await agent.call('greet', { whom: 'Ada', how: null })).statusCode, 200);
    t.deepEqual(seen, [{ whom: 'Ada' }]);
    const { statusCode, body } = await agent.call('greet', { whom: null });
    t.is(statusCode, 400);
    t.deepEqual(body, { error: 'Bad arguments', detail: 'whom is required.' });
    const tasks = await agent.call('task_get', { crm_id: 'x', planner_id: null, todo_id: null });
    t.deepEqual(tasks.body, { error: 'not found' });
});

test('a token has so many calls a minute, of tools, of the catalog and of the protocol together', async (t) => {
    const testApp = await createTestApp(t, { rates: { tools: 3 } });
    const [agent, other] = [await agentOf(testApp), await agentOf(testApp)];
    t.is((await agent.call('task_get')).statusCode, 200);
    t.is((await agent.list()).statusCode, 200);
    t.is((await agent.message({ jsonrpc: '2.0', id: 1, method: 'ping' })).statusCode, 200);
    for (const refused of [await agent.call('task_get'), await agent.list(), await agent.message('{}')]) {
        t.is(refused.statusCode, 429);
        t.deepEqual(refused.body, { error: 'Too many requests' });
        const seconds = Number(refused.headers['retry-after']);
        t.true(seconds >= 1 && seconds <= 60, `Retry-After: ${seconds}`);
    }
    t.is((await other.call('task_get')).statusCode, 200);
});

test('the last use of a token is remembered, to the minute', async (t) => {
    const testApp = await createTestApp(t);
    const agent = await agentOf(testApp);
    const lastUse = async () => (await listTokens(testApp.store.read))[0]?.lastUsedAt;
    const first = testApp.now();
    t.is(await lastUse(), null);
    await agent.list();
    testApp.pass(60_000);
    await agent.list();
    t.is(await lastUse(), first);
    testApp.pass(1);
    await agent.list();
    t.is(await lastUse(), first + 60_001);
});

test('while the store cannot be written, reading tools answer, and changes are refused', async (t) => {
    const testApp = await createTestApp(t);
    offer(testApp, {
        annotations: { readOnlyHint: false, openWorldHint: false },
        run: async () => ({ done: true })
    });
    const agent = await agentOf(testApp);
    const full = () => Promise.reject(new Sqlite.SqliteError('disk full', 'SQLITE_FULL'));
    Object.assign(testApp.store, { write: full, writeSoon: full });
    t.is((await agent.list()).statusCode, 200);
    t.deepEqual((await agent.call('task_get', { crm_id: 'x' })).body, { error: 'not found' });
    const { statusCode, body } = await agent.call('greet', { whom: 'Ada' });
    t.is(statusCode, 503);
    t.deepEqual(body, { error: 'Unavailable' });
});

test('the log contains no token, argument or answer', async (t) => {
    const { log, lines } = openLog('debug');
    const testApp = await createTestApp(t, { log });
    offer(testApp, { run: async () => ({ answer: 'canary-answer' }) });
    offer(testApp, { name: 'fails', run: () => Promise.reject(new ToolFailure('Broken')) });
    const { token, headers } = await agentOf(testApp);
    const payload = '{"whom":"canary-argument"}';
    const type = { 'content-type': 'application/json' };
    const asked = [
        { url: `/tools/list?token=${token}` },
        { url: `/tools/list?token=${token}x` },
        { method: 'POST', url: `/tools/greet?token=${token}`, headers: type, payload },
        { method: 'POST', url: `/tools/fails?token=${token}`, headers: type, payload },
        { method: 'POST', url: `/tools/unknown/canary-argument?token=${token}`, headers: type, payload },
        { method: 'POST', url: '/tools/greet', headers: { ...type, ...headers }, payload: `${payload},` },
        { method: 'POST', url: `/mcp?token=${token}`, headers: { ...type, ...headers }, payload },
        {
            method: 'POST',
            url: '/mcp',
            headers: {
                ...type,
                ...headers,
                'mcp-protocol-version': '2026-07-28',
                'mcp-name': 'canary-argument'
            },
            payload: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":{}}}'
        }
    ];
    for (const request of asked) await ask(testApp.server, request);
    t.true(lines.length >= asked.length, 'the log is written');
    const text = lines.join('');
    t.true(text.includes('tool failed'));
    for (const secret of [token.slice(5), 'canary-argument', 'canary-answer']) t.false(text.includes(secret));
});
