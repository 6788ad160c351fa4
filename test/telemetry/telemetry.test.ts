// Spans of OpenTelemetry: what they say, and which trace they belong to.
import test from 'ava';
import { loadConfig } from '../../config/index.ts';
import { beginOrigin, withOrigin } from '../../db/store/origin.ts';
import { openTelemetry, type Telemetry } from '../../plugins/operations/telemetry/index.ts';
import { startCollector } from '../doubles/collector.ts';
import { openLog } from '../doubles/outside-services.ts';
import { answered, at, header, openAt, opened } from '../support/servers/telemetry.ts';

const attemptOf = (request: string | null, telemetry: Telemetry, attempt = 1) =>
    withOrigin(request, { jobId: 'job-1', attempt }, () =>
        telemetry.attempt({ task: 'send-mail', outcome: 'done', seconds: 0.01 })
    );

test('without an endpoint there is no telemetry', async (t) => {
    const { log } = openLog();
    const openWay = () => t.fail('nothing is opened');
    t.is(await openTelemetry({ config: loadConfig({}), log, now: () => at, openWay }), undefined);
});

test('a request is a span with its route, method and status, and without personal data', async (t) => {
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

test('our failures are errors and refusals are not, and an unknown method is not repeated', async (t) => {
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

test('a job belongs to the span of its request, on another node and after a restart too', async (t) => {
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

test('calls and emails belong to the attempt or request that sends them', async (t) => {
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

test('a request continues the trace of its caller, with its jobs and a link to its own trace', async (t) => {
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

test('with sampling, all spans of a trace are sent or none, whichever service decides', async (t) => {
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
