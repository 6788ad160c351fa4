// Hostile input on the tool server: each row is surface, attack, expected answer.
import { createGzip, gzipSync } from 'node:zlib';
import test from 'ava';
import { agentOf } from '../support/clients/agent.ts';
import { ask } from '../support/people/roles.ts';
import { offer } from '../doubles/toy-tool.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const json = { 'content-type': 'application/json' };
const call = { method: 'POST', url: '/tools/task_get', headers: json, payload: '{}' } as const;
const MiB = 1024 * 1024;

/** So many mebibytes of zeros, packed without ever holding them. */
async function packedZeros(mebibytes: number) {
    const gzip = createGzip();
    const packed = gzip.toArray();
    for (let i = 0; i < mebibytes; i++) gzip.write(Buffer.alloc(MiB));
    gzip.end();
    return Buffer.concat((await packed) as Buffer[]);
}

/** Looks at the bytes in buffers of this thread until it is asked how many more there were at most. */
function watchedMemory() {
    const held = () => process.memoryUsage().arrayBuffers;
    const before = held();
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, held())), 1);
    return () => {
        clearInterval(timer);
        return Math.max(most, held()) - before;
    };
}

test.serial('200 MB compressed to 200 KB are refused immediately, without unpacking [12]', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    const bomb = await packedZeros(200);
    t.true(bomb.length < 250_000);
    for (const send of [
        () => agent.call('task_get', bomb, { 'content-encoding': 'gzip' }),
        () => agent.message(bomb, { 'content-encoding': 'gzip' })
    ]) {
        const grown = watchedMemory();
        const { statusCode, body } = await send();
        t.true(grown() < 64 * MiB);
        t.is(statusCode, 413);
        t.deepEqual(body, { error: 'Body too large' });
    }
});

test('a body over the limit gets 413, compressed or not; a smaller one may be compressed [12]', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    const large = JSON.stringify({ crm_id: 'x'.repeat(MiB) });
    for (const [body, headers] of [
        [large, {}],
        [gzipSync(large), { 'content-encoding': 'gzip' }]
    ] as const) {
        const { statusCode, body: answer } = await agent.call('task_get', body, headers);
        t.is(statusCode, 413);
        t.deepEqual(answer, { error: 'Body too large' });
    }
    const packed = gzipSync('{"crm_id":"x"}');
    const { body } = await agent.call('task_get', packed, { 'content-encoding': 'gzip' });
    t.deepEqual(body, { error: 'not found' });
});

test('an unknown tool, however it is spelled, is 404 [5]', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    for (const name of [
        'unknown',
        '__proto__',
        'constructor',
        'a%2fb',
        'task_get%2f',
        'task_get/x',
        'Task_Get',
        'task_get%00',
        'x'.repeat(300),
        '%2e%2e%2flist',
        ''
    ]) {
        const { statusCode, body } = await agent.call(name);
        t.is(statusCode, 404, name);
        // A name is repeated only where it could be one.
        const detail = /^[a-z0-9_]{1,64}$/.test(name) ? { detail: name } : {};
        t.deepEqual(body, { error: 'Unknown tool', ...detail }, name);
    }
});

test('any other method on a tool is 404 [6]', async (t) => {
    const testApp = await createTestApp(t);
    const { headers } = await agentOf(testApp);
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
        const { statusCode, body } = await ask(testApp.server, { method, url: '/tools/task_get', headers });
        t.is(statusCode, 404, method);
        t.deepEqual(body, { error: 'Unknown tool', detail: 'task_get' });
    }
});

test('malformed JSON, a byte order mark and invalid UTF-8 get 400 [7]', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    const odd = [
        '{',
        '{"crm_id":"x"}}',
        "{'crm_id':1}",
        '\uFEFF{}',
        Buffer.from('{"crm_id":"\xff"}', 'latin1')
    ];
    for (const text of odd) {
        const { statusCode, body } = await agent.call('task_get', text);
        t.is(statusCode, 400, String(text));
        t.deepEqual(body, { error: 'Malformed JSON body' });
    }
});

test('an empty body misses the required arguments [8]', async (t) => {
    const testApp = await createTestApp(t);
    offer(testApp, { run: async ({ whom }) => ({ greeting: `Hello ${whom}` }) });
    const agent = await agentOf(testApp);
    for (const body of ['', '{}']) {
        const answer = await agent.call('greet', body);
        t.is(answer.statusCode, 400);
        t.deepEqual(answer.body, { error: 'Bad arguments', detail: 'whom is required.' });
    }
    t.deepEqual((await agent.call('greet', { whom: 'Ada' })).body, { greeting: 'Hello Ada' });
});

test('a body with another type, or without one, gets 400 [9]', async (t) => {
    const testApp = await createTestApp(t);
    const { headers } = await agentOf(testApp);
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', undefined];
    for (const type of types) {
        const { statusCode, body } = await ask(testApp.server, {
            ...call,
            headers: { ...headers, ...(type && { 'content-type': type }) }
        });
        t.is(statusCode, 400, type);
        t.deepEqual(body, { error: 'Body must be application/json' });
    }
    const typed = { ...headers, 'content-type': 'application/json; charset=utf-8' };
    t.is((await ask(testApp.server, { ...call, headers: typed })).statusCode, 200);
});

test('an unknown argument is named, an odd name is not [10]', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    const { statusCode, body } = await agent.call('task_get', { crm_id: 'x', colour: 'red' });
    t.is(statusCode, 400);
    t.deepEqual(body, { error: 'Bad arguments', detail: 'colour is not allowed.' });
    const long = await agent.call('task_get', { ['x'.repeat(1000)]: 1 });
    t.deepEqual(long.body, { error: 'Bad arguments', detail: 'Unknown field.' });
    const wrong = await agent.call('task_get', { crm_id: 5 });
    t.deepEqual(wrong.body, { error: 'Bad arguments', detail: 'crm_id must be a string.' });
});

test('JSON that is nested too deep, or no object at all, is refused with 400 [11]', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    const nested = (depth: number) => `{"crm_id":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    for (const body of [nested(5000), nested(32), '[]', 'null', '"x"', '5', '{"__proto__":1}']) {
        const answer = await agent.call('task_get', body);
        t.is(answer.statusCode, 400, body.slice(0, 20));
        t.deepEqual(answer.body, { error: 'Bad arguments' });
    }
    const shallow = await agent.call('task_get', nested(31));
    t.deepEqual(shallow.body, { error: 'Bad arguments', detail: 'crm_id must be a string.' });
});

test('NUL and halves of characters are refused, and what turns an identifier around is refused by name [13]', async (t) => {
    const agent = await agentOf(await createTestApp(t));
    for (const odd of ['\\u0000', '\\ud800', '\\udc00x']) {
        for (const body of [`{"crm_id":"a${odd}"}`, `{"a${odd}":"x"}`, `{"crm_id":{"a":["${odd}"]}}`]) {
            const answer = await agent.call('task_get', body);
            t.is(answer.statusCode, 400, body);
            t.deepEqual(answer.body, { error: 'Bad arguments' });
        }
    }
    for (const mark of ['\u202A', '\u202E', '\u2066', '\u2069']) {
        const { statusCode, body } = await agent.call('task_get', { crm_id: `a${mark}` });
        t.is(statusCode, 400);
        t.is(body.detail, 'crm_id must be text without invisible characters.');
    }
    t.deepEqual((await agent.call('task_get', { crm_id: 'Zoë 🎈' })).body, { error: 'not found' });
});
