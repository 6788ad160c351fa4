// The catalog of the tools: what an agent reads before it calls one.
import { Ajv } from '@modelcontextprotocol/client/validators/ajv';
import test from 'ava';
import { agentOf } from '../support/clients/agent.ts';
import { offer } from '../doubles/toy-tool.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const greeting = async ({ whom }: { whom: string }) => ({ greeting: `Hello ${whom}` });

/** The names of all tools that the server has, from its routes. */
const namesOf = ({ server }: TestApp) =>
    server
        .table()
        .flatMap(({ settings }) => settings.app?.tool?.name ?? [])
        .toSorted();

interface Entry {
    name: string;
    inputSchema: object;
    outputSchema: object;
}

test('task_get documents that exactly one field is sent, and no schema is a choice at its top', async (t) => {
    const testApp = await createTestApp(t);
    const { tools } = (await (await agentOf(testApp)).list()).body;
    const { description, inputSchema } = tools.find(({ name }: Entry) => name === 'task_get');
    const rule = /exactly one of crm_id, planner_id, todo_id/;
    t.regex(description, rule);
    const fields: [string, { description: string }][] = Object.entries(inputSchema.properties);
    t.is(fields.length, 3);
    for (const [name, field] of fields) t.regex(field.description, rule, name);
    for (const { name, inputSchema } of tools as Entry[])
        for (const choice of ['oneOf', 'anyOf', 'allOf']) t.false(choice in inputSchema, name);
});

test('the catalog has version 1.0.0 and every tool by name, with all that an agent needs', async (t) => {
    const testApp = await createTestApp(t);
    offer(testApp, { name: 'zebra', run: greeting });
    offer(testApp, { name: 'aardvark', run: greeting });
    const { statusCode, headers, body } = await (await agentOf(testApp)).list();
    t.is(statusCode, 200);
    t.is(headers['content-type'], 'application/json; charset=utf-8');
    t.is(body.version, '1.0.0');
    t.deepEqual(Object.keys(body), ['version', 'tools']);
    t.deepEqual(
        body.tools.map(({ name }: Entry) => name),
        namesOf(testApp)
    );
    t.true(namesOf(testApp).includes('task_get'));
    const fields = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'];
    for (const tool of body.tools) {
        t.deepEqual(Object.keys(tool), fields);
        for (const field of ['title', 'description'])
            t.regex(tool[field], /^[A-Z]/, `${tool.name}: ${field}`);
    }
    t.deepEqual(body.tools[0], {
        name: 'aardvark',
        title: 'Greet somebody',
        description: 'Greets whoever is named.',
        inputSchema: {
            type: 'object',
            properties: { whom: { type: 'string', minLength: 1 }, how: { type: 'string', minLength: 1 } },
            required: ['whom'],
            additionalProperties: false
        },
        outputSchema: { type: 'object' },
        annotations: { readOnlyHint: true, openWorldHint: false }
    });
});

test('llama.cpp, Gemini and OpenAI can read every schema: one type each, patterns whole and simple', async (t) => {
    const { body } = await (await agentOf(await createTestApp(t))).list();
    JSON.stringify(body.tools, (name, value) => {
        t.false(name === 'type' && Array.isArray(value), String(value));
        if (name === 'pattern' && typeof value === 'string') {
            t.regex(value, /^\^.*\$$/);
            t.notRegex(value, /\(\?|\\[a-z]/i);
        }
        return value;
    });
});

test('both schemas of every tool are JSON Schemas of an object that a strict reader understands', async (t) => {
    const { body } = await (await agentOf(await createTestApp(t))).list();
    const strict = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false });
    t.throws(() => strict.compile({ type: 'object', propertys: {} }), undefined, 'the reader is strict');
    for (const { name, inputSchema, outputSchema } of body.tools) {
        for (const schema of [inputSchema, outputSchema]) {
            t.is(schema.type, 'object', name);
            t.notThrows(() => strict.compile(schema), name);
        }
        t.is(inputSchema.additionalProperties, false, name);
    }
});

test('an agent sees and calls only what its token is for', async (t) => {
    const testApp = await createTestApp(t);
    offer(testApp, { run: greeting });
    for (const { scopes, sees } of [
        { scopes: ['tool:greet'], sees: ['greet'] },
        { scopes: ['tool:greet', 'tool:task_get', 'admin:jobs'], sees: ['greet', 'task_get'] },
        { scopes: ['tool:*'], sees: namesOf(testApp) },
        { scopes: ['admin:jobs', 'callback:build', 'tool:gone'], sees: [] }
    ]) {
        const agent = await agentOf(testApp, { scopes });
        const { tools } = (await agent.list()).body;
        t.deepEqual(
            tools.map(({ name }: Entry) => name),
            sees
        );
        for (const name of ['greet', 'task_get']) {
            const { statusCode, body } = await agent.call(name, name === 'greet' ? { whom: 'Ada' } : {});
            t.is(statusCode, sees.includes(name) ? 200 : 404, `${scopes.join()} calls ${name}`);
            if (!sees.includes(name)) t.deepEqual(body, { error: 'Unknown tool', detail: name });
        }
    }
});

test('a tool outside the scope of a token looks unknown, whatever the body', async (t) => {
    const testApp = await createTestApp(t);
    const agent = await agentOf(testApp, { scopes: ['tool:other'] });
    for (const [body, type] of [
        ['{', 'application/json'],
        ['[]', 'application/json'],
        ['x', 'text/plain'],
        ['x'.repeat(2 * 1024 * 1024), 'application/json']
    ] as const) {
        const known = await agent.call('task_get', body, { 'content-type': type });
        const unknown = await agent.call('never_heard_of', body, { 'content-type': type });
        t.is(known.statusCode, 404);
        t.deepEqual(known.body, { error: 'Unknown tool', detail: 'task_get' });
        t.deepEqual(unknown.body, { error: 'Unknown tool', detail: 'never_heard_of' });
    }
});

test('a catalog that is known already is not sent again', async (t) => {
    const testApp = await createTestApp(t);
    offer(testApp, { run: greeting });
    const agent = await agentOf(testApp);
    const etag = String((await agent.list()).headers['etag']);
    t.regex(etag, /^"[0-9a-f]{64}"$/);
    const again = await agent.list({ 'if-none-match': etag });
    t.is(again.statusCode, 304);
    t.is(again.body, '');
    const narrow = await agentOf(testApp, { scopes: ['tool:greet'] });
    const other = await narrow.list({ 'if-none-match': etag });
    t.is(other.statusCode, 200);
    t.is(other.body.tools.length, 1);
    t.not(other.headers['etag'], etag);
});
