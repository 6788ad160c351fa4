// Log services that accept one JSON object for each step, such as Better Stack.
import { iso } from '../../../db/store/time.ts';
import type { App } from '../../app.ts';
import { ToolFailure, callFailed } from '../../surfaces/tools/failures.ts';
import type { TraceBody } from './body.ts';

interface LogService {
    app: App;
    url: string;
    /** Milliseconds for one call. */
    timeout: number;
}

export const toHttp = (service: LogService) => (trace: TraceBody, signal: AbortSignal) =>
    post(service, service.url, { dt: iso(service.app.now()), ...trace }, signal);

/** No token that is sent as Bearer has a colon: one that has is a user and a password. */
const authorizationOf = (token: string) =>
    token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`;

/** Only the status of the response is reported: its body may repeat the token of the request. */
async function post({ app, timeout }: LogService, url: string, body: object, signal: AbortSignal) {
    const { token, tenant } = app.config.traces;
    const headers = {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: authorizationOf(token) }),
        ...(tenant !== undefined && { 'x-scope-orgid': tenant })
    };
    const request = { method: 'POST', headers, body: JSON.stringify(body), timeout, signal };
    const response = await app.outgoing.fetch(url, request).catch(callFailed);
    if (response.ok) {
        await response.arrayBuffer().catch(callFailed); // read to its end, so that the connection can serve the next step
    } else {
        await response.body?.cancel().catch(() => undefined);
        throw new ToolFailure(`The log service answered ${response.status}.`);
    }
}

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
