// Which calls of tools leave a row, when, and what it contains.
import Sqlite from 'better-sqlite3';
import test from 'ava';
import { sha256 } from '../../db/accounts/tokens.ts';
import { listToolCalls } from '../../db/agents/calls.ts';
import { agentOf, recordOf } from '../support/clients/agent.ts';
import { ask } from '../support/people/roles.ts';
import { offer } from '../doubles/toy-tool.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const digestOf = (value: unknown) => sha256(JSON.stringify(value));

test('every call leaves one row with caller, tool, result, time and digests, without contents', async (t) => {
    const testApp = await createTestApp(t);
    offer(testApp, {
        run: async ({ whom }) => {
            testApp.pass(40);
            return { greeting: `Hello ${whom}` };
        }
    });
    const agent = await agentOf(testApp, { name: 'planner' });
    const at = testApp.now();
    await agent.call('greet', { whom: 'confidential' });
    const argumentsDigest = digestOf({ whom: 'confidential' });
    const ok = { token: 'planner', tool: 'greet', outcome: 'ok', ms: 40, argumentsDigest };
    const rows = await recordOf(testApp);
    t.deepEqual(rows, [
        { id: 1, at, ...ok, answerDigest: digestOf({ greeting: 'Hello confidential' }) }
    ] as never);
    t.false(JSON.stringify(rows).includes('confidential'));
});

test('a call with invalid arguments or body leaves a row; a request that is not a call does not', async (t) => {
    const testApp = await createTestApp(t);
    const agent = await agentOf(testApp);
    await agent.call('task_get', { colour: 'red' });
    await agent.call('task_get', '{');
    await agent.call('unknown');
    await agent.list();
    await ask(testApp.server, { method: 'POST', url: '/tools/task_get' });
    await agent.call('task_get', {}, { 'content-type': 'text/plain' });
    const rows = await recordOf(testApp);
    t.deepEqual(
        rows.map(({ tool, outcome, argumentsDigest, answerDigest }) => [
            tool,
            outcome,
            argumentsDigest,
            answerDigest
        ]),
        [
            ['task_get', 'bad_arguments', digestOf({ colour: 'red' }), null],
            ['task_get', 'bad_arguments', digestOf(null), null]
        ]
    );
});

test('whatever a tool changed is on the record before it is acknowledged', async (t) => {
    const testApp = await createTestApp(t);
    offer(testApp, {
        annotations: { readOnlyHint: false, openWorldHint: false },
        run: async () => ({ done: true })
    });
    await (await agentOf(testApp)).call('greet', { whom: 'Ada' });
    t.is((await listToolCalls(testApp.store.read, { limit: 9, offset: 0 })).total, 1);
});

test('reading calls are recorded in order, and also after a failed write', async (t) => {
    const testApp = await createTestApp(t);
    const agent = await agentOf(testApp);
    const ids = ['a', 'b', 'c'];
    for (const crm_id of ids) await agent.call('task_get', { crm_id });
    const recorded = async () => (await recordOf(testApp)).map(({ argumentsDigest }) => argumentsDigest);
    const digests = ids.map((crm_id) => digestOf({ crm_id }));
    t.deepEqual(await recorded(), digests);
    const { writeSoon } = testApp.store;
    const full = () => Promise.reject(new Sqlite.SqliteError('disk full', 'SQLITE_FULL'));
    Object.assign(testApp.store, { writeSoon: full });
    await agent.call('task_get', { crm_id: 'lost' });
    Object.assign(testApp.store, { writeSoon });
    await agent.call('task_get', { crm_id: 'd' });
    t.deepEqual(await recorded(), [...digests, digestOf({ crm_id: 'd' })]);
});
