// What each route takes of a body at most, and that no more values are made than it takes.
import type { Request } from '@hapi/hapi';
import test from 'ava';
import type { Refusal } from '../../db/store/refusal.ts';
import { formType, jsonType, manyTexts, mostBytesOf } from '../../plugins/surfaces/http/bodies/most-bytes.ts';
import { readJsonBody } from '../../plugins/surfaces/http/bodies/parsing.ts';
import { mostToDrop } from '../../plugins/surfaces/http/lingering-close.ts';
import { readJsonInThread } from '../../plugins/surfaces/http/bodies/index.ts';
import { agentOf } from '../support/clients/agent.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const kib = 1024;

const lists = (count: number) => `{"a":[${'[],'.repeat(count)}1]}`;

test.serial('JSON with too many values is refused before it is parsed', async (t) => {
    const { parse } = JSON;
    let parsed = 0;
    JSON.parse = (...of: Parameters<typeof parse>) => {
        parsed += 1;
        return parse(...of) as unknown;
    };
    t.teardown(() => (JSON.parse = parse));
    const bodies = [
        lists(1000),
        `{${Array.from({ length: 1000 }, (_, at) => `"k${at}":1`).join(',')}}`,
        `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`,
        `{"a":[${'{},'.repeat(500)}1]}`,
        `{"a":"\\"","b":"\\\\","c":[${'1,'.repeat(1000)}1]}`,
        `{"a":[${'1,'.repeat(1000)}1]} and no JSON`
    ].map((text) => Buffer.from(text));
    for (const body of bodies) {
        t.is((t.throws(() => readJsonBody(body)) as unknown as Refusal).reason, 'invalid_field');
        t.is(
            ((await t.throwsAsync(readJsonInThread(body, 1000))) as unknown as Refusal).reason,
            'invalid_field'
        );
    }
    t.is(parsed, 0);
    for (const text of [lists(400), `{"a":"${'[{,'.repeat(100_000)}"}`, `{"a":"\\"${',['.repeat(2000)}"}`]) {
        const bytes = Buffer.from(text);
        t.deepEqual(readJsonBody(bytes), parse(text));
        t.deepEqual(await readJsonInThread(bytes, 1000), parse(text));
    }
});

test('only objects, traces, pictures and lists of candidates may exceed a megabyte, and few routes exceed 64 KiB', async (t) => {
    const { server } = await createTestApp(t);
    const reading = server.table().filter(({ settings }) => settings.payload?.allow);
    const over = (bytes: number) =>
        reading
            .filter(({ settings }) => (settings.payload?.maxBytes ?? Infinity) > bytes)
            .map(({ path }) => path)
            .toSorted();
    t.deepEqual(over(1024 * kib), [
        '/_actions/svc_update_profile',
        '/mcp',
        '/screens/invite/list',
        '/tools/emit_trace',
        '/tools/write_storage_object'
    ]);
    t.true(reading.length > 100);
    const auth = { credentials: { scope: [] } } as unknown as Request['auth'];
    const ofPrograms = reading.filter(
        (route) =>
            mostBytesOf({
                auth,
                headers: { 'content-type': jsonType },
                route
            }) >
                64 * kib && [route.settings.payload?.allow].flat().includes(jsonType)
    );
    t.true(ofPrograms.length < 40, ofPrograms.map(({ path }) => path).join(' '));
    for (const path of ['/rest/svc/v1/login', '/tools/task_get', '/setup/{key}'])
        t.false(over(64 * kib).includes(path), path);
    // A confirmed list that was refused is sent on to this page as the form that it was.
    const list = reading.find(({ path }) => path === '/screens/invite/list');
    t.is(list && mostBytesOf({ auth, headers: { 'content-type': formType }, route: list }), manyTexts);
});

test('of a form that is far too large no route drops more than a little, unless it takes forms', async (t) => {
    const { server } = await createTestApp(t);
    const auth = { credentials: { scope: [] } } as unknown as Request['auth'];
    const headers = { 'content-type': formType, 'content-length': String(2 ** 40) };
    for (const route of server.table()) {
        const takesForms = [route.settings.payload?.allow].flat().includes(formType);
        const most = mostToDrop({ auth, headers, route });
        t.true(most <= (takesForms ? 8 * manyTexts : 64 * kib), route.path);
    }
});

test('the message of a token may be as large as the largest of its tools, and no larger', async (t) => {
    const testApp = await createTestApp(t);
    const small = await agentOf(testApp, { scopes: ['tool:task_get'] });
    const large = await agentOf(testApp, { scopes: ['tool:task_get', 'tool:write_storage_object'] });
    const message = (name: string, args: object) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args }
    });
    const found = message('task_get', { crm_id: 'nowhere' });
    t.is((await small.message(found)).statusCode, 200);
    const object = message('write_storage_object', { name: 'a', content_base64: 'A'.repeat(4 * 1000 * kib) });
    t.is((await small.message(object)).statusCode, 413);
    const written = await large.message(object);
    t.is(written.statusCode, 200);
    t.true(JSON.stringify(written.body).includes('etag'));
});

test('a megabyte of lists is refused for visitors and for agents', async (t) => {
    const testApp = await createTestApp(t);
    const agent = await agentOf(testApp);
    const send = (payload: string) =>
        ask(testApp.server, {
            method: 'POST',
            url: '/rest/svc/v1/intake/public',
            headers: { 'content-type': 'application/json' },
            payload
        });
    t.is((await send(lists(330_000))).statusCode, 413);
    t.is((await send(lists(80_000))).statusCode, 400);
    t.is((await agent.message(lists(4_600_000))).statusCode, 400);
    t.is((await agent.call('write_storage_object', lists(4_600_000))).statusCode, 400);
    t.is((await agent.call('task_get', lists(300_000))).statusCode, 413);
});
