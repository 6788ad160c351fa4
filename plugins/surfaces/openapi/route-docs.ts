// What a route tells of itself, for /openapi.json.
import type { RouteOptions } from '@hapi/hapi';
import type Joi from 'joi';

export interface Told {
    params?: Joi.ObjectSchema;
    query?: Joi.ObjectSchema;
    body?: Joi.ObjectSchema;
    status?: number;
    /** The resource that is answered; on the web it stands in `data`. */
    answer?: Joi.ObjectSchema;
    /** The types of an answer that is no JSON. */
    types?: readonly string[];
    /** Whether the version of what is answered is its ETag. */
    versioned?: boolean;
    /** Statuses that no guard of the route tells of. */
    also?: readonly number[];
}

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** Where no surface is named, nothing is refused. */
        told?: Told & { surface?: 'rest' | 'backend' | 'tools' | 'page' };
    }
}

/** For a JSON route that is written out as a plain hapi route. */
export function documented(description: string, told: Told): RouteOptions {
    return { description, tags: ['rest'], app: { told: { ...told, surface: 'rest' } } };
}

/** For a page that people open, or a form on it. */
export function shownPage(description: string, told: Told = {}): RouteOptions {
    return {
        description,
        tags: ['page'],
        app: { told: { types: ['text/html'], ...told, surface: 'page' } }
    };
}
