// The settings of OpenTelemetry, by the names of its own specification.
import test from 'ava';
import { loadConfig } from '../../config/index.ts';
import { unknownIn } from '../../config/in-force.ts';
import { telemetrySchemas } from '../../config/telemetry.ts';

test('the settings are those of OpenTelemetry; wrong ones stop the start and show no header', (t) => {
    const place = 'https://collector.example';
    t.is(loadConfig({}).telemetry, undefined);
    t.like(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `${place}/otlp/` }).telemetry, {
        url: `${place}/otlp/v1/traces`,
        protocol: 'http/protobuf',
        serviceName: 'sage-council',
        sampler: 'parentbased_always_on'
    });
    const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = `${place}/mine`;
    t.is(loadConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }).telemetry?.url, `${place}/mine`);
    const headers = loadConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT: place,
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi, x-key = a=b'
    }).telemetry?.headers;
    t.deepEqual(headers, { authorization: 'Basic YTpi', 'x-key': 'a=b' });
    for (const wrong of ['canary', '=canary', 'x=canary%0a', 'x=%canary', 'x y=canary']) {
        const env = { OTEL_EXPORTER_OTLP_ENDPOINT: place, OTEL_EXPORTER_OTLP_HEADERS: wrong };
        const error = t.throws(() => loadConfig(env), undefined, wrong);
        t.regex(error?.message ?? '', /must be name=value.* Current value: set, but not shown/);
        t.false(error?.message.includes('canary'));
    }
    for (const [name, value] of [
        ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
        ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
        ['OTEL_TRACES_SAMPLER_ARG', '2'],
        ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:canary@collector.example']
    ] as const)
        t.throws(() => loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: place, [name]: value }), {
            message: new RegExp(name)
        });
});

test('settings that are meant for other programs stop no start, and switched off means off', (t) => {
    const others = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'jaeger_remote' };
    t.is(loadConfig(others).telemetry, undefined);
    const env = { ...others, OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' };
    t.is(loadConfig({ ...env, OTEL_SDK_DISABLED: 'TRUE' }).telemetry, undefined);
    t.is(loadConfig({ ...env, OTEL_TRACES_EXPORTER: 'none' }).telemetry, undefined);
    t.throws(() => loadConfig({ ...env, OTEL_SDK_DISABLED: 'false' }), {
        message: /OTEL_EXPORTER_OTLP_PROTOCOL/
    });
    const names = Object.keys(telemetrySchemas);
    t.deepEqual(unknownIn({ OTEL_RESOURCE_ATTRIBUTES: 'a=b', OTEL_BSP_SCHEDULE_DELAY: '1' }, names, []), []);
});

test('a query in the address of the collector stays behind the path', (t) => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example/otlp?key=k';
    t.is(
        loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).telemetry?.url,
        'https://collector.example/otlp/v1/traces?key=k'
    );
});
