import type { Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { userIdOf } from '../auth/requester.ts';
import { requestId } from './security-headers.ts';

/**
 * Logs one line for each response, of allow-listed fields: the route's template instead of the address, so that no token,
 * key or nonce in a path or query can reach the log.
 */
export const accessLog: Plugin<App> = {
    name: 'access-log',
    register(server, { log }) {
        if (!log.isLevelEnabled('info')) return;
        const quiet = new Set(['/healthz', '/readyz']);
        server.events.on('response', (request) => {
            const { info, method, route, response } = request;
            if (quiet.has(route.path)) return undefined;
            const asked = { id: requestId(request), method, route: route.path, user: userIdOf(request) };
            if (info.responded === 0) return log.info(asked, 'aborted');
            const status = 'statusCode' in response ? response.statusCode : 500;
            return log.info({ ...asked, status, ms: info.responded - info.received }, 'answered');
        });
    }
};
