// Notifies the log and the metrics of every response of the server, whether from hapi or from the fast path.
import type { Plugin } from '@hapi/hapi';
import type { Logger } from 'pino';
import { beginOrigin } from '../../../db/store/origin.ts';
import type { App } from '../../app.ts';
import { userIdOf } from './requester.ts';
import { requestId } from '../http/security-headers.ts';

type Observer = (answered: RequestRecord) => void;

declare module '@hapi/hapi' {
    interface PluginProperties {
        responses: { observe: (observer: Observer) => void; notify: Observer };
    }
}

export const responses: Plugin<App> = {
    name: 'responses',
    register(server, { log }) {
        const observers: Observer[] = log.isLevelEnabled('info') ? [accessLog(log)] : [];
        const notify: Observer = (answered) => {
            for (const observer of observers) observer(answered);
        };
        server.expose({ observe: (observer: Observer) => void observers.push(observer), notify });
        // The first of all: where another step has been waited for, it would not last beyond this one.
        server.ext(
            'onRequest',
            (request, h) => {
                beginOrigin(requestId(request));
                return h.continue;
            },
            { before: ['actions', 'connections', 'cross-origin', 'form-targets'] }
        );
        server.events.on('response', (request) => {
            const { info, method, route, response } = request;
            notify({
                id: requestId(request),
                method,
                route: route.path,
                user: userIdOf(request),
                status: 'statusCode' in response ? response.statusCode : 500,
                ms: info.responded === 0 ? undefined : info.responded - info.received
            });
        });
    }
};

/** `route` is the template of the route, never the address: no token, key or nonce of a path or a query is in it. */
interface RequestRecord {
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
function accessLog(log: Logger) {
    return ({ id, method, route, user, status, ms }: RequestRecord) => {
        if (quiet.has(route)) return;
        if (ms === undefined) log.info({ id, method, route, user }, 'aborted');
        else log.info({ id, method, route, user, status, ms }, 'answered');
    };
}
