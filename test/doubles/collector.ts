// A collector of OpenTelemetry on loopback that may be rude: it keeps what it is sent, as bytes and as spans.
import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { startDouble } from './other-server.ts';

interface Value {
    stringValue?: string;
    intValue?: number;
    doubleValue?: number;
}

interface Attribute {
    key: string;
    value: Value;
}

interface SpanSent {
    name: string;
    kind: number;
    traceId: string;
    spanId: string;
    parentSpanId?: string;
    startTimeUnixNano: string;
    endTimeUnixNano: string;
    attributes: Attribute[];
    links?: { traceId: string; spanId: string }[];
    status?: { code?: number };
}

interface Sent {
    resourceSpans: {
        resource: { attributes: Attribute[] };
        scopeSpans: { spans: SpanSent[] }[];
    }[];
}

export interface Collected extends Omit<SpanSent, 'attributes'> {
    attributes: Record<string, string | number | undefined>;
}

/** What it does with a batch: by default it takes it. */
export type Manner = (response: ServerResponse, before: number) => void;

const take: Manner = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

export async function startCollector(t: Pick<ExecutionContext, 'teardown'>, manner: Manner = take) {
    const batches: { url: string | undefined; headers: Record<string, unknown>; body: Buffer }[] = [];
    const { port } = await startDouble(t, async (request, response) => {
        const body = await buffer(request).catch(() => undefined);
        if (!body) return; // the sender has closed the connection
        const { url, headers } = request;
        batches.push({ url, headers, body });
        manner(response, batches.length - 1);
    });
    const sent = () => batches.map(({ body }) => JSON.parse(String(body)) as Sent);
    return {
        url: `http://127.0.0.1:${port}`,
        batches,
        /** Of batches in JSON. */
        spans: () => sent().flatMap(({ resourceSpans }) => resourceSpans.flatMap(spansOf)),
        resource: () => valuesOf(sent()[0]?.resourceSpans[0]?.resource.attributes ?? [])
    };
}

const spansOf = ({ scopeSpans }: Sent['resourceSpans'][number]) =>
    scopeSpans.flatMap(({ spans }) =>
        spans.map((span): Collected => ({ ...span, attributes: valuesOf(span.attributes) }))
    );

const valuesOf = (attributes: readonly Attribute[]) =>
    Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue])
    );
