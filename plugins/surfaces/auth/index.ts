// Who asks: people by session cookie or JWT, machines by service token, staff by either. All yield hapi scopes.
import { createHmac } from 'node:crypto';
import type { Lifecycle, Plugin, Request, ResponseToolkit, RouteOptionsAccess } from '@hapi/hapi';
import type { By } from '../../../db/accounts/audit.ts';
import { type Capability, holdsAny } from '../../../db/accounts/capabilities.ts';
import { sha256 } from '../../../db/tokens.ts';
import { Refusal } from '../../../db/refusal.ts';
import { cachedUntilCommit } from '../../../db/store/commit-cache.ts';
import { tokenOfDigest, mayCallTool, touchToken } from '../../../db/accounts/service-tokens.ts';
import { type Actor, actorOfDigest } from '../../../db/accounts/sessions.ts';
import { isStoreStuck } from '../../../db/store.ts';
import { findHolder } from '../../../db/accounts/users.ts';
import type { App } from '../../app.ts';
import { bodyRoom, type BodyRoom } from '../http/body-budget.ts';
import { bodyOf, jsonType, prepareBody } from '../http/bodies.ts';
import { jwtReader } from './jwt.ts';
import { clientAddress } from './client-address.ts';
import { isNonce, type NonceName } from './nonces.ts';
import { UnknownTool } from '../tools/failures.ts';

declare module '@hapi/hapi' {
    interface PluginProperties {
        auth: { addressHash: (request: Request) => string };
    }
    interface AuthCredentials {
        actor?: Actor;
        /** A user whose client showed a JWT. */
        bearer?: { id: number };
        token?: { id: number; name: string };
    }
    interface RouteOptionsApp {
        /** Any one of these lets a write pass; none: the route reads, or its path holds a secret. */
        nonces?: readonly NonceName[];
    }
}

export const auth: Plugin<App> = {
    name: 'auth',
    register(server, app) {
        const addressOf = clientAddress(app.config.trustedProxies);
        const key = app.secrets.nonce;
        server.expose('addressHash', (request: Request) =>
            createHmac('sha256', key).update(addressOf(request)).digest('hex').slice(0, 16)
        );
        const name = sessionCookie(app);
        server.state(name, {
            encoding: 'none',
            isHttpOnly: true,
            isSecure: app.config.secure,
            isSameSite: 'Lax',
            path: '/',
            ignoreErrors: true
        });
        const session = sessionAuth(app, name);
        const room = bodyRoom();
        server.events.on('response', (request) => room.giveBack(request));
        const token = tokenAuth(app, inHeader);
        const toolToken = tokenAuth(app, app.config.tokenInQuery ? inHeaderOrQuery : inHeader, room);
        const jwt = jwtAuth(app);
        const schemes = {
            session,
            jwt,
            'service-token': token,
            'tool-token': toolToken,
            'mcp-token': tokenAuth(app, inHeaderOrBearer, room),
            staff: eitherAuth(token, session)
        };
        for (const [scheme, methods] of Object.entries(schemes)) {
            server.auth.scheme(scheme, () => methods);
            server.auth.strategy(scheme, scheme);
        }
    }
};

export const sessionCookie = ({ config }: Pick<App, 'config'>) =>
    config.secure ? '__Host-svc_session' : 'svc_session';

/** Who is logged in; only on routes with the session strategy. */
export function actorOf(request: Request): Actor {
    const actor = request.auth.credentials?.actor;
    if (!actor) throw new Refusal('not_logged_in', 'Please log in.');
    return actor;
}

/** For pages that anybody may open, and that look otherwise for who is logged in. */
export const maybeLoggedIn: RouteOptionsAccess = { strategy: 'session', mode: 'try' };

/** Who is logged in, if anybody; only on routes with `maybeLoggedIn`. */
export function visitorOf({ auth }: Request): Actor | undefined {
    return auth.isAuthenticated ? auth.credentials.actor : undefined;
}

/** What the browser says of itself, for the list of a user's sessions. */
export function agentOf({ headers }: Request) {
    const agent: unknown = headers['user-agent'];
    return typeof agent === 'string' ? agent : '';
}

/** The user that asks, by session or JWT. */
export function userIdOf({ auth }: Request) {
    const { actor, bearer } = auth.credentials ?? {};
    return actor?.id ?? bearer?.id;
}

/** Who acts, as the audit log tells it: the address as a keyed hash, so that it can be compared and not read. */
export function byOf(request: Request): By {
    const { token } = request.auth.credentials ?? {};
    const name = token ? `token:${token.name}` : `user:${userIdOf(request) ?? 0}`;
    return { name, address: request.server.plugins.auth.addressHash(request) };
}

/** Who reads rubrics and what builds say of them: whoever knows the indicators can write them into an answer. */
export const council = [
    'ss_council_sage',
    'ss_council_admin',
    'council_sage',
    'council_screen',
    'ss_admin_all'
] as const;

/** Whether the user holds any one of these. */
export const may = (actor: Actor, ...any: readonly Capability[]) => holdsAny(actor.capabilities, any);

interface Auth {
    authenticate(request: Request, h: ResponseToolkit): Promise<Lifecycle.ReturnValue>;
    payload(request: Request, h: ResponseToolkit): Lifecycle.ReturnValue | Promise<Lifecycle.ReturnValue>;
}

function sessionAuth({ store, secrets, now }: App, cookie: string): Auth {
    const actorOfSession = cachedUntilCommit(
        store,
        (digest, at) => actorOfDigest(store.read, digest, at),
        ({ expiresAt }) => expiresAt
    );
    return {
        async authenticate(request, h) {
            const value: unknown = request.state[cookie];
            const actor = typeof value === 'string' ? await actorOfSession(sha256(value), now()) : undefined;
            if (!actor) throw new Refusal('not_logged_in', 'Please log in.');
            return h.authenticated({ credentials: { actor, scope: [...actor.capabilities] } });
        },
        // After the body is there and before capabilities are looked at: hapi's own place for it.
        async payload(request, h) {
            await prepareBody(request);
            const { nonces = [] } = request.route.settings.app ?? {};
            const given = request.headers['x-svc-nonce'] || nonceIn(request);
            const actor = actorOf(request);
            if (!nonces.some((name) => isNonce(secrets.nonce, given, name, actor, now()))) {
                throw new Refusal('bad_nonce', 'Security check failed.');
            }
            return h.continue;
        }
    };
}

/** A browser never sends a token by itself. */
const withoutNonce: Auth['payload'] = async (request, h) => {
    await prepareBody(request);
    return h.continue;
};

/** A form carries it in a field of its own; JSON only in the header. */
const nonceIn = (request: Request) => (request.mime === jsonType ? undefined : bodyOf(request)['nonce']);

const minute = 60_000;

/** `shown` is where on this surface a token may stand; `room` is what its bodies take. */
function tokenAuth({ store, now }: App, shown: (request: Request) => unknown, room?: BodyRoom): Auth {
    const find = cachedUntilCommit(
        store,
        (digest, at) => tokenOfDigest(store.read, digest, at),
        ({ expiresAt }) => expiresAt ?? Infinity
    );
    return {
        async authenticate(request, h) {
            const given = shown(request);
            const token = typeof given === 'string' ? await find(sha256(given), now()) : undefined;
            if (!token) throw new Refusal('not_logged_in', 'Unauthorized');
            const { id, name, scopes, lastUsedAt } = token;
            // hapi's own place for scopes is behind the body: what a token may not call is not there for it at all.
            const { tool } = request.route.settings.app ?? {};
            if (tool && !mayCallTool(scopes, tool.name)) throw new UnknownTool(tool.name);
            if (now() - (lastUsedAt ?? 0) > minute)
                await store.write((tx) => touchToken(tx, id, now())).catch(unlessStuck);
            room?.take(request);
            return h.authenticated({ credentials: { token: { id, name }, scope: scopes } });
        },
        payload: withoutNonce
    };
}

/** While the disk is full, whoever only reads is still served. */
function unlessStuck(error: unknown) {
    if (!isStoreStuck(error)) throw error;
}

const inHeader = ({ headers }: Request): unknown => headers['x-service-token'];

/** Whoever sends the header is judged by it alone. */
const inHeaderOrQuery = (request: Request): unknown => inHeader(request) ?? request.query['token'];

const inHeaderOrBearer = (request: Request): unknown =>
    inHeader(request) ?? /^Bearer (\S+)$/i.exec(String(request.headers['authorization']))?.[1];

const bearerToken = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
const longestToken = 4096;

/** May do what the token says and the user holds now: whoever was demoted or disabled loses it at once. */
function jwtAuth({ store, secrets, now }: App): Auth {
    const read = jwtReader(secrets.jwt);
    const holderOf = cachedUntilCommit(store, (id) => findHolder(store.read, Number(id)));
    return {
        async authenticate(request, h) {
            const claims = read(bearerOf(request), now());
            const user = claims && (await holderOf(claims.sub, now()));
            if (!user) throw new Refusal('not_logged_in', 'Unauthorized');
            const scope = user.capabilities.filter((held) => claims.permissions.includes(held));
            return h.authenticated({ credentials: { bearer: { id: user.id }, scope } });
        },
        payload: withoutNonce
    };
}

/** The one token that a request shows, or an empty text: two headers arrive as one with a comma in it. */
function bearerOf({ headers }: Request) {
    const given = String(headers['authorization']);
    return given.length > longestToken ? '' : (bearerToken.exec(given)?.[1] ?? '');
}

/** Whoever shows a token is judged by it alone: a wrong one never falls back to the session beside it. */
function eitherAuth(token: Auth, session: Auth): Auth {
    const shown = ({ headers }: Request) => (headers['x-service-token'] === undefined ? session : token);
    return {
        authenticate: (request, h) => shown(request).authenticate(request, h),
        payload: (request, h) => shown(request).payload(request, h)
    };
}
