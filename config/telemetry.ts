// Where spans of OpenTelemetry are sent, by the names that its own specification gives these settings. Without an endpoint
// there are none.
import Joi from 'joi';
import { oneOf, optional, plainAddress } from './formats.ts';

export const telemetrySchemas = {
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
    const url = value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/$/, '')}/v1/traces`);
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
        return false; // a percent sign that stands for nothing
    }
}
