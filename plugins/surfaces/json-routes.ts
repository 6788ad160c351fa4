// JSON routes of all surfaces: params, query and body are validated as one input and described in /openapi.json.
import type { Request, ResponseToolkit, RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { bodyOf, formType, jsonPayload, jsonType } from './http/bodies.ts';
import { validated } from './fields.ts';
import type { NonceName } from './auth/nonces.ts';
import type { FormPost } from './pages/form-posts.ts';

/** The surface that a route belongs to; its tag in /openapi.json. */
type Surface = 'rest' | 'backend';

export interface JsonRoute<Input> {
    /** Its operationId in /openapi.json, which generated clients call by: a verb and a noun. */
    name: string;
    method: 'GET' | 'POST' | 'PATCH' | 'PUT';
    path: string;
    summary: string;
    params?: Joi.PartialSchemaMap;
    query?: Joi.PartialSchemaMap;
    body?: Joi.PartialSchemaMap | Joi.ObjectSchema;
    status?: 200 | 201;
    /** The resource of the response, for /openapi.json: tests hold every response against it, the server does not. */
    response: Joi.PartialSchemaMap | Joi.ObjectSchema;
    /** Whether the ETag of the response is the version of its resource. */
    versioned?: boolean;
    /** Statuses that do not follow from the guards of the route, such as 404 where it names something that may not be there. */
    also?: readonly number[];
    /** For a route that a page of ours posts to as well, as a form. */
    formPost?: FormPost;
    /** Makes the body of the fields of such a form. */
    bodyOfForm?: (form: Readonly<Record<string, unknown>>) => object;
    /** Returns the body of the response, or a response of `h` with further headers. */
    run: (input: Input, request: Request, h: ResponseToolkit) => Promise<object>;
}

interface Guard {
    surface: Surface;
    strategy: 'session' | 'staff' | 'jwt';
    scope?: readonly string[] | undefined;
    /** The nonces of which a browser must send one with a write; a client with a token needs none. */
    nonces?: readonly NonceName[];
    limit: 'actions' | 'backend';
}

/** A JSON route as a hapi route. `run` gets params, query and body as one validated object. */
export function jsonRoute<Input>(route: JsonRoute<Input>, guard: Guard): ServerRoute {
    const { name, method, path, summary, status = 200, run } = route;
    const schemas = schemasOf(route);
    const { response, versioned = false, also = [], formPost, bodyOfForm } = route;
    const docs = { ...schemas, status, versioned, also, response: objectOf(response) };
    return {
        method,
        path,
        options: {
            id: name,
            description: summary,
            tags: [guard.surface],
            ...guardsOf(method, guard, formPost ? [jsonType, formType] : jsonType),
            app: {
                ...appOf(method, guard),
                docs: { ...docs, surface: guard.surface },
                ...(formPost && { formPost })
            }
        },
        async handler(request, h) {
            return h
                .response(await run(inputOf<Input>(schemas, request, bodyOfForm), request, h))
                .code(status);
        }
    };
}

/** The fields as a schema, unless they are one. */
export const objectOf = (fields: Joi.PartialSchemaMap | Joi.ObjectSchema) =>
    Joi.isSchema(fields) ? fields : Joi.object(fields);

function schemasOf({ params, query, body }: Pick<JsonRoute<never>, 'params' | 'query' | 'body'>) {
    return {
        params: params ? Joi.object(params) : nothing,
        query: query ? Joi.object(query) : nothing,
        ...(body && { body: objectOf(body) })
    };
}

function inputOf<Input>(
    { params, query, body }: ReturnType<typeof schemasOf>,
    request: Request,
    bodyOfForm?: JsonRoute<Input>['bodyOfForm']
) {
    const sent = bodyOf(request);
    const given = bodyOfForm && request.mime === formType ? bodyOfForm(sent) : sent;
    return {
        ...parsed(params, request.params),
        ...parsed(query, request.query),
        ...(body && validated<object>(body, given, { convert: false }))
    } as Input;
}

/** The schema of a part that a route does not use, such as the query of most routes. */
const nothing = Joi.object({});

function parsed(schema: Joi.ObjectSchema, values: object) {
    if (schema === nothing && Object.keys(values).length === 0) return {};
    return validated<object>(schema, values, { convert: true });
}

function appOf(method: string, { limit, nonces }: Guard) {
    return { limit, ...(method !== 'GET' && nonces && { nonces }) };
}

function guardsOf(method: string, { strategy, scope }: Guard, allow: string | string[]): RouteOptions {
    const auth = { strategy, ...(scope && { scope: [...scope] }) };
    const state = { parse: strategy !== 'jwt' }; // cookies do not count beside a token
    if (method === 'GET') return { auth, state };
    return { auth: { ...auth, payload: 'required' }, state, payload: { ...jsonPayload, allow } };
}
