import type { TraceBody } from './body.ts';
import { type LogService, post } from './http.ts';

/** Queries select by the labels; the line holds the whole record. */
export function toLoki(service: LogService) {
    const url = `${service.url.replace(/(?<!\/)\/+$/, '')}/loki/api/v1/push`;
    return (trace: TraceBody, signal: AbortSignal) => {
        const { actor, routine, cadence, status } = trace;
        const stream = { job: 'sage-council', actor, routine, cadence, status };
        const values = [[`${service.app.now()}000000`, JSON.stringify(trace)]]; // nanoseconds
        return post(service, url, { streams: [{ stream, values }] }, signal);
    };
}
