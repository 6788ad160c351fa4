// JSON routes of the web application: session cookie, X-Svc-Nonce on writes, {success, data}.
import type { RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Capability } from '../../db/capabilities.ts';
import type { Actor } from '../../db/sessions.ts';
import type { App } from '../app.ts';
import { actorOf } from './auth.ts';
import { bodyOf, jsonType } from './bodies.ts';
import { checked } from './fields.ts';
import type { NonceName } from './nonces.ts';

interface RestRoute<Input> {
    method: 'GET' | 'POST' | 'PATCH' | 'PUT';
    /** Below {rest_url}. */
    path: string;
    summary: string;
    scope?: readonly Capability[];
    nonces?: readonly NonceName[];
    params?: Joi.PartialSchemaMap;
    query?: Joi.PartialSchemaMap;
    body?: Joi.PartialSchemaMap;
    status?: 200 | 201;
    run: (input: Input, actor: Actor) => Promise<object>;
}

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        rest?: Schemas;
    }
}

interface Schemas {
    params?: Joi.ObjectSchema;
    query?: Joi.ObjectSchema;
    body?: Joi.ObjectSchema;
    status?: number;
}

/** For a JSON route that is written out as a plain hapi route: what /openapi.json says of it. */
export function documented(description: string, schemas: Schemas): RouteOptions {
    return { description, tags: ['rest'], app: { rest: schemas } };
}

/** A JSON route as a hapi route. `run` is given params, query and body as one checked object. */
export function rest<Input>({ config }: App, route: RestRoute<Input>): ServerRoute {
    const { method, path, summary, status = 200, run } = route;
    const schemas = schemasOf(route);
    return {
        method,
        path: `${config.paths.rest}${path}`,
        options: {
            description: summary,
            tags: ['rest'],
            ...guards(route),
            app: { ...appOf(route), rest: { ...schemas, status } }
        },
        async handler(request, h) {
            const input = {
                ...checked<object>(schemas.params, request.params, { convert: true }),
                ...checked<object>(schemas.query, request.query, { convert: true }),
                ...(schemas.body && checked<object>(schemas.body, bodyOf(request), { convert: false }))
            };
            return h.response(success(await run(input as Input, actorOf(request)))).code(status);
        }
    };
}

export const success = (data: object) => ({ success: true, data });

/** How JSON bodies come in: raw, so that they are read strictly (bodies.ts). */
export const jsonPayload = { parse: false, output: 'data', allow: jsonType, maxBytes: 1024 * 1024 } as const;

function schemasOf({ params = {}, query = {}, body }: Pick<RestRoute<never>, 'params' | 'query' | 'body'>) {
    return { params: Joi.object(params), query: Joi.object(query), ...(body && { body: Joi.object(body) }) };
}

function appOf({ method, nonces = ['svc_rest'] }: Pick<RestRoute<never>, 'method' | 'nonces'>) {
    return { limit: 'actions' as const, ...(method === 'GET' ? {} : { nonces }) };
}

function guards({ method, scope }: Pick<RestRoute<never>, 'method' | 'scope'>): RouteOptions {
    const scopes = scope && { scope: [...scope] };
    if (method === 'GET') return { auth: { strategy: 'session', ...scopes } };
    return { auth: { strategy: 'session', payload: 'required', ...scopes }, payload: jsonPayload };
}
