// Pages of whoever is logged in: everybody else logs in first and is led back.
import type { Lifecycle, Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import type Joi from 'joi';
import type { Actor } from '../../../db/accounts/sessions.ts';
import { maybeLoggedIn, visitorOf } from '../auth/requester.ts';
import { pageDocs } from '../openapi/route-docs.ts';

type Show = (actor: Actor, request: Request, h: ResponseToolkit) => Promise<Lifecycle.ReturnValue>;

interface PersonPage {
    id: string;
    path: string;
    description: string;
    /** For the docs: whatever is not of this form names nothing that is there. */
    params?: Joi.ObjectSchema;
    show: Show;
}

export function personPage({ id, path, description, params, show }: PersonPage): ServerRoute {
    const also = path.includes('{') ? [303, 403, 404] : [303, 403];
    const docs = pageDocs(id, description, { ...(params && { params }), also });
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
