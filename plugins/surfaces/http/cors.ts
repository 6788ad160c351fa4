// Lets pages of ALLOWED_ORIGINS call the web surface and read its responses. hapi's own `cors` belongs to routes: it leaves
// out requests without a route, such as an unknown action, and fails on a preflight whose path cannot be decoded.
import type { Lifecycle, Plugin, Request } from '@hapi/hapi';
import { Refusal } from '../../../db/store/refusal.ts';
import type { Config } from '../../../config/index.ts';
import type { App } from '../../app.ts';
import { internalPath } from './internal-path.ts';

const permitted = {
    'access-control-allow-methods': 'GET, POST, PATCH, PUT',
    'access-control-allow-headers': 'Content-Type, X-Svc-Nonce, If-Match',
    'access-control-max-age': '600'
};
/** The headers of a response that a page of another origin can read. */
export const readableHeaders = 'X-Svc-Error, X-Svc-Field, X-Request-Id, Retry-After, ETag';
const readable = {
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': readableHeaders
};

/** Opens the form actions and the JSON routes to these origins, and nothing to any other. */
export const crossOrigin: Plugin<App> = {
    name: 'cross-origin',
    register(server, { config: { otherOrigins, paths } }) {
        if (otherOrigins.length === 0) return;
        const isWeb = ({ path }: Request) => path.startsWith(`${paths.rest}/`);
        const allowPreflight: Lifecycle.Method = (request, h) => {
            if (request.method !== 'options' || !isWeb(request)) return h.continue;
            if (!otherOrigins.includes(originOf(request)))
                throw new Refusal('forbidden', 'This request came from another website.');
            const response = h.response().code(204);
            for (const [name, value] of Object.entries(permitted)) response.header(name, value);
            return response.takeover();
        };
        // A preflight names no action, so `actions` would refuse it.
        server.ext('onRequest', allowPreflight, { before: 'actions' });
        const headersFor = crossOriginHeaders({ otherOrigins, paths });
        server.ext('onPreResponse', (request, h) => {
            const { response } = request;
            if ('isBoom' in response) return h.continue;
            const { vary, ...headers } = headersFor(request);
            if (vary) response.vary(vary);
            for (const [name, value] of Object.entries(headers)) response.header(name, value);
            return h.continue;
        });
    }
};

const originOf = ({ headers }: Pick<Request, 'headers'>) => String(headers['origin']);

type Headers = Readonly<Record<string, string>>;

/** Returns the headers of a response that depend on the origin of its request. */
export function crossOriginHeaders({ otherOrigins, paths }: Pick<Config, 'otherOrigins' | 'paths'>) {
    const none: Headers = {};
    const toNobody: Headers = { vary: 'origin' };
    const isWeb = (path: string) => path.startsWith(`${paths.rest}/`) || path.startsWith(internalPath);
    return (request: Pick<Request, 'path' | 'headers'>): Headers => {
        if (otherOrigins.length === 0 || !isWeb(request.path)) return none;
        const origin = originOf(request);
        if (!otherOrigins.includes(origin)) return toNobody;
        return { ...toNobody, 'access-control-allow-origin': origin, ...readable };
    };
}
