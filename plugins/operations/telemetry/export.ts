// The only file that loads OpenTelemetry: whether a trace is sent, batches of spans that wait, and the form in which they are
// sent. It is loaded where there is an endpoint, and nowhere else.
import {
    type Attributes,
    ROOT_CONTEXT,
    SpanKind,
    SpanStatusCode,
    trace,
    TraceFlags
} from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
    AlwaysOffSampler,
    AlwaysOnSampler,
    BatchSpanProcessor,
    ParentBasedSampler,
    type ReadableSpan,
    type Sampler,
    SamplingDecision,
    type SpanExporter,
    TraceIdRatioBasedSampler
} from '@opentelemetry/sdk-trace';
import type { Config } from '../../../config/index.ts';
import type { Caller, Place } from './places.ts';
import type { Description } from './spans.ts';

export type TelemetrySettings = NonNullable<Config['telemetry']>;

export interface Batch {
    body: Uint8Array;
    type: 'application/json' | 'application/x-protobuf';
    count: number;
}

interface Span extends Description {
    place: Place;
    parent: Place | undefined;
    /** Spans of other traces that belong to it. */
    links: readonly Place[];
    began: number;
    ended: number;
}

interface Options {
    settings: TelemetrySettings;
    version: string;
    /** Fails where the batch was not taken: then it is dropped. */
    send: (batch: Batch) => Promise<void>;
    /** How many milliseconds spans wait for others. */
    period?: number;
}

/** At most 2,048 spans wait, and 512 are on their way; what comes beyond that is dropped. */
export function openExport({ settings, version, send, period = 5000 }: Options) {
    const sampler = samplerOf(settings);
    const shared = {
        resource: resourceFromAttributes({
            'service.name': settings.serviceName,
            'service.version': version
        }),
        instrumentationScope: { name: 'sage-council', version }
    };
    const processor = new BatchSpanProcessor({
        exporter: exporterOf(settings, send),
        maxQueueSize: 2048,
        maxExportBatchSize: 512,
        scheduledDelayMillis: period
    });
    return {
        isSampled: (traceId: string, caller?: Caller) => {
            const context = caller
                ? trace.setSpanContext(ROOT_CONTEXT, contextOf(caller, true))
                : ROOT_CONTEXT;
            const { decision } = sampler.shouldSample(context, traceId, '', SpanKind.INTERNAL, {}, []);
            return decision === SamplingDecision.RECORD_AND_SAMPLED;
        },
        add: (span: Span) => processor.onEnd({ ...readable(span), ...shared }),
        /** Sends what waits, once more. */
        flush: () => processor.shutdown().catch(() => undefined)
    };
}

function samplerOf({ sampler, share }: TelemetrySettings): Sampler {
    const roots = {
        always_on: () => new AlwaysOnSampler(),
        always_off: () => new AlwaysOffSampler(),
        traceidratio: () => new TraceIdRatioBasedSampler(share)
    };
    const root = roots[sampler.replace('parentbased_', '') as keyof typeof roots]();
    return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function exporterOf({ protocol }: TelemetrySettings, send: Options['send']): SpanExporter {
    const isJson = protocol === 'http/json';
    const serializer = isJson ? JsonTraceSerializer : ProtobufTraceSerializer;
    const type = isJson ? 'application/json' : 'application/x-protobuf';
    const isTaken = async (spans: ReadableSpan[]) => {
        const body = serializer.serializeRequest(spans);
        if (!body) return false;
        return send({ body, type, count: spans.length }).then(
            () => true,
            () => false
        );
    };
    return {
        export(spans, done) {
            const tell = async () => done({ code: (await isTaken(spans)) ? taken : failed });
            void tell();
        },
        shutdown: () => Promise.resolve()
    };
}

// The result codes of an exporter.
const taken = 0;
const failed = 1;

const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    consumer: SpanKind.CONSUMER,
    internal: SpanKind.INTERNAL
};

const contextOf = ({ traceId, spanId, isSampled }: Place, isRemote = false) => ({
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote
});

/** A span that has ended, as batches of the library take it. */
function readable(span: Span): Omit<ReadableSpan, 'resource' | 'instrumentationScope'> {
    const { place, parent, name, kind, attributes, isFailed, links, began } = span;
    const ended = Math.max(began, span.ended); // the clock may have been set back meanwhile
    return {
        name,
        kind: kinds[kind],
        spanContext: () => contextOf(place),
        ...(parent && { parentSpanContext: contextOf(parent) }),
        startTime: pairOf(began),
        endTime: pairOf(ended),
        duration: pairOf(ended - began),
        ended: true,
        status: { code: isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
        attributes: given(attributes),
        links: links.map((link) => ({ context: contextOf(link) })),
        events: [],
        droppedAttributesCount: 0,
        droppedEventsCount: 0,
        droppedLinksCount: 0
    };
}

/** Seconds, and nanoseconds beyond them. */
const pairOf = (ms: number): [number, number] => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];

const given = (attributes: Description['attributes']): Attributes =>
    Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
