// Pages of whoever is logged in: everybody else logs in first and is led back.
import type { Lifecycle, Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import type { Actor } from '../../../db/accounts/sessions.ts';
import { maybeLoggedIn, visitorOf } from '../auth/requester.ts';
import { pageDocs } from '../openapi/route-docs.ts';

type Show = (actor: Actor, request: Request, h: ResponseToolkit) => Promise<Lifecycle.ReturnValue>;

export function personPage(id: string, path: string, description: string, show: Show): ServerRoute {
    const docs = pageDocs(id, description, { also: path.includes('{') ? [303, 403, 404] : [303, 403] });
    return {
        method: 'GET',
        path,
        options: { ...docs, auth: maybeLoggedIn },
        handler(request, h) {
            const actor = visitorOf(request);
            return actor ? show(actor, request, h) : h.redirect(loginPage(request.path)).code(303);
        }
    };
}

/** The login page that leads on to `next`. */
export function loginPage(next?: unknown) {
    const path = ownPath(next);
    return path ? `/login?next=${encodeURIComponent(path).replaceAll('%2F', '/')}` : '/login';
}

const here = 'http://internal';

/** An address below our own, or undefined for whatever would lead a browser elsewhere. */
export function ownPath(address: unknown): string | undefined {
    if (typeof address !== 'string' || !address.startsWith('/')) return undefined;
    const url = URL.parse(address, here); // reads it as browsers do: backslashes, tabs, dots
    const path = url && `${url.pathname}${url.search}${url.hash}`;
    return url?.origin === here && path && !path.startsWith('//') ? path : undefined;
}
