import type { Logger } from 'pino';

/** `route` is the template of the route, never the address: no token, key or nonce of a path or a query is in it. */
export interface RequestRecord {
    id: string;
    method: string;
    route: string;
    user: number | undefined;
    status: number;
    /** Undefined: the client was gone before it. */
    ms: number | undefined;
}

/** What others ask again and again, to see whether the service is well. */
const quiet: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Logs one line for each response, of allow-listed fields. */
export function accessLog(log: Logger) {
    return ({ id, method, route, user, status, ms }: RequestRecord) => {
        if (quiet.has(route)) return;
        if (ms === undefined) log.info({ id, method, route, user }, 'aborted');
        else log.info({ id, method, route, user, status, ms }, 'answered');
    };
}
