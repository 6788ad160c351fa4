import type { Logger } from 'pino';

/** `route` is the template of the route, never the address: no token, key or nonce of a path or a query is in it. */
export interface Answered {
    id: string;
    method: string;
    route: string;
    user: number | undefined;
    status: number;
    /** Undefined: the client was gone before it. */
    ms: number | undefined;
}

const quiet = new Set(['/healthz', '/readyz', '/metrics']);

/** Logs one line for each response, of allow-listed fields. */
export function accessLog(log: Logger) {
    return ({ ms, status, ...asked }: Answered) => {
        if (quiet.has(asked.route)) return;
        if (ms === undefined) log.info(asked, 'aborted');
        else log.info({ ...asked, status, ms }, 'answered');
    };
}
