// One registry, two surfaces: whatever a tool answers over plain HTTP, it answers over the Model Context Protocol.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { putPage } from '../../db/agents/pages.ts';
import { putTask } from '../../db/agents/task-links.ts';
import { listToolCalls } from '../../db/agents/calls.ts';
import { ToolFailure } from '../../plugins/surfaces/tools/failures.ts';
import { agentOf, mcpClient, revisions } from '../support/clients/agent.ts';
import { offer } from '../doubles/toy-tool.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

/** Arguments, and the status with which they are answered over plain HTTP. */
type Example = readonly [status: 200 | 400 | 500, given: Record<string, unknown>];

const trace = { run_id: 'run-1', actor: 'sweeper', routine: 'nightly', cadence: 'daily', status: 'ok' };
const object = { name: 'greeting.txt', content_base64: 'SGVsbG8=' };

/** This lists every tool with arguments that work, that fail inside it, and that are refused. */
const examples: Record<string, readonly Example[]> = {
    task_get: [
        [200, { crm_id: 'deal-1' }],
        [200, { crm_id: null, planner_id: '', todo_id: 'todo-1' }],
        [200, { crm_id: 'unknown' }],
        [200, {}],
        [400, { crm_id: 1 }],
        [400, { colour: 'red' }]
    ],
    write_storage_object: [
        [200, object],
        [200, { ...object, alias: null, prefix: 'notes/', content_type: 'text/plain' }],
        [500, { ...object, bucket: 'no-such-bucket' }],
        [400, { ...object, name: '../greeting.txt' }],
        [400, { ...object, content_base64: 'SGVsbG8' }],
        [400, {}]
    ],
    emit_trace: [
        [200, { ...trace, notes: 'All is well.' }],
        [200, { ...trace, status: 'done' }],
        [200, {}],
        [400, { ...trace, colour: 'red' }]
    ],
    cms_get_page: [
        [200, { page_id: 7 }],
        [500, { page_id: 8 }],
        [400, { page_id: '7' }],
        [400, {}]
    ],
    greet: [
        [200, { whom: 'Ada' }],
        [400, {}]
    ],
    fails: [
        [500, { whom: 'Ada' }],
        [400, { whom: 1 }]
    ],
    breaks: [
        [500, { whom: 'Ada' }],
        [400, { whom: 1 }]
    ],
    hangs: [
        [500, { whom: 'Ada' }],
        [400, { whom: 1 }]
    ]
};

/** A test app in which every example finds what it names, and with tools that fail in each way there is. */
async function fixtures(testApp: TestApp) {
    mkdirSync(join(testApp.folder, 'storage', 'default'), { recursive: true });
    const at = testApp.now();
    const page = {
        slug: 'about',
        status: 'publish',
        title: 'About',
        content: '<p>Us</p>',
        excerpt: ''
    } as const;
    await testApp.store.write(async (tx) => {
        await putPage(tx, 7, page, at);
        await putTask(tx, { crmId: 'deal-1', todoId: 'todo-1', title: 'Call Ada' }, at);
    });
    offer(testApp, {
        run: async ({ whom }) => ({ greeting: `Hello ${whom}`, left: null, many: [1, { two: 2 }] })
    });
    offer(testApp, { name: 'fails', run: () => Promise.reject(new ToolFailure('NoSuchBucket')) });
    offer(testApp, { name: 'breaks', run: () => Promise.reject(new Error('SELECT secret')) });
    offer(testApp, { name: 'hangs', timeout: 30, run: () => Promise.withResolvers<object>().promise });
    return testApp;
}

const toolsOf = ({ server }: TestApp) => server.table().flatMap(({ settings }) => settings.app?.tool ?? []);

test('every tool has examples here: one that works and one that is refused', async (t) => {
    const names = toolsOf(await createTestApp(t)).map(({ name }) => name);
    t.true(names.length > 0);
    for (const name of names) {
        const statuses = examples[name]?.map(([status]) => status);
        t.true(statuses?.includes(200), `${name}: an example that works`);
        t.true(statuses?.includes(400), `${name}: an example that is refused`);
    }
});

for (const revision of revisions) {
    test(`in revision ${revision} every tool answers and fails as it does over plain HTTP`, async (t) => {
        const testApp = await fixtures(await createTestApp(t));
        const agent = await agentOf(testApp);
        const client = await mcpClient(t, testApp, agent.token, revision);
        await client.listTools(); // from here on the client checks answers against the schemas
        for (const { name } of toolsOf(testApp)) {
            for (const [status, given] of examples[name] ?? []) {
                const reported = `${name} ${JSON.stringify(given)}`;
                const { statusCode, body } = await agent.call(name, given);
                t.is(statusCode, status, reported);
                const result = await client.callTool({ name, arguments: given });
                t.deepEqual(result.structuredContent, status === 200 ? body : undefined, reported);
                t.deepEqual(result.content, [{ type: 'text', text: JSON.stringify(body) }], reported);
                t.is(result.isError ?? false, 'error' in body, reported);
            }
        }
    });

    test(`in revision ${revision} a call leaves the row that it leaves over plain HTTP`, async (t) => {
        const testApp = await fixtures(await createTestApp(t));
        const agent = await agentOf(testApp, { name: 'planner' });
        const client = await mcpClient(t, testApp, agent.token, revision);
        const reported = toolsOf(testApp).flatMap(({ name }) =>
            (examples[name] ?? []).map(([, given]) => ({ name, given }))
        );
        for (const { name, given } of reported) await agent.call(name, given);
        for (const { name, given } of reported) await client.callTool({ name, arguments: given });
        await testApp.store.write(async () => undefined);
        const { items } = await listToolCalls(testApp.store.read, { limit: 1000, offset: 0 });
        const rows = items.toReversed().map(({ id: _id, ms: _ms, ...row }) => row);
        t.true(reported.length > 0);
        t.is(rows.length, 2 * reported.length);
        const byText = rows.map((row) => JSON.stringify(row)).toSorted(); // deferred writes have no order
        for (let at = 0; at < byText.length; at += 2) t.is(byText[at], byText[at + 1]);
        t.true(rows.every(({ token }) => token === 'planner'));
    });
}
