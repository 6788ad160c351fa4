// Who may ask, by scheme: people by session cookie, whose writes carry a nonce, clients of the backend API by JWT, and programs by service token.
import type { AuthCredentials, ServerAuthSchemeObject } from '@hapi/hapi';
import { type Actor, actorOfDigest } from '../../../db/accounts/sessions.ts';
import { keysOf } from '../../../db/installation/secrets.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { cachedUntilCommit } from '../../../db/store/commit-cache.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import { findHolder } from '../../../db/accounts/users.ts';
import { tokenOfDigest, touchToken } from '../../../db/accounts/service-tokens.ts';
import { isStoreStuck } from '../../../db/store/index.ts';
import { minute } from '../../../db/store/time.ts';
import type { App } from '../../app.ts';
import { bodyOf, jsonType, readBody } from '../http/bodies/index.ts';
import type { HotRequest } from '../http/asked.ts';
import { assertTaken } from '../http/bodies/most-bytes.ts';
import { leewayOf } from './leeway.ts';
import { nonceCheck, type NonceName } from './nonces.ts';
import { actorOf } from './requester.ts';
import { jwtReader } from './jwt.ts';

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** Any one of these lets a write pass; none: the route reads, or its path holds a secret. */
        nonces?: readonly NonceName[] | undefined;
    }
}

export const sessionCookie = ({ config }: Pick<App, 'config'>) =>
    config.secure ? '__Host-svc_session' : 'svc_session';

export function sessionScheme(app: App): AuthScheme {
    const { store, now } = app;
    const cookie = sessionCookie(app);
    const actorOfSession = cachedUntilCommit(
        store,
        (digest, at) => actorOfDigest(store.read, digest, at),
        ({ expiresAt }) => expiresAt
    );
    const showsNonce = nonceReader(app);
    return {
        async identify(request) {
            const value: unknown = request.state[cookie];
            const actor = typeof value === 'string' ? await actorOfSession(sha256(value), now()) : undefined;
            if (!actor) throw new Refusal('not_logged_in', 'Please log in.');
            return { actor, scope: [...actor.capabilities] };
        },
        confirm(request) {
            if (!showsNonce(request, actorOf(request)))
                throw new Refusal('bad_nonce', 'Security check failed.');
        }
    };
}

/** Returns whether a request contains one of the nonces that its route requires. */
function nonceReader({ secrets, config, now }: App) {
    const isNonce = nonceCheck(keysOf(secrets, 'nonce'), leewayOf(config));
    return (request: HotRequest, actor: Actor) => {
        const { nonces = [] } = request.route.settings.app ?? {};
        const shown = request.headers['x-svc-nonce'] || nonceIn(request);
        return nonces.some((name) => isNonce(shown, name, actor, now()));
    };
}

/** A form carries its nonce in a field; JSON only in the header. */
const nonceIn = (request: HotRequest) => (request.mime === jsonType ? undefined : bodyOf(request)['nonce']);

/** The two steps of a scheme. */
export interface AuthScheme {
    /** Returns who sends the request. Refuses: not_logged_in. */
    identify(request: HotRequest): Promise<AuthCredentials>;
    /** Looks at the request again once its body has been read, and refuses what does not come from them. */
    confirm?(request: HotRequest): void;
}

/**
 * The scheme for hapi. Its second step reads the body, for this is where hapi itself refuses what is too large, before it
 * looks at capabilities; and a form carries its nonce in the body. The fast path takes the scheme from `server.auth.api`.
 */
export const schemeForHapi = (scheme: AuthScheme): ServerAuthSchemeObject & { api: AuthScheme } => ({
    api: scheme,
    async authenticate(request, h) {
        const credentials = await scheme.identify(request);
        const { headers, route } = request;
        assertTaken({ headers, route, auth: { credentials } });
        return h.authenticated({ credentials });
    },
    async payload(request, h) {
        await readBody(request, h);
        scheme.confirm?.(request);
        return h.continue;
    }
});

/** Allows only capabilities that both the token and the user have: a demotion or a disabled account takes effect immediately. */
export function jwtScheme({ store, config, secrets, now }: App): AuthScheme {
    const read = jwtReader(keysOf(secrets, 'jwt'), leewayOf(config));
    const holderOf = cachedUntilCommit(store, (id) => findHolder(store.read, Number(id)));
    return {
        async identify(request) {
            const claims = read(bearerOf(request), now());
            const user = claims && (await holderOf(claims.sub, now()));
            if (!user) throw new Refusal('not_logged_in', 'Unauthorized');
            const scope = user.capabilities.filter((held) => claims.permissions.includes(held));
            return { bearer: user, scope };
        } // and no nonce: a browser never sends a token automatically
    };
}

const bearerToken = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
const longestToken = 4096;

/** The one token that a request shows, or an empty text: two headers arrive as one with a comma in it. */
function bearerOf({ headers }: HotRequest) {
    const shown = String(headers['authorization']);
    return shown.length > longestToken ? '' : (bearerToken.exec(shown)?.[1] ?? '');
}

/**
 * Authentication of programs by service token. Each strategy defines the place of the token, and further conditions. The
 * options of a strategy that uses this scheme.
 */
export interface TokenStrategy {
    /** The accepted places of a token on this surface. */
    tokenIn?: (request: HotRequest) => unknown;
    /** Refuses what the scopes of the token do not allow, where that must be known before the body is read. */
    assertScopes?: (request: HotRequest, scopes: readonly string[]) => void;
}

/** A scheme for several strategies, which share what is known of tokens. */
export function tokenScheme({ store, now }: App) {
    const find = cachedUntilCommit(
        store,
        (digest, at) => tokenOfDigest(store.read, digest, at),
        ({ expiresAt }) => expiresAt ?? Infinity
    );
    return ({ tokenIn = tokenInHeader, assertScopes }: TokenStrategy = {}): AuthScheme => ({
        async identify(request) {
            const shown = tokenIn(request);
            const token = typeof shown === 'string' ? await find(sha256(shown), now()) : undefined;
            if (!token) throw new Refusal('not_logged_in', 'Unauthorized');
            const { id, name, scopes, lastUsedAt } = token;
            assertScopes?.(request, scopes);
            if (now() - (lastUsedAt ?? 0) > minute)
                await store.write((tx) => touchToken(tx, id, now())).catch(unlessStuck);
            return { token: { id, name }, scope: scopes };
        } // and no nonce: a browser never sends a token automatically
    });
}

/** While the disk is full, requests that only read still succeed. */
function unlessStuck(error: unknown) {
    if (!isStoreStuck(error)) throw error;
}

export const tokenInHeader = ({ headers }: HotRequest): unknown => headers['x-service-token'];

/** A request with the header is authenticated by it alone. */
export const tokenInHeaderOrQuery = (request: HotRequest): unknown =>
    tokenInHeader(request) ?? request.query['token'];

export const tokenInHeaderOrBearer = (request: HotRequest): unknown =>
    tokenInHeader(request) ?? /^Bearer (\S+)$/i.exec(String(request.headers['authorization']))?.[1];

/** A request with a token is authenticated by it alone: a wrong one never falls back to the session. */
export function tokenOrSession(token: AuthScheme, session: AuthScheme): AuthScheme {
    const schemeFor = (request: HotRequest) => (tokenInHeader(request) === undefined ? session : token);
    return {
        identify: (request) => schemeFor(request).identify(request),
        confirm: (request) => schemeFor(request).confirm?.(request)
    };
}
