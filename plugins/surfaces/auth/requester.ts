// Who sent a request, for handlers: the schemes have written it into the request's credentials.
import type { Request, RouteOptionsAccess } from '@hapi/hapi';
import type { AuditActor } from '../../../db/record/audit.ts';
import { type Capability, holdsAny } from '../../../db/accounts/capabilities.ts';
import type { Actor } from '../../../db/accounts/sessions.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import type { HotRequest } from '../http/asked.ts';

declare module '@hapi/hapi' {
    interface AuthCredentials {
        actor?: Actor;
        /** A user whose client showed a JWT. */
        bearer?: Pick<Actor, 'id' | 'capabilities'>;
        token?: { id: number; name: string };
    }
}

/** Who is logged in; only on routes with the session strategy. */
export function actorOf(request: HotRequest): Actor {
    const actor = request.auth.credentials?.actor;
    if (!actor) throw new Refusal('not_logged_in', 'Please log in.');
    return actor;
}

/** For public pages that show more to a logged-in user. */
export const maybeLoggedIn = { strategy: 'session', mode: 'try' } as const satisfies RouteOptionsAccess;

/** The logged-in user, if any; only on routes with `maybeLoggedIn`. */
export function visitorOf({ auth }: Request): Actor | undefined {
    return auth.isAuthenticated ? auth.credentials.actor : undefined;
}

/** The name of the browser, as it gives it, for the list of a user's sessions. */
export function agentOf({ headers }: Request) {
    const agent: unknown = headers['user-agent'];
    return typeof agent === 'string' ? agent : '';
}

/** The user who sent the request, by session or JWT. */
export function userIdOf({ auth }: Pick<HotRequest, 'auth'>) {
    const { actor, bearer } = auth.credentials ?? {};
    return actor?.id ?? bearer?.id;
}

/** Who acts, for the audit log. The address is a keyed hash, so that it can be compared and not read. */
export function auditActorOf(request: Request): AuditActor {
    const { token } = request.auth.credentials ?? {};
    const name = token ? `token:${token.name}` : `user:${userIdOf(request) ?? 0}`;
    return { name, address: request.server.plugins.auth.addressHash(request) };
}

/** A caller without an account, under a name that shows how they authenticated. */
export const strangerAt = (request: Request, name: 'customer' | 'public' | 'setup'): AuditActor => ({
    name,
    address: request.server.plugins.auth.addressHash(request)
});

/** Who acts and when, for work that is done immediately. */
export const actBy = ({ now }: Pick<App, 'now'>, request: Request) => ({
    by: auditActorOf(request),
    at: now()
});

/** The same of a user, with who they are. */
export const actOfUser = ({ now }: Pick<App, 'now'>, request: Request) => ({
    by: { ...auditActorOf(request), ...actorOf(request) },
    at: now()
});

/** The scope of routes that are for administrators alone. */
export const administrators = ['ss_admin_all'] as const;

/** Whether the user holds any one of these capabilities. */
export const may = (actor: Actor, ...any: readonly Capability[]) => holdsAny(actor.capabilities, any);
