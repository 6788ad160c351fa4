// Spans of OpenTelemetry: what they say, which trace they belong to, and a collector that is slow or away.
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { loadConfig } from '../../config.ts';
import { beginOrigin, withOrigin } from '../../db/jobs/origin.ts';
import { openOutgoing } from '../../outgoing.ts';
import { openTelemetry, type Telemetry } from '../../plugins/operations/telemetry/index.ts';
import { type Manner, startCollector } from '../doubles/collector.ts';
import { openLog } from '../doubles/outside-services.ts';

const at = Date.UTC(2026, 0, 15, 12);
const header = 'a-secret-of-the-collector';

async function openAt(
    t: ExecutionContext,
    url: string,
    env: Record<string, string> = {},
    lastPatience = 60_000
) {
    const { lines, log } = openLog();
    const config = loadConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_HEADERS: `x-key=${header}`,
        ...env
    });
    const openWay = (place: string) => openOutgoing({ allowed: [place] });
    const telemetry = await openTelemetry({
        config,
        log,
        now: () => at + 50,
        openWay,
        period: 1,
        lastPatience
    });
    if (!telemetry) throw new Error('there is an endpoint');
    t.teardown(() => telemetry.close());
    return { telemetry, lines };
}

async function opened(t: ExecutionContext, env: Record<string, string> = {}, manner?: Manner) {
    const collector = await startCollector(t, manner);
    return { collector, ...(await openAt(t, collector.url, env)) };
}

/** A response to request number `n`. */
const answered = (n: number, more: { status?: number; traceparent?: string; method?: string } = {}) => ({
    id: `${at}-${n}`,
    method: 'post',
    route: '/things/{id}',
    user: 7,
    status: 200,
    ms: 25,
    traceparent: undefined,
    ...more
});

const attemptOf = (request: string | null, telemetry: Telemetry, attempt = 1) =>
    withOrigin(request, { jobId: 'job-1', attempt }, () =>
        telemetry.attempt({ task: 'send-mail', outcome: 'done', seconds: 0.01 })
    );

test('without an endpoint there is no telemetry', async (t) => {
    const { log } = openLog();
    const openWay = () => t.fail('nothing is opened');
    t.is(await openTelemetry({ config: loadConfig({}), log, now: () => at, openWay }), undefined);
});

test('a request is a span of its route, its method and its status, and of nobody who made it', async (t) => {
    const { telemetry, collector } = await opened(t, { OTEL_SERVICE_NAME: 'council' });
    telemetry.response(answered(1));
    telemetry.response({ ...answered(2), route: '/healthz' });
    await telemetry.close();
    const [span, ...others] = collector.spans();
    t.is(others.length, 0, 'probes are none');
    t.like(span, { name: 'POST /things/{id}', kind: 2 });
    t.deepEqual(span?.attributes, {
        'http.request.method': 'POST',
        'http.route': '/things/{id}',
        'http.response.status_code': 200,
        'sage_council.request.id': `${at}-1`
    });
    t.is(Number(span?.startTimeUnixNano) / 1e6, at);
    t.is(Number(span?.endTimeUnixNano) / 1e6, at + 25);
    t.like(collector.resource(), { 'service.name': 'council' });
    t.is(collector.batches[0]?.url, '/v1/traces');
    t.is(collector.batches[0]?.headers['x-key'], header);
});

test('a failure of ours is an error, a refusal is none; a method that nobody knows is not repeated', async (t) => {
    const { telemetry, collector } = await opened(t);
    for (const [n, more] of [{ status: 500 }, { status: 404 }, { method: 'canary' }].entries())
        telemetry.response(answered(n, more));
    await telemetry.close();
    const spans = collector.spans();
    t.deepEqual(
        spans.map(({ status, attributes }) => [status?.code ?? 0, attributes['error.type']]),
        [
            [2, '500'],
            [0, undefined],
            [0, undefined]
        ]
    );
    t.is(spans[2]?.name, 'HTTP /things/{id}');
    t.false(String(collector.batches[0]?.body).toLowerCase().includes('canary'));
});

test('a job belongs to the span of the request that wanted it, on another node and after a restart too', async (t) => {
    const collector = await startCollector(t);
    const [one, other] = [await openAt(t, collector.url), await openAt(t, collector.url)];
    one.telemetry.response(answered(1));
    attemptOf(`${at}-1`, other.telemetry);
    attemptOf(`${at}-1`, other.telemetry, 2);
    attemptOf(`${at}-1`, other.telemetry, 2); // the one before did not count
    attemptOf(null, other.telemetry);
    await Promise.all([one.telemetry.close(), other.telemetry.close()]);
    const spans = collector.spans();
    const request = spans.find(({ kind }) => kind === 2);
    const [first, second, third, ofNobody] = spans.filter(({ kind }) => kind === 5);
    for (const span of [first, second, third])
        t.like(span, { traceId: request?.traceId, parentSpanId: request?.spanId, name: 'job send-mail' });
    t.is(new Set([first, second, third].map((span) => span?.spanId)).size, 3);
    t.not(ofNobody?.traceId, request?.traceId);
    t.falsy(ofNobody?.parentSpanId);
});

test('calls and mails belong to the attempt or the request that makes them', async (t) => {
    const { telemetry, collector } = await opened(t);
    const call = { method: 'POST', host: 'model.example', port: 443, status: 503, ms: 5 };
    await withOrigin(`${at}-1`, { jobId: 'job-1', attempt: 1 }, async () => {
        telemetry.mail({ host: 'mail.example', port: 465, ms: 5 });
        telemetry.evaluation({ evaluator: 'model', outcome: 'failed', seconds: 0.01 });
        telemetry.evaluation({ evaluator: 'evidence', outcome: 'done', seconds: 0.01 });
        telemetry.call(call);
        telemetry.attempt({ task: 'send-mail', outcome: 'failed', seconds: 0.02, code: 'ECONNREFUSED' });
    });
    await (async () => {
        beginOrigin(`${at}-2`);
        telemetry.call({ ...call, status: 200 });
    })();
    telemetry.response(answered(2));
    await telemetry.close();
    const spans = collector.spans();
    const named = (name: string) => spans.filter((span) => span.name === name);
    t.deepEqual(named('evaluate evidence'), [], 'it calls nobody, and a build has hundreds of its readings');
    const [attempt] = named('job send-mail');
    const [ofJob, ofRequest] = named('POST');
    for (const span of [...named('SMTP send'), ...named('evaluate model'), ofJob])
        t.like(span, { traceId: attempt?.traceId, parentSpanId: attempt?.spanId });
    t.is(attempt?.attributes['error.type'], 'ECONNREFUSED');
    t.like(ofJob, { kind: 3, status: { code: 2 } });
    t.deepEqual(ofJob?.attributes, {
        'http.request.method': 'POST',
        'server.address': 'model.example',
        'server.port': 443,
        'http.response.status_code': 503,
        'error.type': '503'
    });
    const [request] = named('POST /things/{id}');
    t.like(ofRequest, { traceId: request?.traceId, parentSpanId: request?.spanId });
});

test('a request goes on in the trace of its caller, with its jobs, and is linked to the trace that it would have', async (t) => {
    const { telemetry, collector } = await opened(t);
    const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)];
    telemetry.follow(`${at}-1`, `00-${traceId}-${spanId}-01`);
    attemptOf(`${at}-1`, telemetry);
    telemetry.response(answered(1, { traceparent: `00-${traceId}-${spanId}-01` }));
    telemetry.response(answered(2, { traceparent: `00-${traceId}-${spanId}-00` }));
    telemetry.response(answered(1));
    await telemetry.close();
    const [job, request, ...others] = collector.spans();
    t.like(request, { traceId, parentSpanId: spanId });
    t.like(job, { traceId, parentSpanId: request?.spanId });
    t.is(others.length, 1, 'what the caller does not record, nobody does');
    t.is(request?.links?.length, 1);
    t.not(request?.links?.[0]?.traceId, traceId);
});

test('a traceparent that is written differently changes nothing', async (t) => {
    const { telemetry, collector } = await opened(t);
    const good = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const wrong = [
        'canary',
        `${good}, ${good}`,
        good.toUpperCase(),
        `${good}-canary`,
        `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
        `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`
    ];
    for (const [n, traceparent] of wrong.entries()) telemetry.response(answered(n, { traceparent }));
    await telemetry.close();
    t.is(collector.spans().length, wrong.length);
    for (const { parentSpanId, links = [] } of collector.spans())
        t.deepEqual([parentSpanId ?? '', links], ['', []]);
});

test('of a share of traces all spans are sent or none, whoever decides', async (t) => {
    const half = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' };
    const { telemetry, collector } = await opened(t, half);
    for (let n = 0; n < 200; n += 1) {
        telemetry.response(answered(n));
        attemptOf(`${at}-${n}`, telemetry);
    }
    await telemetry.close();
    const traces = Map.groupBy(collector.spans(), ({ traceId }) => traceId);
    t.true(traces.size > 50 && traces.size < 150, String(traces.size));
    for (const spans of traces.values()) t.is(spans.length, 2);
});

test('whether a request is one of a share does not depend on the trace that its caller names', async (t) => {
    const few = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
    const { telemetry, collector } = await opened(t, few);
    const traceparent = `00-${'0'.repeat(31)}1-${'0'.repeat(15)}1-01`; // of any share
    for (let n = 0; n < 200; n += 1) telemetry.response(answered(n, { traceparent }));
    await telemetry.close();
    t.true(collector.spans().length < 60, String(collector.spans().length));
});

test('a collector that is away is told of once, without the headers; when it is back, that is told too', async (t) => {
    let isAway = true;
    const { telemetry, collector, lines } = await opened(t, {}, (response) =>
        response.writeHead(isAway ? 503 : 200).end('{}')
    );
    const sendOne = async (n: number) => {
        telemetry.response(answered(n));
        while (collector.batches.length <= n) await sleep(5);
        await sleep(20);
    };
    for (const n of [0, 1, 2]) await sendOne(n);
    isAway = false;
    await sendOne(3);
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    t.deepEqual(
        said.map(({ msg, code, dropped }) => [msg, code ?? dropped]),
        [
            ['spans cannot be sent: they are dropped until they can', 'HTTP 503'],
            ['spans are sent again', 3]
        ]
    );
    t.false(lines.join('').includes(header));
});

test('while a collector hangs, at most 2,048 spans wait for it, and the end does not wait for it', async (t) => {
    const collector = await startCollector(t, () => undefined);
    const { telemetry } = await openAt(t, collector.url, {}, 1000);
    for (let n = 0; n < 10_000; n += 1) telemetry.response(answered(n));
    await telemetry.close();
    const count = collector.spans().length;
    t.true(count <= 512 + 2048, String(count));
});

test('spans are sent in the binary form unless JSON is asked for', async (t) => {
    const { telemetry, collector } = await opened(t, { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' });
    telemetry.response(answered(1));
    await telemetry.close();
    t.is(collector.batches[0]?.headers['content-type'], 'application/x-protobuf');
    t.true(collector.batches[0]?.body.includes('POST /things/{id}'));
});
