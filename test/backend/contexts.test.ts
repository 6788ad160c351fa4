// The contract's contexts: made with their history in one step, and read.
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isOnPostgres } from '../support/stores/databases.ts';
import test, { type ExecutionContext } from 'ava';
import { contextHistory, contexts } from '../../db/sages/contexts.ts';
import { backendOf, refusal, unknownId } from '../support/clients/backend.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function fixtures(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const backend = await backendOf(testApp, 'author', ['council_sage']);
    return { testApp, backend, post: (body: unknown) => backend.send('POST', '/context/', body) };
}

const body = { name: 'How we work', context: 'Calmly.', summary: 'In short: calmly.' };

/** All fields of a new context except its id. */
const fresh = {
    ...body,
    active: true,
    version: 1,
    categories: {},
    category_titles: '',
    meta_data: {},
    metrics: {},
    status_id: '7d1f6f0e-5c0a-4f0e-9d55-3b1c6f1a0001'
};

const rowsOf = async ({ store }: TestApp) => ({
    current: (await store.read.select().from(contexts)).length,
    history: (await store.read.select().from(contextHistory)).length
});

test('POST /pl/context/: 201, Location and the eleven fields of the contract', async (t) => {
    const { backend, post } = await fixtures(t);
    const made = await post(body);
    const { id, ...fields } = made.body;
    t.is(made.statusCode, 201);
    t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    t.deepEqual(fields, fresh);
    t.is(made.headers['location'], `/pl/context/${id}`);
    t.is(made.headers['content-type'], 'application/json; charset=utf-8');
    const read = await backend.get(`/context/${id}`);
    t.deepEqual([read.statusCode, read.body], [200, made.body]);
    t.deepEqual((await backend.get(`/context/${id.toUpperCase()}/`)).body, made.body);
});

test('the slash at the end of POST /pl/context/ may be left out', async (t) => {
    const { testApp, backend } = await fixtures(t);
    const made = await backend.send('POST', '/context', body);
    t.deepEqual([made.statusCode, made.body], [201, { id: made.body.id, ...fresh }]);
    t.deepEqual(await rowsOf(testApp), { current: 1, history: 1 });
});

test('the summary may be left out or empty', async (t) => {
    const { post } = await fixtures(t);
    const { name, context } = body;
    t.is((await post({ name, context })).body.summary, '');
    t.is((await post({ name, context, summary: '' })).body.summary, '');
});

test('a text is stored exactly as it was sent', async (t) => {
    const { backend, post } = await fixtures(t);
    const context = ' # Criteria\r\n\t{{intro}} ${x} <b>é 漢字 👍</b> \u0001\n ';
    const { id } = (await post({ ...body, context })).body;
    t.is((await backend.get(`/context/${id}`)).body.context, context);
});

test('POST rule 2: the context and its history are there together, the history with its time', async (t) => {
    const { testApp, backend, post } = await fixtures(t);
    testApp.pass(1500);
    const made = (await post(body)).body;
    t.deepEqual((await backend.get(`/context/${made.id}/history`)).body, {
        items: [{ ...made, created_at: '2026-01-15T12:00:01.500Z' }],
        total: 1
    });
    t.deepEqual(await rowsOf(testApp), { current: 1, history: 1 });
});

const onSqlite = isOnPostgres ? test.skip : test;

onSqlite('POST rule 2: where the history cannot be written there is no context either [P21]', async (t) => {
    const { testApp, post } = await fixtures(t);
    const file = new Sqlite(join(testApp.folder, 'app.db'));
    t.teardown(() => file.close());
    file.exec(
        "CREATE TRIGGER broken BEFORE INSERT ON context_history BEGIN SELECT RAISE(ABORT, 'canary'); END"
    );
    const { statusCode, body: answer } = await post(body);
    t.is(statusCode, 500);
    t.deepEqual(answer, refusal(500, 'Something went wrong on our side. Try again in a minute.'));
    t.deepEqual(await rowsOf(testApp), { current: 0, history: 0 });
    file.exec('DROP TRIGGER broken');
    t.is((await post(body)).statusCode, 201);
    t.deepEqual(await rowsOf(testApp), { current: 1, history: 1 });
});

test('the same text sent twice, also in parallel, becomes two contexts [83]', async (t) => {
    const { testApp, backend, post } = await fixtures(t);
    const made = await Promise.all(Array.from({ length: 10 }, () => post(body)));
    t.true(made.every(({ statusCode }) => statusCode === 201));
    const ids = made.map((one) => String(one.body.id));
    t.is(new Set(ids).size, 10);
    for (const id of ids) t.is((await backend.get(`/context/${id}/history`)).body.total, 1);
    t.deepEqual(await rowsOf(testApp), { current: 10, history: 10 });
});

test('missing, empty, unknown, wrong and hidden values get 400 and create nothing [83]', async (t) => {
    const { testApp, post } = await fixtures(t);
    const { name, context } = body;
    const odd: [unknown, string | undefined][] = [
        [{ context }, 'name'],
        [{ name }, 'context'],
        [{}, 'name'],
        ['', 'name'],
        [{ name: '', context }, 'name'],
        [{ name: ' canary ', context }, 'name'],
        [{ name: 'canary'.repeat(34), context }, 'name'],
        [{ name: 7, context }, 'name'],
        [{ name: null, context }, 'name'],
        [{ name, context: '' }, 'context'],
        [{ name, context: ['canary'] }, 'context'],
        [{ name, context: null }, 'context'],
        [{ ...body, summary: null }, 'summary'],
        [{ ...body, summary: 'canary'.repeat(3400) }, 'summary'],
        ...'id active version categories category_titles meta_data metrics status_id'
            .split(' ')
            .map((field): [object, string] => [{ ...body, [field]: 'canary' }, field]),
        [[body], undefined]
    ];
    for (const [sent, field] of odd) {
        const { statusCode, headers, body: answer } = await post(sent);
        const asked = JSON.stringify(sent).slice(0, 60);
        t.is(statusCode, 400, asked);
        t.is(headers['x-svc-field'], field, asked);
        t.deepEqual(Object.keys(answer), ['statusCode', 'error', 'message']);
        t.false(answer.message.includes('canary'), 'what was sent is not repeated');
    }
    t.deepEqual(await rowsOf(testApp), { current: 0, history: 0 });
});

test('200 KiB of text is a context, and one byte more is 413 [83]', async (t) => {
    const { testApp, post } = await fixtures(t);
    const kib200 = 200 * 1024;
    t.is((await post({ name: 'ASCII', context: 'x'.repeat(kib200) })).statusCode, 201);
    t.is((await post({ name: 'Two bytes each', context: 'é'.repeat(kib200 / 2) })).statusCode, 201);
    const tooLarge = refusal(413, 'A context can contain up to 200 KiB of text.');
    for (const context of ['x'.repeat(kib200 + 1), `${'é'.repeat(kib200 / 2)}x`])
        t.deepEqual((await post({ name: 'Too large', context })).body, tooLarge);
    t.deepEqual(await rowsOf(testApp), { current: 2, history: 2 });
});

test('an unknown context gets 404, and an invalid UUID gets 400', async (t) => {
    const { backend } = await fixtures(t);
    for (const tail of ['', '/history']) {
        const unknown = await backend.get(`/context/${unknownId}${tail}`);
        t.deepEqual(unknown.body, refusal(404, 'Context not found.'));
        const odd = await backend.get(`/context/1${tail}`);
        t.deepEqual(odd.body, refusal(400, 'id must be a UUID.'));
    }
});

test('the history has pages, and an invalid page gets 400', async (t) => {
    const { backend, post } = await fixtures(t);
    const { id } = (await post(body)).body;
    t.deepEqual((await backend.get(`/context/${id}/history?page=2&per_page=1`)).body, {
        items: [],
        total: 1
    });
    t.is((await backend.get(`/context/${id}/history?page=0`)).headers['x-svc-field'], 'page');
    t.is((await backend.get(`/context/${id}/history?per_page=1e1`)).headers['x-svc-field'], 'per_page');
});

test("with SAGE_ACCESS=owner a user cannot read another sage's context by adding it to their own", async (t) => {
    const testApp = await createTestApp(t, { env: { SAGE_ACCESS: 'owner' } });
    const [author, other] = [await testApp.as('author'), await testApp.as('otherAuthor')];
    const theirs = await backendOf(testApp, 'otherAuthor');
    const { id } = (await (await backendOf(testApp, 'author')).send('POST', '/context', body)).body;
    t.is((await theirs.get(`/context/${id}`)).statusCode, 200, 'no sage uses it yet');
    const withContext = { ...engineer, context_ids: [id] };
    const made = await author.send('POST', '/sages', withContext);
    t.is((await theirs.get(`/context/${id}`)).statusCode, 404);
    const unknown = await other.send('POST', '/sages', { ...engineer, context_ids: [unknownId] });
    const refused = await other.send('POST', '/sages', withContext);
    t.deepEqual([refused.statusCode, refused.body], [400, unknown.body]);
    const { sage } = (await other.send('POST', '/sages', engineer)).body.data;
    t.is((await other.send('PATCH', `/sages/${sage.id}`, { context_ids: [id] })).statusCode, 400);
    const again = await author.send('PATCH', `/sages/${made.body.data.sage.id}`, { context_ids: [id] });
    t.is(again.statusCode, 200);
});
