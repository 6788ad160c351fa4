// Where spans of OpenTelemetry are sent, by the names that its own specification gives these settings. Without an endpoint
// there are none.
import Joi from 'joi';
import { oneOf, optional, plainAddress } from './formats.ts';

export const telemetrySchemas = {
    OTEL_SDK_DISABLED: optional(Joi.string()),
    OTEL_TRACES_EXPORTER: oneOf('otlp', 'none').default('otlp'),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(plainAddress),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(plainAddress),
    OTEL_EXPORTER_OTLP_HEADERS: optional(Joi.string().custom(assertHeaders)),
    OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/protobuf', 'http/json').default('http/protobuf'),
    OTEL_SERVICE_NAME: Joi.string().max(200).default('sage-council'),
    OTEL_TRACES_SAMPLER: oneOf(
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio'
    ).default('parentbased_always_on'),
    OTEL_TRACES_SAMPLER_ARG: Joi.number().min(0).max(1).default(1)
};

type Input = Readonly<Record<string, string | undefined>>;

/**
 * These settings may be meant for other programs that share an environment: where no spans are wanted of this one, none of
 * them counts, and none can be wrong.
 */
export function withoutUnused(input: Input): Input {
    const isDisabled = input['OTEL_SDK_DISABLED']?.toLowerCase() === 'true'; // by the specification nothing else is true
    const hasEndpoint = input['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? input['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
    if (hasEndpoint && !isDisabled && input['OTEL_TRACES_EXPORTER'] !== 'none') return input;
    return Object.fromEntries(Object.entries(input).filter(([name]) => !(name in telemetrySchemas)));
}

/** A collector's address may hold a key in its path. */
export const hiddenTelemetry = [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS'
];

type Value<S> = S extends Joi.AnySchema<infer T> ? T : never;
type Values = { [Name in keyof typeof telemetrySchemas]: Value<(typeof telemetrySchemas)[Name]> };

/** Undefined: nothing is sent, and nothing of OpenTelemetry is loaded. */
export function telemetryOf(value: Values) {
    const base = value.OTEL_EXPORTER_OTLP_ENDPOINT;
    const url = value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && tracesBelow(base));
    if (!url) return undefined;
    return {
        url,
        headers: headersOf(value.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
        protocol: value.OTEL_EXPORTER_OTLP_PROTOCOL,
        serviceName: value.OTEL_SERVICE_NAME,
        sampler: value.OTEL_TRACES_SAMPLER,
        /** Of all traces, with a sampler that takes a part of them. */
        share: value.OTEL_TRACES_SAMPLER_ARG
    };
}

function tracesBelow(base: string) {
    const url = new URL(base);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
    return url.href;
}

/** `name=value,name=value`; what a value may not hold as it is, such as a comma, is written with percent signs. */
function headersOf(list: string): Record<string, string> {
    const pairs = list.split(',').filter((pair) => pair.trim() !== '');
    return Object.fromEntries(
        pairs.map((pair) => {
            const [name = '', ...value] = pair.split('=');
            return [name.trim().toLowerCase(), decodeURIComponent(value.join('=').trim())];
        })
    );
}

function assertHeaders(list: string) {
    if (!isHeaders(list)) throw new Error('must be name=value, name=value, ...');
    return list;
}

function isHeaders(list: string) {
    try {
        return Object.entries(headersOf(list)).every(
            ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[ -~]+$/.test(value)
        );
    } catch {
        return false; // a percent sign that encodes nothing
    }
}
