// The docs of a route: what /openapi.json says of it beside its guards.
import type { RouteOptions } from '@hapi/hapi';
import type Joi from 'joi';

export interface RouteDocs {
    params?: Joi.ObjectSchema;
    query?: Joi.ObjectSchema;
    body?: Joi.ObjectSchema;
    status?: number;
    /** The resource of the response; on the web surface it stands in `data`. */
    response?: Joi.ObjectSchema;
    /** The media types of a response that is not JSON. */
    types?: readonly string[];
    /** Whether the ETag of the response is the version of its resource. */
    versioned?: boolean;
    /** Statuses that do not follow from the guards of the route. */
    also?: readonly number[];
}

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** A route whose docs name no surface refuses nothing. */
        docs?: RouteDocs & { surface?: 'rest' | 'backend' | 'tools' | 'page' };
    }
}

/** For a JSON route that is written out as a plain hapi route. */
export function restDocs(description: string, docs: RouteDocs): RouteOptions {
    return { description, tags: ['rest'], app: { docs: { ...docs, surface: 'rest' } } };
}

/** For a page that people open, or a form on it. */
export function pageDocs(description: string, docs: RouteDocs = {}): RouteOptions {
    return {
        description,
        tags: ['page'],
        app: { docs: { types: ['text/html'], ...docs, surface: 'page' } }
    };
}
