// OpenAPI 3.1 generated from the routes themselves, so that it cannot differ from them.
import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import type { RequestRoute, Server } from '@hapi/hapi';
import type { Config } from '../../../config/index.ts';
import { formType, multipartType } from '../http/bodies/index.ts';
import { readableHeaders } from '../http/cors.ts';
import { failureSchemas, failureOf } from './failures.ts';
import { componentsOf, type Json, withNames } from './json-schemas.ts';
import { operation, pathOf, requestBodyOf } from './operation.ts';
import {
    bodyPartsOf,
    doneOf,
    failuresOf,
    otherParts,
    responseOf,
    asSent,
    responsesAt,
    type Response
} from './responses.ts';
import { schemesOf, usualSecurity } from './security.ts';
import { namesOf, parameters, responses, schemas } from './shared-parts.ts';
import { exampleOf } from './examples.ts';

/** Every route that has a tag, the form actions at their own addresses, and the contract's one address of them all. */
export function openapi(server: Server, config: Config) {
    const described = server.table().filter(({ settings }) => (settings.tags ?? []).length > 0);
    const routes = described.toSorted(byPath);
    const paths = pathsOf(routes, config);
    const namedIn = ({ settings }: RequestRoute) => responseOf(settings).named;
    const whole = common(routes, 'Response', namedIn, ({ settings }) => responseOf(settings).whole);
    const bodies = common(routes, 'Body', ({ settings }) => bodyPartsOf(settings), requestBodyOf);
    const done = common(routes, 'Response', namedIn, (route) => doneOf(route));
    const shared = {
        schemas: { ...namedParts(routes), ...whole, ...schemas, ...failureSchemas },
        parameters,
        requestBodies: bodies,
        responses: { ...otherParts, ...failuresOf(routes, config), ...responses, ...done }
    };
    const names = namesOf(shared);
    return {
        openapi: '3.1.0',
        info: { title: 'Sage Council', version: config.program.version, description: introduction },
        servers: [{ url: config.baseUrl }],
        security: usualSecurity,
        tags: surfacesOf(config),
        paths: withNames(paths, names) as typeof paths,
        components: {
            securitySchemes: schemesOf(config),
            parameters: componentsOf(parameters, names),
            requestBodies: componentsOf(shared.requestBodies, names),
            responses: componentsOf(shared.responses, names),
            schemas: componentsOf(shared.schemas, names)
        }
    };
}

/**
 * What is below a path comes after it, in the order in which methods are thought of. The order of the table is left to chance:
 * in it, each further route may turn others round.
 */
const byPath = (one: RequestRoute, other: RequestRoute) =>
    one.path === other.path
        ? methods.indexOf(one.method) - methods.indexOf(other.method)
        : one.path < other.path
          ? -1
          : 1;

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function pathsOf(routes: readonly RequestRoute[], config: Config) {
    const actions = routes.filter(({ settings }) => settings.app?.action);
    const paths: Record<string, Json> =
        actions.length > 0 ? { [config.paths.ajax]: { post: anyAction(actions, config) } } : {};
    for (const route of routes)
        (paths[pathOf(route, config)] ??= {})[route.method] = operation(route, config);
    return paths;
}

/** The parts that have a name of their own. One that a body has otherwise than a response is the Input. */
function namedParts(routes: readonly RequestRoute[]) {
    const ofResponses = Object.assign(
        {},
        ...routes.map(({ settings }) => responseOf(settings).named)
    ) as Json;
    const ofBodies = Object.assign({}, ...routes.map(({ settings }) => bodyPartsOf(settings))) as Json;
    const others = Object.entries(ofBodies).filter(([name, part]) => !isDeepEqual(part, ofResponses[name]));
    const nameOf = (name: string) => (name in ofResponses ? `${name}Input` : name);
    return { ...ofResponses, ...Object.fromEntries(others.map(([name, part]) => [nameOf(name), part])) };
}

/**
 * What several routes have alike, under the name of the resource that it holds and this ending: DealResponse holds a Deal. What
 * is no more than the resource has its name.
 */
function common(
    routes: readonly RequestRoute[],
    ending: string,
    namedIn: (route: RequestRoute) => Record<string, Json>,
    partOf: (route: RequestRoute) => Json
): Json {
    const parts = routes.map((route) => ({ part: partOf(route), named: namedIn(route) }));
    const alike = Map.groupBy(parts, ({ part }) => JSON.stringify(part));
    return Object.fromEntries(
        parts.flatMap(({ part, named }) => {
            const [[name, resource] = []] = Object.entries(named);
            const isCommon = (alike.get(JSON.stringify(part)) ?? []).length > 1;
            return name && isCommon && !isDeepEqual(part, resource) ? [[name + ending, part] as const] : [];
        })
    );
}

const done = { type: 'object', required: ['success'], properties: { success: { const: true } } };

/**
 * The contract's one address of all form actions in /openapi.json. Each action is described at an address of its own. Takes
 * whatever action the query names, and answers as that action does.
 */
function anyAction(routes: readonly RequestRoute[], config: Config): Json {
    const { ajax } = config.paths;
    const action = {
        type: 'string',
        enum: routes.map(({ settings }) => settings.app?.action?.name)
    };
    const schema = {
        type: 'object',
        required: ['action'],
        properties: { action, nonce: { type: 'string' } }
    };
    const example = exampleOf(schema);
    const responses: Record<string, Response> = {
        ...Object.assign({}, ...routes.map(responsesAt)),
        200: {
            description: 'OK',
            content: { 'application/json': { schema: done, example: { success: true } } }
        },
        400: failureOf('action', 400, ['unknown_action'])
    };
    return {
        operationId: 'callAction',
        summary: 'Call a form action',
        description: `Runs the action that both the query and the form name: \`POST ${ajax}?action=<name>&nonce=\`. Fields and response are those of the action at \`${ajax}/<name>\`, which is meant for generated clients.`,
        tags: ['action'],
        parameters: [{ name: 'action', in: 'query', required: true, schema: action }],
        requestBody: {
            required: true,
            content: { [formType]: { schema, example }, [multipartType]: { schema, example } }
        },
        security: [...usualSecurity, {}],
        responses: asSent(responses, config)
    };
}

/** What the document says before its operations, in Markdown: what holds for all of them, and how callers of each surface log in. */
const introduction = `Written candidate screening with sales and intake. Log in with \`POST /login\` to get a \
session cookie and nonces, or send a service token or JWT. \
\`x-any-of\` names the capabilities or scopes of which one lets the caller in, \`x-nonces\` the nonces of which a write by \
a browser brings one. Unknown body fields are rejected.

**Renew a nonce.** A nonce belongs to a session and is valid for 12 to 24 hours. Send it with a write in \`X-Svc-Nonce\`. \
\`GET /session\` returns fresh ones in \`data.nonces\`, by name. After a 403 with the code \`bad_nonce\`, get new ones there and \
send the request again. After a 401, log in again.

**Read a list page by page.** A list takes \`page\` (from 1) and \`per_page\` (50, up to 200), and returns \`items\` and \
\`total\`. Counting stops at 10,000. Then \`more\` is true.

**Limits.** A caller who sends too many requests gets 429. \`Retry-After\` is the number of seconds to wait, also with 503. \
The limits are settings of the server (\`RATE_ACTIONS\`, \`RATE_PAGES\` and others). \
0 means no limit. A body that is too large gets 413.

**Follow a build.** One poll a second is enough: \`svc_get_step_status\` returns the current step, the \`state\` of the build \
and its \`progress\` from 0 to 1. After the end there is no current step. \`failed_step\` and \`failure\` contain where and why \
a build failed.

**Send a request again.** A GET can always be sent again. A write that already took effect returns 409 and changes nothing. \
\`POST /screens\` and \`POST /screens/invitations\` take a \`key\` of your choice (idempotency key): the same key creates and \
invites once. \`svc_start_full_sage_build\` resumes a build that is running.

**Versions.** The \`ETag\` of a response is the version of its resource. \`If-None-Match\` with it returns 304 if nothing \
changed. \`If-Match\` rejects a change of another version with 412. Paths of the web have the segment \`v1\`. New fields may be \
added to responses: ignore those that you do not know.

**Call from another origin (CORS).** A page of another origin can call form actions and JSON routes if \`ALLOWED_ORIGINS\` \
contains its origin. Send the request with credentials. It can read the headers ${readableHeaders}. \`X-Request-Id\` names the \
request in the log of the server.`;

/** The tags of the operations: what each surface is, how callers authenticate, and what a refusal looks like. */
function surfacesOf({ paths: { rest, ajax } }: Pick<Config, 'paths'>) {
    const texts = {
        action: `Form actions of the web application. Send each action as \`POST ${ajax}/<action>\` with form fields, or as \
\`POST ${ajax}?action=<action>&nonce=\` with the same fields and \`action\`. Send the session cookie of \`POST ${rest}/login\`, \
and its \`svc_frontend_nonce\` in \`X-Svc-Nonce\` or as the field \`nonce\`. A refusal is \
\`{"success": false, "data": {"message": ...}}\` with its code in \`X-Svc-Error\`.`,
        rest: `JSON of the web application. Send the session cookie of \`POST ${rest}/login\`. For a write, send its \`svc_rest\` \
nonce in \`X-Svc-Nonce\`. Support routes also take a service token. A success is \`{"success": true, "data": ...}\`, a refusal \
\`{"success": false, "data": {"message": ...}}\` with its code in \`X-Svc-Error\` and the field in \`X-Svc-Field\`.`,
        backend: `The backend API. Send a JWT in \`Authorization: Bearer\`, from \`POST ${rest}/auth/token\` or from \`jwt issue\` on \
the command line. It never allows more than the current permissions of its user. A refusal is \
\`{"statusCode", "error", "message"}\`, or problem details (RFC 9457) for a client that accepts \`application/problem+json\`.`,
        tool: 'Tools of agents. Send a service token in `X-Service-Token`. Its scopes (`tool:<name>`, or `tool:*`) allow its \
tools. The same tools are available with the Model Context Protocol at `/mcp`. A refusal is `{"error", "detail"}`.',
        page: 'Pages for people and what their forms post. Programs have a JSON route or a form action for the same.',
        operations:
            'For operators of the service. Health, readiness and the API description are public. Metrics need a service token \
with the scope `metrics:read`.'
    };
    return Object.entries(texts).map(([name, description]) => ({ name, description }));
}
