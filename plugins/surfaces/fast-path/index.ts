// The fast path: answers the most frequent routes (`hot`) ahead of hapi, on the same listener. It never refuses: unusual requests, and
// those that would be refused, go to hapi untouched, which responds.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Plugin, Server, ServerOptionsCompression } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { userIdOf } from '../auth/requester.ts';
import { crossOriginHeaders } from '../http/cors.ts';
import { securityHeaders } from '../http/security-headers.ts';
import type { HotRequest } from '../http/asked.ts';
import { sessionCookie } from '../auth/schemes.ts';
import { type Entry, findFastRoutes, type FastRoute, onlyCookie } from './routes.ts';

export const fastPath: Plugin<App> = {
    name: 'fast-path',
    dependencies: ['auth', 'connections', 'limits', 'responses'],
    register(server, app) {
        let shut: (() => Promise<void>) | undefined;
        server.ext('onPreStart', () => {
            shut = openFastPath(server, app);
        });
        server.ext('onPreStop', () => shut?.());
    }
};

interface Call extends Entry {
    req: IncomingMessage;
    res: ServerResponse;
}

/** Takes the place of hapi on its listener. Returns what gives it back, and waits for the requests under way. */
function openFastPath(server: Server, app: App) {
    const { listener } = server;
    const [ordinary, ...others] = listener.listeners('request') as RequestListener[];
    if (!ordinary || others.length > 0) throw new Error('another listener than hapi is registered');
    const find = findFastRoutes(server, app);
    const respond = responder(server, app);
    const waiting = new Set<Call>();
    let underWay = 0;
    let onIdle = () => {};

    const receive: RequestListener = (req, res) => {
        const entry = find(req);
        if (!entry) return ordinary(req, res);
        if (waiting.size === 0) setImmediate(admitAll); // Node has only read the head by now, and not what came with it
        waiting.add({ ...entry, req, res });
    };
    const admitAll = () => {
        const calls = [...waiting];
        waiting.clear();
        for (const call of calls) void admit(call);
    };
    const admit = async (call: Call) => {
        underWay += 1;
        if (!(await respond(call)) && !isGone(call)) ordinary(call.req, call.res);
        underWay -= 1;
        if (underWay === 0) onIdle();
    };
    const handOver = (isMeant: (call: Call) => boolean) => {
        for (const call of [...waiting].filter(isMeant)) {
            waiting.delete(call);
            ordinary(call.req, call.res);
        }
    };
    // What cannot be parsed hapi answers after the requests before it, if it knows of any.
    const beforeClientError = (_: Error, socket: Duplex) => handOver(({ req }) => req.socket === socket);

    listener.off('request', ordinary).on('request', receive);
    listener.prependListener('clientError', beforeClientError);
    return async () => {
        listener.off('request', receive).on('request', ordinary);
        listener.off('clientError', beforeClientError);
        handOver(() => true);
        const { promise, resolve } = Promise.withResolvers<void>();
        onIdle = resolve;
        if (underWay > 0) await promise;
    };
}

/** The client is gone, and hapi would wait for the end of the response for ever. */
const isGone = ({ req, res }: Call) => req.destroyed || res.destroyed;

/** Returns a function that answers a call and returns whether it did: if not, it has left everything to hapi. */
function responder(server: Server, app: App) {
    const { responses } = server.plugins;
    const responseTo = guarded(server);
    const cookie = sessionCookie(app);
    const always = securityHeaders(app.config);
    const dependent = crossOriginHeaders(app.config);
    let count = 0;
    return async (call: Call) => {
        const { fastRoute, req, res } = call;
        const received = app.now();
        const asked = askedOf(call, cookie);
        if (!asked) return false;
        // An error other than a refusal happens again in hapi, which logs it.
        const response = await responseTo(fastRoute, asked).catch(() => undefined);
        if (!response) return false;
        const { method, path } = fastRoute.route;
        const id = `${received}-h${(count += 1)}`;
        const end = (ms: number | undefined) =>
            responses.notify({
                id,
                method,
                route: path,
                user: userIdOf(asked),
                status: 200,
                ms
            });
        if (isGone(call)) {
            end(undefined);
            return true;
        }
        req.resume();
        res.writeHead(200, {
            ...(response.version !== undefined && { etag: `"${response.version}"` }),
            ...dependent({ path, headers: req.headers }),
            ...always,
            'x-request-id': id,
            'content-type': 'application/json; charset=utf-8',
            'content-length': response.bytes
        });
        res.once('close', () => end(app.now() - received));
        res.end(response.text);
        return true;
    };
}

/**
 * Returns a function that builds the response behind the guards of a route. It throws where hapi is to refuse, or to respond
 * differently.
 */
function guarded(server: Server) {
    const { limits } = server.plugins;
    const { minBytes } = server.settings.compression as ServerOptionsCompression;
    return async ({ hot, scheme, scopes }: FastRoute, asked: HotRequest) => {
        const credentials = await scheme.identify(asked);
        asked.auth.credentials = credentials;
        scheme.confirm?.(asked);
        if (scopes && !scopes.some((scope) => credentials.scope?.includes(scope)))
            throw new Error('no scope of the route');
        const run = hot(asked);
        try {
            await limits.count(asked);
            const { body, version } = await run();
            const text = JSON.stringify(body);
            const bytes = Buffer.byteLength(text);
            if (bytes >= minBytes) throw new Error('hapi would compress it');
            return { text, bytes, version };
        } catch (error) {
            await limits.refund(asked); // hapi will count it again
            throw error;
        }
    };
}

/** The request as hapi would provide it. Undefined where its body has not arrived yet. */
function askedOf({ fastRoute: { route, body }, params, req }: Call, cookie: string): HotRequest | undefined {
    const { headers } = req;
    const bytes = body && peek(req);
    if (body && !bytes) return undefined;
    const session = route.settings.state?.parse ? onlyCookie(headers, cookie) : undefined;
    return {
        auth: { credentials: null },
        headers,
        mime: body?.mime ?? null,
        params,
        payload: undefined,
        plugins: bytes ? { body: { bytes } } : {},
        query: {},
        route,
        state: session === undefined ? {} : { [cookie]: session }
    };
}

/**
 * Returns the whole body, once it has arrived. It is put back immediately: a stream that was read to its end is gone for the next
 * reader.
 */
function peek(req: IncomingMessage) {
    const length = Number(req.headers['content-length']);
    if (!req.complete || req.readableLength !== length || length === 0) return undefined;
    const bytes = req.read() as Buffer;
    req.unshift(bytes);
    return bytes;
}
