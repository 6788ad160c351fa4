// JSON routes of the web application without a nonce: public, or for programs.
import type {
    Request,
    ResponseObject,
    ResponseToolkit,
    RouteOptions,
    RouteOptionsAccess,
    ServerRoute
} from '@hapi/hapi';
import Joi from 'joi';
import type { App } from '../app.ts';
import { validated } from './http/fields.ts';
import { bodyOf, formType, jsonPayload, jsonType, readBody } from './http/bodies/index.ts';
import { type JsonRoute, objectOf } from './json-routes.ts';
import { restDocs, withForm } from './openapi/route-docs.ts';
import type { FailurePage } from './http/form-post.ts';

/** `path` is below {rest_url}. Unlike elsewhere, a query that the route does not name is ignored. */
interface PublicRoute<Input> extends Omit<JsonRoute<Input>, 'params' | 'versioned' | 'run'> {
    /** The callers; absent: public. */
    auth?: RouteOptionsAccess;
    /** The page for a form that cannot be shown again, and who may frame it. */
    failing?: { failurePage: FailurePage; framedBy?: readonly string[] };
    /** Counts the request, before anything in it is validated. */
    count?: (request: Request) => Promise<void>;
    /** Returns the body of the response, or a response of `h` with another status. */
    run: (input: Input, request: Request, h: ResponseToolkit) => object | Promise<object>;
}

/**
 * A JSON route that requires no nonce. A route with `formPost` takes forms too: `bodyOfForm` converts them to JSON, or the texts
 * of both are converted.
 */
export function publicRest<Input>({ config }: App, route: PublicRoute<Input>): ServerRoute {
    const { name, method, path, summary, status = 200, auth, formPost, count, run } = route;
    const { maxBytes = jsonPayload.maxBytes, also = [], bodyOfForm, failing } = route;
    const schemas = schemasOf(route);
    const docs = restDocs(name, summary, { ...schemas, status, also, response: objectOf(route.response) });
    const allow = formPost ? [jsonType, formType] : jsonType;
    const convert = formPost !== undefined && bodyOfForm === undefined;
    const read = inputReader<Input>(schemas, { convert, bodyOfForm });
    return {
        method,
        path: config.paths.rest + path,
        options: {
            ...(formPost ? withForm(docs, formPost, failing) : docs),
            ...(method === 'GET' ? auth && { auth } : readingOf(auth)),
            ...(method !== 'GET' && { payload: { ...jsonPayload, allow, maxBytes } })
        },
        async handler(request, h) {
            await count?.(request);
            const result = await run(read(request), request, h);
            return isResponse(result) ? result : h.response(result).code(status);
        }
    };
}

/** The scheme reads the body; where there is none, the route does. */
const readingOf = (auth: RouteOptionsAccess | undefined): RouteOptions =>
    auth ? { auth: { ...auth, payload: 'required' } } : { pre: [readBody] };

const isResponse = (result: object): result is ResponseObject => 'statusCode' in result;

type Schemas = ReturnType<typeof schemasOf>;

function schemasOf({ query, body }: Pick<PublicRoute<never>, 'query' | 'body'>) {
    return {
        ...(query && { query: Joi.object(query) }),
        ...(body && { body: objectOf(body) })
    };
}

/** As everywhere, unknown fields of a form are ignored and unknown fields of JSON are refused. */
function inputReader<Input>(
    { query, body }: Schemas,
    { convert, bodyOfForm }: { convert: boolean; bodyOfForm: PublicRoute<Input>['bodyOfForm'] }
) {
    const form = body?.unknown();
    return (request: Request) => {
        const isForm = request.mime === formType;
        const schema = isForm ? form : body;
        const sent = bodyOf(request);
        const given = isForm && bodyOfForm ? bodyOfForm(sent) : sent;
        return {
            ...(query && validated<object>(query, request.query, { convert: true })),
            ...(schema && validated<object>(schema, given, { convert }))
        } as Input;
    };
}
