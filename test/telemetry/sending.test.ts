// Spans on their way to a collector that may be slow or away, and the form in which they are sent.
import test from 'ava';
import { startCollector } from '../doubles/collector.ts';
import { until } from '../support/servers/process.ts';
import { answered, header, openAt, opened } from '../support/servers/telemetry.ts';

test('a lost collector is logged once without headers, and so is its return', async (t) => {
    let isAway = true;
    const { telemetry, collector, lines } = await opened(t, {}, (response) =>
        response.writeHead(isAway ? 503 : 200).end('{}')
    );
    const sendOne = async (n: number) => {
        telemetry.response(answered(n));
        await until('the batch', async () => collector.batches.length > n);
    };
    for (const n of [0, 1, 2]) await sendOne(n);
    isAway = false;
    await sendOne(3);
    await until('the answer', async () => lines.some((line) => line.includes('trace export recovered')));
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    t.deepEqual(
        said.map(({ msg, code, dropped }) => [msg, code ?? dropped]),
        [
            ['trace export failed: dropping spans until it recovers', 'HTTP 503'],
            ['trace export recovered', 3]
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

test('spans are sent in the binary form unless JSON is set', async (t) => {
    const { telemetry, collector } = await opened(t, { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' });
    telemetry.response(answered(1));
    await telemetry.close();
    t.is(collector.batches[0]?.headers['content-type'], 'application/x-protobuf');
    t.true(collector.batches[0]?.body.includes('POST /things/{id}'));
});
