// People by session cookie; their writes carry a nonce.
import { type Actor, actorOfDigest } from '../../../db/accounts/sessions.ts';
import { keysOf } from '../../../db/installation/secrets.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { cachedUntilCommit } from '../../../db/store/commit-cache.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { App } from '../../app.ts';
import { bodyOf, jsonType } from '../http/bodies/index.ts';
import type { HotRequest } from '../http/asked.ts';
import { leewayOf } from './leeway.ts';
import { nonceCheck, type NonceName } from './nonces.ts';
import { actorOf } from './requester.ts';
import type { AuthScheme } from './scheme.ts';

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** Any one of these lets a write pass; none: the route reads, or its path holds a secret. */
        nonces?: readonly NonceName[];
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
