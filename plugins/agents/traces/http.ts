// Any log service that takes one JSON object a step: Better Stack and its like.
import { iso } from '../../../db/store/iso.ts';
import type { Trace } from '../../../db/tools/traces.ts';
import type { App } from '../../app.ts';
import { callFailed } from '../../surfaces/tools/outgoing-failures.ts';
import { ToolFailure } from '../../surfaces/tools/failures.ts';

export interface LogService {
    app: App;
    url: string;
    /** Milliseconds for one call. */
    timeout: number;
}

export const toHttp = (service: LogService) => (trace: Trace, signal: AbortSignal) =>
    post(service, service.url, { dt: iso(service.app.now()), ...trace }, signal);

/** Nothing of the answer but its status is ever told: it may hold the token that it was sent. */
export async function post({ app, timeout }: LogService, url: string, body: object, signal: AbortSignal) {
    const { token } = app.config.traces;
    const headers = {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` })
    };
    const request = { method: 'POST', headers, body: JSON.stringify(body), timeout, signal };
    const response = await app.outgoing.fetch(url, request).catch(callFailed);
    if (response.ok) {
        await response.arrayBuffer().catch(callFailed); // to its end: then the connection serves the next step
    } else {
        await response.body?.cancel().catch(() => undefined);
        throw new ToolFailure(`The log service answered ${response.status}.`);
    }
}
