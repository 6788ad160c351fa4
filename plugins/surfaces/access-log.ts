import type { Plugin } from '@hapi/hapi';
import type { App } from '../app.ts';

/**
 * One line for each answer, of allow-listed fields: the route's template instead of the address, so that
 * no token, key or nonce in a path or query can reach the log.
 */
export const accessLog: Plugin<App> = {
    name: 'access-log',
    register(server, { log }) {
        if (!log.isLevelEnabled('info')) return;
        const quiet = new Set(['/healthz', '/readyz']);
        server.events.on('response', ({ info, method, route, response, auth }) => {
            if (quiet.has(route.path)) return;
            const status = 'statusCode' in response ? response.statusCode : 500;
            const user = auth.credentials?.actor?.id;
            log.info(
                { id: info.id, method, route: route.path, status, ms: info.responded - info.received, user },
                'answered'
            );
        });
    }
};
