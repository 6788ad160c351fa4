// Who asks. Two strategies, each yielding hapi scopes: people by session cookie, machines by service token.
import type { Plugin, Request, ServerAuthScheme } from '@hapi/hapi';
import { type Capability, holdsAny } from '../../db/capabilities.ts';
import { Refusal } from '../../db/refusal.ts';
import { findToken, touchToken } from '../../db/service-tokens.ts';
import { type Actor, findActor } from '../../db/sessions.ts';
import type { App } from '../app.ts';
import { bodyOf } from './bodies.ts';
import { isNonce, type NonceName } from './nonces.ts';

declare module '@hapi/hapi' {
    interface AuthCredentials {
        actor?: Actor;
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
        const name = sessionCookie(app);
        server.state(name, {
            encoding: 'none',
            isHttpOnly: true,
            isSecure: app.config.secure,
            isSameSite: 'Lax',
            path: '/',
            ignoreErrors: true
        });
        server.auth.scheme('session', sessionScheme(app, name));
        server.auth.strategy('session', 'session');
        server.auth.scheme('service-token', tokenScheme(app));
        server.auth.strategy('service-token', 'service-token');
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

function sessionScheme({ store, secrets, now }: App, cookie: string): ServerAuthScheme {
    return () => ({
        async authenticate(request, h) {
            const value: unknown = request.state[cookie];
            const actor = typeof value === 'string' ? await findActor(store.read, value, now()) : undefined;
            if (!actor) throw new Refusal('not_logged_in', 'Please log in.');
            return h.authenticated({ credentials: { actor, scope: [...actor.capabilities] } });
        },
        // After the body is there and before capabilities are looked at: hapi's own place for it.
        payload(request, h) {
            const { nonces = [] } = request.route.settings.app ?? {};
            const given = request.headers['x-svc-nonce'] || bodyOf(request)['nonce'];
            const actor = actorOf(request);
            if (!nonces.some((name) => isNonce(secrets.nonce, given, name, actor, now()))) {
                throw new Refusal('bad_nonce', 'Security check failed.');
            }
            return h.continue;
        }
    });
}

const minute = 60_000;

function tokenScheme({ store, now }: App): ServerAuthScheme {
    return () => ({
        async authenticate(request, h) {
            const given: unknown = request.headers['x-service-token'];
            const token = typeof given === 'string' ? await findToken(store.read, given, now()) : undefined;
            if (!token) throw new Refusal('not_logged_in', 'Unauthorized');
            const { id, name, scopes, lastUsedAt } = token;
            if (now() - (lastUsedAt ?? 0) > minute) await store.write((tx) => touchToken(tx, id, now()));
            return h.authenticated({ credentials: { token: { id, name }, scope: scopes } });
        }
    });
}
