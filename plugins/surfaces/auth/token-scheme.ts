// Authentication of programs by service token. Each strategy defines the place of the token, and further conditions.
import { tokenOfDigest, touchToken } from '../../../db/accounts/service-tokens.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { cachedUntilCommit } from '../../../db/store/commit-cache.ts';
import { isStoreStuck } from '../../../db/store/index.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { App } from '../../app.ts';
import type { HotRequest } from '../http/asked.ts';
import type { AuthScheme } from './scheme.ts';
import { minute } from '../../../db/store/time.ts';

/** The options of a strategy that uses this scheme. */
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
