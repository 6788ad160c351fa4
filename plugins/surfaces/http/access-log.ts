import type { Plugin } from '@hapi/hapi';
import type { Logger } from 'pino';
import type { App } from '../../app.ts';
import { userIdOf } from '../auth/requester.ts';
import { requestId } from './security-headers.ts';

interface Line {
    id: string;
    method: string;
    route: string;
    user: number | undefined;
}

/** Logs one line for a response; `ms` undefined: the client was gone before it. Undefined where the level is above. */
export function lineLogger(log: Logger) {
    if (!log.isLevelEnabled('info')) return undefined;
    return (line: Line, status: number, ms: number | undefined) =>
        ms === undefined ? log.info(line, 'aborted') : log.info({ ...line, status, ms }, 'answered');
}

/**
 * Logs one line for each response, of allow-listed fields: the route's template instead of the address, so that no token,
 * key or nonce in a path or query can reach the log.
 */
export const accessLog: Plugin<App> = {
    name: 'access-log',
    register(server, { log }) {
        const logLine = lineLogger(log);
        if (!logLine) return;
        const quiet = new Set(['/healthz', '/readyz']);
        server.events.on('response', (request) => {
            const { info, method, route, response } = request;
            if (quiet.has(route.path)) return undefined;
            const asked = { id: requestId(request), method, route: route.path, user: userIdOf(request) };
            const ms = info.responded === 0 ? undefined : info.responded - info.received;
            const status = 'statusCode' in response ? response.statusCode : 500;
            return logLine(asked, status, ms);
        });
    }
};
