// Spans that go to a collector within a millisecond, at a fixed time.
import type { ExecutionContext } from 'ava';
import { loadConfig } from '../../../config/index.ts';
import { openOutgoing } from '../../../config/outgoing.ts';
import { openTelemetry } from '../../../plugins/operations/telemetry/index.ts';
import { type Manner, startCollector } from '../../doubles/collector.ts';
import { openLog } from '../../doubles/outside-services.ts';

export const at = Date.UTC(2026, 0, 15, 12);
export const header = 'a-secret-of-the-collector';

/** Spans that go to this collector, and what is logged of them. */
export async function openAt(
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

/** Spans, and the collector to which they go. */
export async function opened(t: ExecutionContext, env: Record<string, string> = {}, manner?: Manner) {
    const collector = await startCollector(t, manner);
    return { collector, ...(await openAt(t, collector.url, env)) };
}

/** A response to request number `n`. */
export const answered = (
    n: number,
    more: { status?: number; traceparent?: string; method?: string } = {}
) => ({
    id: `${at}-${n}`,
    method: 'post',
    route: '/things/{id}',
    user: 7,
    status: 200,
    ms: 25,
    traceparent: undefined,
    ...more
});
