// JSON routes of the web application: session cookie and X-Svc-Nonce on writes, or the staff's token; {success, data}.
import type { Request, RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Capability } from '../../db/capabilities.ts';
import type { Actor } from '../../db/sessions.ts';
import type { App } from '../app.ts';
import { actorOf } from './auth.ts';
import { bodyOf, jsonType } from './bodies.ts';
import { checked } from './fields.ts';
import type { NonceName } from './nonces.ts';

interface JsonRoute<Input> {
    method: 'GET' | 'POST' | 'PATCH' | 'PUT';
    /** Below {rest_url}. */
    path: string;
    summary: string;
    strategy: 'session' | 'staff';
    scope?: readonly string[];
    nonces?: readonly NonceName[];
    params?: Joi.PartialSchemaMap;
    query?: Joi.PartialSchemaMap;
    body?: Joi.PartialSchemaMap;
    status?: 200 | 201;
    run: (input: Input, request: Request) => Promise<object>;
}

interface RestRoute<Input> extends Omit<JsonRoute<Input>, 'strategy' | 'scope' | 'run'> {
    scope?: readonly Capability[];
    run: (input: Input, actor: Actor, request: Request) => Promise<object>;
}

type StaffRoute<Input> = Omit<JsonRoute<Input>, 'strategy' | 'scope' | 'nonces'>;

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
export function rest<Input>(app: App, { run, ...route }: RestRoute<Input>): ServerRoute {
    return jsonRoute<Input>(app, {
        ...route,
        strategy: 'session',
        run: (input, request) => run(input, actorOf(request), request)
    });
}

/** What lets somebody in at the support staff's routes: a capability of a person, or the scope of a token. */
export const staff = ['ss_admin_all', 'ss_support', 'admin:jobs'] as const;

/** The same for the support staff: a person, or a machine with a token for it. Who it is, `byOf` tells. */
export function staffRest<Input>(app: App, route: StaffRoute<Input>): ServerRoute {
    return jsonRoute(app, {
        ...route,
        strategy: 'staff',
        scope: staff
    });
}

function jsonRoute<Input>({ config }: App, route: JsonRoute<Input>): ServerRoute {
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
            return h.response(success(await run(input as Input, request))).code(status);
        }
    };
}

export const success = (data: object) => ({ success: true, data });

/** How JSON bodies come in: raw, so that they are read strictly (bodies.ts). */
export const jsonPayload = { parse: false, output: 'data', allow: jsonType, maxBytes: 1024 * 1024 } as const;

function schemasOf({ params = {}, query = {}, body }: Pick<JsonRoute<never>, 'params' | 'query' | 'body'>) {
    return { params: Joi.object(params), query: Joi.object(query), ...(body && { body: Joi.object(body) }) };
}

function appOf({ method, nonces = ['svc_rest'] }: Pick<JsonRoute<never>, 'method' | 'nonces'>) {
    return { limit: 'actions' as const, ...(method === 'GET' ? {} : { nonces }) };
}

function guards({
    method,
    strategy,
    scope
}: Pick<JsonRoute<never>, 'method' | 'strategy' | 'scope'>): RouteOptions {
    const auth = { strategy, ...(scope && { scope: [...scope] }) };
    if (method === 'GET') return { auth };
    return { auth: { ...auth, payload: 'required' }, payload: jsonPayload };
}
