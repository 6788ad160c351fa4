// Which requests the fast path takes, and what it must know to guard them: read from hapi's routes, so that hapi
// and the fast path have one declaration.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { RequestRoute, Server } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { cookiesNamed } from '../http/cookies.ts';
import { isForeignWrite } from '../http/security-headers.ts';
import type { Hot } from '../http/asked.ts';
import { pathOnRequests } from '../pages/base-path.ts';
import type { AuthScheme } from '../auth/schemes.ts';

/** A hot route as the fast path sees it. */
export interface FastRoute {
    route: RequestRoute;
    hot: Hot;
    scheme: AuthScheme;
    /** Any one of these lets the caller pass; undefined: any authenticated caller may pass. */
    scopes: readonly string[] | undefined;
    /** Undefined for a GET, which has no body. */
    body: { mime: string; types: readonly string[]; maxBytes: number } | undefined;
}

export interface Entry {
    fastRoute: FastRoute;
    params: Record<string, string>;
}

/** The value of a parameter that hapi would neither decode nor normalize. */
const plainValue = /^[\w-]+$/;

/** Returns what finds the route of a request. Undefined: the fast path has none for it, or something about the request is unusual. */
export function findFastRoutes(server: Server, { config }: App) {
    const whole = new Map<string, Entry>();
    const beginnings = new Map<string, { fastRoute: FastRoute; param: string }>();
    const onRequests = pathOnRequests(server, config);
    for (const route of server.table().filter(({ settings }) => settings.app?.hot)) {
        const fastRoute = fastRouteOf(server, route);
        for (const address of addressesOf(route, config).flatMap((one) => [one, onRequests + one])) {
            const key = `${fastRoute.body ? 'POST' : 'GET'} ${address}`;
            const [, beginning, param = ''] = /^(.*\/)\{(\w+)\}$/.exec(key) ?? [];
            if (beginning) beginnings.set(beginning, { fastRoute, param });
            else whole.set(key, { fastRoute, params: {} });
        }
    }
    const entryFor = (key: string): Entry | undefined => {
        const cut = key.lastIndexOf('/') + 1;
        const found = beginnings.get(key.slice(0, cut));
        const value = key.slice(cut);
        return found && plainValue.test(value)
            ? { fastRoute: found.fastRoute, params: { [found.param]: value } }
            : undefined;
    };
    const { isReserved } = server.plugins.connections;
    return (req: IncomingMessage) => {
        const { method = '', url = '', headers, socket } = req;
        const entry = whole.get(`${method} ${url}`) ?? entryFor(`${method} ${url}`);
        if (!entry || !isUsual(req, entry.fastRoute) || isReserved(socket)) return undefined;
        const write = {
            method: entry.fastRoute.body ? 'post' : 'get',
            path: entry.fastRoute.route.path,
            headers
        } as const;
        return isForeignWrite(write, config.origins) ? undefined : entry;
    };
}

/** A form action answers at the contract's one address, with and without the empty nonce of its clients, and at its own. */
function addressesOf({ path, settings }: RequestRoute, { paths: { ajax } }: App['config']) {
    const { action } = settings.app ?? {};
    if (!action) return [path];
    const common = `${ajax}?action=${action.name}`;
    return [`${common}&nonce=`, common, `${ajax}/${action.name}`];
}

/** A larger body would not come in one piece with its headers. */
const largest = 16 * 1024;

/** The `auth` of a route, as hapi has normalised it. */
interface Guard {
    strategies: string[];
    access?: { scope?: { selection?: string[] } }[];
}

/** Throws for a route that asks more of its callers than the fast path would check. */
function fastRouteOf(server: Server, route: RequestRoute): FastRoute {
    const { app = {}, auth, id = '', payload } = route.settings;
    const { payload: _, ...guard } = JSON.parse(JSON.stringify(auth)) as Guard & { payload?: string };
    const [strategy = ''] = guard.strategies;
    const scopes = guard.access?.[0]?.scope?.selection;
    const known = {
        strategies: [strategy],
        mode: 'required',
        ...(scopes && { access: [{ scope: { selection: scopes } }] })
    };
    const scheme = (server.auth.api as Record<string, AuthScheme>)[strategy];
    const [mime, ...others] = [payload?.allow ?? []].flat();
    if (!app.hot || !scheme || !isDeepStrictEqual(guard, known) || others.length > 0)
        throw new Error(`the fast path cannot guard ${id}`);
    const maxBytes = Math.min(largest, payload?.maxBytes ?? 0);
    const body = mime === undefined ? undefined : { mime, types: typesOf(mime), maxBytes };
    return { route, hot: app.hot, scheme, scopes, body };
}

/** The ways in which browsers and other clients write this type. */
const typesOf = (mime: string) =>
    ['', ';charset=UTF-8', '; charset=UTF-8', '; charset=utf-8'].map((end) => mime + end);

/** Headers that change what hapi answers in ways that the fast path does not know. */
const unusual = [
    'content-encoding',
    'expect',
    'if-modified-since',
    'if-none-match',
    'range',
    'trailer',
    'transfer-encoding',
    'upgrade'
];

function isUsual({ httpVersion, headers }: IncomingMessage, { body }: FastRoute) {
    if (httpVersion !== '1.1' || unusual.some((name) => headers[name] !== undefined)) return false;
    const length = headers['content-length'];
    if (!body) return length === undefined;
    return body.types.includes(headers['content-type'] ?? '') && Number(length) <= body.maxBytes;
}

/** The value of this cookie. Undefined where hapi might read another one, or several, or none. */
export function onlyCookie({ cookie }: IncomingHttpHeaders, name: string) {
    const [found, ...more] = cookie === undefined ? [] : cookiesNamed([name], cookie);
    const value = found?.slice(found.indexOf('=') + 1) ?? '';
    return more.length === 0 && plainValue.test(value) ? value : undefined;
}
