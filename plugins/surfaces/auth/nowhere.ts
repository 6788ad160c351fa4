// Who asks for an address that no route has: there hapi reads neither cookies nor sessions.
import type { Request } from '@hapi/hapi';
import type { AuthScheme } from './scheme.ts';

/** Returns the same request with its parsed cookies, and the user they authenticate. */
export async function withSession(request: Request): Promise<Request> {
    const { cookie } = request.headers;
    if (request.state !== null || typeof cookie !== 'string') return request;
    const { server } = request;
    const session = (server.auth.api as Record<string, AuthScheme>)['session'];
    const parsed = await server.states.parse(cookie).catch(() => undefined); // an unreadable cookie authenticates no user
    const { states } = (parsed ?? { states: {} }) as unknown as { states: Request['state'] };
    const read: Request = Object.create(request, { state: { value: states } });
    const credentials = await session?.identify(read).catch(() => undefined); // nor is a session that has ended
    const auth = { ...request.auth, isAuthenticated: credentials !== undefined, credentials };
    return Object.create(read, { auth: { value: auth } });
}
