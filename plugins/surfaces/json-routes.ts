// JSON routes of all surfaces: params, query and body are checked as one input, and told to /openapi.json.
import type { Request, ResponseToolkit, RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { bodyOf, formType, jsonType, readByScheme } from './http/bodies.ts';
import { checked } from './fields.ts';
import type { NonceName } from './auth/nonces.ts';
import type { PlainForm } from './pages/form-posts.ts';

/** Tells which surface a route belongs to, also in /openapi.json. */
type Surface = 'rest' | 'backend';

export interface JsonRoute<Input> {
    method: 'GET' | 'POST' | 'PATCH' | 'PUT';
    path: string;
    summary: string;
    params?: Joi.PartialSchemaMap;
    query?: Joi.PartialSchemaMap;
    body?: Joi.PartialSchemaMap | Joi.ObjectSchema;
    status?: 200 | 201;
    /** The resource that is answered, for /openapi.json: never looked at while the server runs, by every test. */
    answer: Joi.PartialSchemaMap;
    /** Whether its version is its ETag. */
    versioned?: boolean;
    /** Statuses that no guard of the route tells of. */
    also?: readonly number[];
    /** A page of ours posts it too, as a form. */
    plainForm?: PlainForm;
    /** Answers the body, or a response of `h` with headers of its own. */
    run: (input: Input, request: Request, h: ResponseToolkit) => Promise<object>;
}

interface Guard {
    surface: Surface;
    strategy: 'session' | 'staff' | 'jwt';
    scope?: readonly string[] | undefined;
    /** For the writes of a browser; whoever shows a token needs none. */
    nonces?: readonly NonceName[];
    limit: 'actions' | 'backend';
}

/** How JSON bodies come in: raw, so that they are read strictly (bodies.ts). */
export const jsonPayload = {
    timeout: false,
    parse: false,
    output: 'data',
    allow: jsonType,
    maxBytes: 1024 * 1024
} as const;

/** A JSON route as a hapi route. `run` is given params, query and body as one checked object. */
export function jsonRoute<Input>(route: JsonRoute<Input>, guard: Guard): ServerRoute {
    const { method, path, summary, status = 200, run } = route;
    const schemas = schemasOf(route);
    const { answer, versioned = false, also = [], plainForm } = route;
    const told = { ...schemas, status, versioned, also, answer: Joi.object(answer) };
    return {
        method,
        path,
        options: {
            description: summary,
            tags: [guard.surface],
            ...guardsOf(method, guard, plainForm ? [jsonType, formType] : jsonType),
            app: {
                ...appOf(method, guard),
                told: { ...told, surface: guard.surface },
                ...(plainForm && { plainForm })
            }
        },
        async handler(request, h) {
            return h.response(await run(inputOf<Input>(schemas, request), request, h)).code(status);
        }
    };
}

function schemasOf({ params, query, body }: Pick<JsonRoute<never>, 'params' | 'query' | 'body'>) {
    const bodySchema = Joi.isSchema(body) ? body : Joi.object(body);
    return {
        params: params ? Joi.object(params) : nothing,
        query: query ? Joi.object(query) : nothing,
        ...(body && { body: bodySchema })
    };
}

function inputOf<Input>({ params, query, body }: ReturnType<typeof schemasOf>, request: Request) {
    return {
        ...given(params, request.params),
        ...given(query, request.query),
        ...(body && checked<object>(body, bodyOf(request), { convert: false }))
    } as Input;
}

/** Nothing is asked for and nothing given: on most routes the query. */
const nothing = Joi.object({});

function given(schema: Joi.ObjectSchema, values: object) {
    if (schema === nothing && Object.keys(values).length === 0) return {};
    return checked<object>(schema, values, { convert: true });
}

function appOf(method: string, { limit, nonces }: Guard) {
    return { limit, ...(method !== 'GET' && nonces && { nonces }) };
}

function guardsOf(method: string, { strategy, scope }: Guard, allow: string | string[]): RouteOptions {
    const auth = { strategy, ...(scope && { scope: [...scope] }) };
    const state = { parse: strategy !== 'jwt' }; // a cookie beside a token is nothing to us
    if (method === 'GET') return { auth, state };
    const payload = { ...jsonPayload, ...readByScheme, allow };
    return { auth: { ...auth, payload: 'required' }, state, payload };
}
