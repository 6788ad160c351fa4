// JSON routes of all surfaces: params, query and body are validated as one input and described in /openapi.json.
import type { Request, ResponseToolkit, RouteOptions, RouteOptionsApp, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { bodyOf, formType, jsonPayload, jsonType, readBody, roomForForms } from './http/bodies/index.ts';
import { withLineFeeds } from './http/bodies/typed.ts';
import { validated } from './http/fields.ts';
import { type HotRequest, type Hot, ordinaryHandler } from './http/asked.ts';
import type { NonceName } from './auth/nonces.ts';
import type { FormPost } from './http/form-post.ts';

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
    /** The media types of the response, where it is not JSON. */
    types?: readonly string[];
    /** The parameter or field that names a sage, or what belongs to one: see auth/capability-sets.ts. */
    owned?: string;
    /** The most bytes of the body, where 64 KiB are too few, and the most values in it, where a thousand are. */
    maxBytes?: number;
    maxValues?: number;
    /** Whether the ETag of the response is the version of its resource. */
    versioned?: boolean;
    /** Statuses that do not follow from the guards of the route, such as 404 where it names something that may not be there. */
    also?: readonly number[];
    /** Only scripts of our pages call it: /openapi.json lists it with the pages. */
    ofPages?: true;
    /** For a route that a page of ours posts to as well, as a form. */
    formPost?: FormPost;
    /** Builds the body from the fields of such a form; trims what the schema trims. A body without fields needs none. */
    bodyOfForm?: (form: Readonly<Record<string, unknown>>) => object;
    /** The page for such a form that cannot be shown again, and who may frame it. */
    failing?: Pick<RouteOptionsApp, 'failurePage' | 'framedBy'>;
    /** Comes before anything in the request is validated. */
    first?: (request: Request) => Promise<void>;
    /** Returns the body of the response, or a response of `h`: one with a status of its own keeps it. */
    run: (input: Input, request: Request, h: ResponseToolkit) => object | Promise<object>;
}

/** A JSON route that is asked so often that the fast path may answer it (see fast-path/). It only reads. */
export type HotJsonRoute<Input, Data> = Omit<
    JsonRoute<Input>,
    'run' | 'status' | 'versioned' | 'formPost' | 'bodyOfForm' | 'failing' | 'first'
> & {
    /** The version of the resource, which becomes the ETag. */
    versionOf: (data: Data) => number;
    run: (input: Input, request: HotRequest) => Promise<Data>;
};

interface Guard {
    surface: Surface;
    /** Absent: anybody. */
    strategy?: 'session' | 'staff' | 'jwt' | 'service-token' | undefined;
    /** `try`: it tells who asks, and lets others pass. */
    mode?: 'try' | undefined;
    scope?: readonly string[] | undefined;
    /** The nonces of which a browser must send one with a write; a client with a token needs none. */
    nonces?: readonly NonceName[];
    limit?: 'actions' | 'backend';
    /** For callers without a session: a query that the route does not name is ignored, and a form is no larger than JSON. */
    isPublic?: true;
}

/** A JSON route as a hapi route. `run` gets params, query and body as one validated object. */
export function jsonRoute<Input>(route: JsonRoute<Input>, guard: Guard): ServerRoute {
    const { status = 200, bodyOfForm = hasNoFields(route) ? () => ({}) : undefined, first, run } = route;
    const schemas = schemasOf(route, guard);
    return {
        ...describedRoute(route, schemas, guard),
        async handler(request, h) {
            await first?.(request);
            const response = h.response(await run(inputOf<Input>(schemas, request, bodyOfForm), request, h));
            return response.statusCode > 0 ? response : response.code(status); // hapi has null where none is set
        }
    };
}

/** The same for a hot route. */
export function hotJsonRoute<Input, Data extends object>(
    { run, versionOf, ...route }: HotJsonRoute<Input, Data>,
    guard: Guard
): ServerRoute {
    const schemas = schemasOf(route, guard);
    const hot: Hot = (request) => {
        const input = inputOf<Input>(schemas, request);
        return async () => {
            const body = await run(input, request);
            return { body, version: versionOf(body) };
        };
    };
    return {
        ...describedRoute({ ...route, versioned: true }, schemas, guard, { hot }),
        handler: ordinaryHandler(hot)
    };
}

type Schemas = ReturnType<typeof schemasOf>;

/** The route without its handler. */
function describedRoute(
    route: Omit<JsonRoute<never>, 'run'>,
    schemas: Schemas,
    guard: Guard,
    more: RouteOptionsApp = {}
) {
    return {
        method: route.method,
        path: route.path,
        options: {
            id: route.name,
            description: route.summary,
            tags: [route.ofPages ? 'page' : guard.surface],
            ...guardsOf(route, guard),
            app: {
                limit: guard.limit,
                nonces: route.method === 'GET' ? undefined : guard.nonces,
                docs: {
                    ...schemas,
                    surface: guard.surface,
                    status: route.status,
                    versioned: route.versioned,
                    also: route.also,
                    types: route.types,
                    response: objectOf(route.response)
                },
                formPost: route.formPost,
                maxBytesFor: roomOf(route, guard).maxBytesFor,
                maxValues: route.maxValues,
                owned: route.owned,
                ...route.failing,
                ...more
            }
        }
    };
}

const hasNoFields = ({ body }: Pick<JsonRoute<never>, 'body'>) =>
    body !== undefined && Object.keys(body).length === 0;

/** The fields as a schema, unless they are one. */
const objectOf = (fields: Joi.PartialSchemaMap | Joi.ObjectSchema) =>
    Joi.isSchema(fields) ? fields : Joi.object(fields);

function schemasOf(
    { params, query, body }: Pick<JsonRoute<never>, 'params' | 'query' | 'body'>,
    { isPublic }: Guard
) {
    return {
        params: params ? Joi.object(params) : nothing,
        query: query ? Joi.object(query) : isPublic ? undefined : nothing,
        body: body && objectOf(body)
    };
}

function inputOf<Input>(
    { params, query, body }: Schemas,
    request: HotRequest,
    bodyOfForm?: JsonRoute<Input>['bodyOfForm']
) {
    const sent = bodyOf(request);
    const fromForm = request.mime === formType ? bodyOfForm : undefined;
    const given = fromForm ? fromForm(withLineFeeds(sent)) : sent;
    return {
        ...parsed(params, request.params),
        ...(query && parsed(query, request.query)),
        ...(body && validated<object>(body, given, { convert: fromForm !== undefined }))
    } as Input;
}

/** The schema of a part that a route does not use, such as the query of most routes. */
const nothing = Joi.object({});

function parsed(schema: Joi.ObjectSchema, values: object) {
    if (schema === nothing && Object.keys(values).length === 0) return {};
    return validated<object>(schema, values, { convert: true });
}

const roomOf = (
    { formPost, maxBytes = jsonPayload.maxBytes }: Pick<JsonRoute<never>, 'formPost' | 'maxBytes'>,
    { isPublic }: Guard
) => (formPost && !isPublic ? roomForForms(maxBytes) : { maxBytes, maxBytesFor: undefined });

/** The scheme reads the body; where there is none, the route does. */
function guardsOf(route: Omit<JsonRoute<never>, 'run'>, guard: Guard): RouteOptions {
    const { strategy, mode, scope } = guard;
    const auth = strategy && { strategy, ...(mode && { mode }), ...(scope && { scope: [...scope] }) };
    const state = { parse: strategy !== 'jwt' }; // cookies do not count in addition to a token
    if (route.method === 'GET') return { ...(auth && { auth }), state };
    const allow = route.formPost ? [jsonType, formType] : jsonType;
    return {
        ...(auth ? { auth: { ...auth, payload: 'required' } } : { pre: [readBody] }),
        state,
        payload: { ...jsonPayload, allow, maxBytes: roomOf(route, guard).maxBytes }
    };
}
