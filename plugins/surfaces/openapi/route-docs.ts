// The docs of a route: what /openapi.json contains in addition to its guards.
import type { RouteOptions, ServerRoute } from '@hapi/hapi';
import type Joi from 'joi';
import { Refusal } from '../../../db/store/refusal.ts';
import { unreadPayload } from '../http/bodies/index.ts';
import type { FailurePage, FormPost } from '../http/form-post.ts';

export interface RouteDocs {
    params?: Joi.ObjectSchema | undefined;
    query?: Joi.ObjectSchema | undefined;
    body?: Joi.ObjectSchema | undefined;
    status?: number | undefined;
    /** The resource of the response; on the web surface it is in `data`. */
    response?: Joi.ObjectSchema | undefined;
    /** The media types of a response that is not JSON. */
    types?: readonly string[] | undefined;
    /** Whether the ETag of the response is the version of its resource. */
    versioned?: boolean | undefined;
    /** Statuses that do not follow from the guards of the route, such as 404 where it names something that may not be there. */
    also?: readonly number[] | undefined;
}

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** A route whose docs name no surface refuses nothing: its statuses `also` come with its own body. */
        docs?: RouteDocs & { surface?: 'rest' | 'backend' | 'tools' | 'page' };
    }
}

/** For a page that people open, or a form on it. */
export function pageDocs(id: string, description: string, docs: RouteDocs = {}): RouteOptions {
    return {
        id,
        description,
        tags: ['page'],
        app: { docs: { types: ['text/html'], ...docs, surface: 'page' } }
    };
}

/** The docs and error pages of a page for people from outside, who get error pages of their own. */
export function publicPageOptions(
    failurePage: FailurePage,
    id: string,
    description: string,
    docs: RouteDocs = {}
): RouteOptions {
    const page = pageDocs(id, description, docs);
    return { ...page, app: { ...page.app, failurePage } };
}

/** The same options for a route that a form posts to. */
export const withForm = (options: RouteOptions, formPost: FormPost): RouteOptions => ({
    ...options,
    app: { ...options.app, formPost }
});

/** Every other path below `path`, so that its error pages are of the same kind. */
export function outsideNotFound(failurePage: FailurePage, path: string): ServerRoute {
    return {
        method: '*',
        path: `${path}/{any*}`,
        options: { app: { failurePage }, payload: unreadPayload },
        handler: () => {
            throw new Refusal('not_found', 'Not found.');
        }
    };
}
