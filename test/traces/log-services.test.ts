// Row 23, and how steps reach a log service outside.
import test, { type ExecutionContext } from 'ava';
import { listToolCalls } from '../../db/agents/calls.ts';
import { listTraces } from '../../db/agents/traces.ts';
import { createServer } from '../../server.ts';
import { callerOf, endless, rawService, type Received, service } from '../doubles/outside-services.ts';
import { withExpiredTimeout } from '../doubles/other-server.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { openLog } from '../support/runs/log.ts';

const step = { run_id: 'r1', actor: 'writer', routine: 'review', cadence: 'weekly', status: 'partial' };
const notes = 'first\r\nsecond \u001B[31m {"level":"fatal"}';
const token = 'ingest-canary-7f3a';

interface Place {
    url: string;
    place: string;
}

/** Emits to the service at this place. */
async function emitterTo(t: ExecutionContext, { url, place }: Place, env: Record<string, string> = {}) {
    const { log, lines } = openLog();
    const setting = {
        TRACE_DRIVER: 'http',
        TRACE_URL: url,
        TRACE_TOKEN: token,
        ALLOW_PRIVATE: place,
        ...env
    };
    const testApp = await createTestApp(t, { log, env: setting });
    return { testApp, lines, emit: await callerOf(testApp, 'emit_trace') };
}

const failure = (error: string) => ({
    status: 'error',
    error,
    result: JSON.stringify({ status: 'error', error })
});
const nothing: Received = { method: '', url: '', headers: {}, body: '' };
const accepted = { status: 'ok', result: '{"status":"ok"}' };

test('over http: one POST of one JSON object with its time, the token as Bearer', async (t) => {
    const intake = await service(t, (response) => response.writeHead(202).end('{"ok":true}'));
    const { testApp, emit } = await emitterTo(t, { ...intake, url: `${intake.url}/in?source=svc` });
    t.deepEqual((await emit({ ...step, notes })).body, accepted);
    t.is(intake.received.length, 1);
    const [{ method, url, headers, body } = nothing] = intake.received;
    t.deepEqual([method, url], ['POST', '/in?source=svc']);
    t.is(headers['authorization'], `Bearer ${token}`);
    t.is(headers['content-type'], 'application/json');
    t.deepEqual(JSON.parse(body), { dt: '2026-01-15T12:00:00.000Z', ...step, notes });
    t.is((await listTraces(testApp.store.read, { limit: 1, offset: 0 })).total, 0);
});

test('without a token no authorization is sent', async (t) => {
    const intake = await service(t, (response) => response.writeHead(204).end());
    const { emit } = await emitterTo(t, intake, { TRACE_TOKEN: '' });
    t.deepEqual((await emit(step)).body, accepted);
    t.is(intake.received[0]?.headers['authorization'], undefined);
});

test('Loki gets a stream with labels, a time in nanoseconds and one line of JSON [22]', async (t) => {
    const loki = await service(t, (response) => response.writeHead(204).end());
    const { emit } = await emitterTo(t, { ...loki, url: `${loki.url}/tenant/` }, { TRACE_DRIVER: 'loki' });
    t.deepEqual((await emit({ ...step, notes })).body, accepted);
    const [{ url, headers, body } = nothing] = loki.received;
    t.is(url, '/tenant/loki/api/v1/push');
    t.is(headers['authorization'], `Bearer ${token}`);
    const { actor, routine, cadence, status } = step;
    const line = JSON.stringify({ ...step, notes });
    t.deepEqual(JSON.parse(body), {
        streams: [
            {
                stream: { job: 'sage-council', actor, routine, cadence, status },
                values: [['1768478400000000000', line]]
            }
        ]
    });
    // oxlint-disable-next-line no-control-regex
    t.notRegex(line, /[\u0000-\u001F]/);
});

test('a tenant is named in its header, and a token with a user is sent as Basic', async (t) => {
    const loki = await service(t, (response, { headers }) =>
        response.writeHead(headers['x-scope-orgid'] ? 204 : 401).end()
    );
    const env = { TRACE_DRIVER: 'loki', TRACE_TOKEN: 'reader:p:4' };
    const { emit } = await emitterTo(t, loki, { ...env, TRACE_TENANT: 'hiring' });
    t.deepEqual((await emit(step)).body, accepted);
    t.like(loki.received[0]?.headers, { 'x-scope-orgid': 'hiring', authorization: 'Basic cmVhZGVyOnA6NA==' });
    const without = await emitterTo(t, loki, env);
    t.deepEqual((await without.emit(step)).body, failure('The log service answered 401.'));
});

test('a step that is not valid is sent nowhere', async (t) => {
    const intake = await service(t, (response) => response.end());
    const { emit } = await emitterTo(t, intake);
    t.is((await emit({ ...step, status: 'done' })).body.status, 'error');
    t.is(intake.seen(), 0);
});

test('a service that hangs, before its answer or within it, is given up after 5 s [23]', async (t) => {
    const silent = await service(t, () => undefined);
    const slow = await service(t, (response) => void response.writeHead(200).write('{"ok":'));
    for (const place of [silent, slow]) {
        const { testApp } = await emitterTo(t, place);
        const { outgoing, asked } = withExpiredTimeout(testApp.app.outgoing, 300);
        const server = await createServer({ ...testApp.app, outgoing });
        const emit = await callerOf({ ...testApp, server }, 'emit_trace');
        const { statusCode, body } = await emit(step);
        t.is(statusCode, 200);
        t.deepEqual(body, failure('Timeout'));
        t.deepEqual(asked, [5000]);
        const { items } = await listToolCalls(testApp.store.read, { limit: 1, offset: 0 });
        t.is(items[0]?.outcome, 'timed_out');
    }
});

test('an endless answer is cut at 64 KiB; it is an error, and not retried [23]', async (t) => {
    const stream = endless(8 * 1024);
    const intake = await service(t, (response) => stream.flow(response, 200));
    const { emit } = await emitterTo(t, intake);
    t.deepEqual((await emit(step)).body, failure('TooLarge'));
    t.is(intake.received.length, 1);
    t.true(stream.sent() >= 64 * 1024 && stream.sent() < 1024 * 1024, `${stream.sent()} bytes`);
});

test('an endless refusal is not read at all [23]', async (t) => {
    const stream = endless(8 * 1024);
    const intake = await service(t, (response) => stream.flow(response, 503));
    const { emit } = await emitterTo(t, intake);
    t.deepEqual((await emit(step)).body, failure('The log service answered 503.'));
    t.true(stream.sent() < 1024 * 1024, `${stream.sent()} bytes`);
});

test('a service that accepts, refuses or fails and echoes the token tells it in no answer and no log', async (t) => {
    const echoes: [status: number, expected: object][] = [
        [200, accepted],
        [401, failure('The log service answered 401.')],
        [502, failure('The log service answered 502.')]
    ];
    for (const [status, expected] of echoes) {
        const intake = await service(t, (response, { headers, body }) => {
            const echo = `${String(headers['authorization'])} ${body}`;
            response.writeHead(status, `No ${token}`, { 'x-echo': encodeURI(echo) }).end(echo);
        });
        const { emit, lines, testApp } = await emitterTo(t, intake);
        const { statusCode, body, headers } = await emit({ ...step, notes: 'notes-canary' });
        t.is(statusCode, 200);
        t.deepEqual(body, expected);
        t.is(intake.received.length, 1);
        const calls = await listToolCalls(testApp.store.read, { limit: 9, offset: 0 });
        const reported = JSON.stringify([body, headers, lines, calls]);
        t.true(lines.length > 0);
        t.false(reported.includes('canary'), reported);
    }
});

test('a service that does not speak HTTP and echoes its input leaks nothing', async (t) => {
    const intake = await rawService(t, (heard) => heard);
    const { emit, lines } = await emitterTo(t, intake);
    const { statusCode, body } = await emit({ ...step, notes: 'notes-canary' });
    t.is(statusCode, 200);
    t.deepEqual(body, failure('Unreachable'));
    t.false(JSON.stringify([body, lines]).includes('canary'), lines.join(''));
});

test('a token that no header can hold, or an address with a password in it, is never logged', async (t) => {
    const intake = await service(t, (response) => response.end());
    const { testApp, lines } = await emitterTo(t, intake);
    for (const change of [{ token: 'can\ncanary' }, { url: intake.url.replace('//', '//user:canary@') }]) {
        const config = { ...testApp.app.config, traces: { ...testApp.app.config.traces, ...change } };
        const server = await createServer({ ...testApp.app, config });
        const emit = await callerOf({ ...testApp, server }, 'emit_trace');
        t.deepEqual((await emit(step)).body, failure('Unreachable'));
    }
    t.is(lines.filter((line) => line.includes('unreachable, TypeError')).length, 2, lines.join(''));
    t.false(lines.join('').includes('canary'), lines.join(''));
    t.is(intake.seen(), 0);
});
