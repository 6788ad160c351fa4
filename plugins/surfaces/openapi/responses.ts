// The responses in /openapi.json: what each route sends, how each surface refuses, and with which statuses.
import { STATUS_CODES } from 'node:http';
import type { RequestRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Config } from '../../../config/index.ts';
import { jsonType } from '../http/bodies/index.ts';
import { isSoftened } from '../http/statuses.ts';
import { inputSchemaOf, type Json, opened, responseSchemaOf } from './json-schemas.ts';
import { needsLogin, scopesOf } from './security.ts';

const text = { type: 'string' };
const retryAfter = { description: 'With 429 and 503: seconds to wait.', schema: { type: 'integer' } };
const content = (schema: Json) => ({ [jsonType]: { schema } });
const object = (properties: Json) => ({ type: 'object', required: Object.keys(properties), properties });

const failure = object({ success: { const: false }, data: object({ message: text }) });

/** How each surface refuses. */
export const failures = {
    Failure: {
        description: 'Refused. The message is for the person who asked, the code for the program.',
        headers: {
            'X-Svc-Error': { description: 'Why, as a code.', schema: text },
            'X-Svc-Field': { description: 'The field that was wrong.', schema: text },
            'Retry-After': retryAfter
        },
        content: content(failure)
    },
    BackendFailure: {
        description:
            'Refused. Problem details (RFC 9457) for a client that accepts application/problem+json.',
        headers: { 'Retry-After': retryAfter },
        content: {
            ...content(object({ statusCode: { type: 'integer' }, error: text, message: text })),
            'application/problem+json': {
                schema: object({ type: text, title: text, status: { type: 'integer' }, detail: text })
            }
        }
    },
    ToolFailure: {
        description: 'Refused or failed.',
        headers: { 'Retry-After': retryAfter },
        content: content({ type: 'object', required: ['error'], properties: { error: text, detail: text } })
    },
    PageFailure: {
        description: 'A page that says what is wrong and what to do next.',
        headers: { 'Retry-After': retryAfter },
        content: { 'text/html': { schema: text } }
    },
    Unchanged: { description: 'What If-None-Match names is what there is.' },
    SeeOther: {
        description: 'Leads on to a page.',
        headers: { Location: { description: 'Where to.', schema: text } }
    }
};

/** The docs of a route, of whichever kind it is. */
export function docsOf({ app }: RequestRoute['settings']) {
    const { action, tool, docs } = app ?? {};
    if (action) return { surface: 'action', body: action.schema, ...action } as const;
    if (tool) return { surface: 'tools', body: tool.input, response: tool.output } as const;
    return docs ?? {};
}

type Surface = ReturnType<typeof docsOf>['surface'];

const failureNames: Record<NonNullable<Surface>, keyof typeof failures> = {
    action: 'Failure',
    rest: 'Failure',
    backend: 'BackendFailure',
    tools: 'ToolFailure',
    page: 'PageFailure'
};

const refers = (name: keyof typeof failures) => ({ $ref: `#/components/responses/${name}` });

/** All responses of a route, by status. */
export function responsesOf(route: RequestRoute, config: Failing): Json {
    const { surface } = docsOf(route.settings);
    if (!surface) return done(route);
    const refused = refers(failureNames[surface]);
    const responses = {
        ...Object.fromEntries(ownRefusalsOf(route).map((status) => [status, refused])),
        ...otherResponses(route),
        ...done(route),
        default: refused
    };
    return surface === 'rest' || surface === 'action' ? asSent(responses, config) : responses;
}

type Failing = Pick<Config, 'plainFailures'>;

/** With WEB_FAILURE_STATUS=200, failures of the web surface stand beside the response of status 200. */
function asSent(responses: Record<string, Response>, { plainFailures }: Failing): Json {
    if (!plainFailures) return responses;
    const kept = Object.entries(responses).filter(
        ([status]) => !(Number(status) >= 400 && isSoftened(Number(status)))
    );
    const { description = STATUS_CODES[200], content = {}, ...done } = responses[200] ?? {};
    const success = content[jsonType] ? [content[jsonType].schema] : [];
    const either = { anyOf: [...success, failure] };
    const all = { ...content, [jsonType]: { schema: either } };
    return { ...Object.fromEntries(kept), 200: { ...done, description, content: all } };
}

interface Response {
    $ref?: string;
    description?: string | undefined;
    content?: Record<string, { schema: Json }>;
}

/** The responses of all form actions, which share one address: each success, and all refusals. */
export function actionResponses(routes: readonly RequestRoute[], config: Failing): Json {
    const each = routes.map((route) => responsesOf(route, { plainFailures: false }));
    const successes = routes.map(({ settings }) => ({
        title: settings.app?.action?.name,
        ...responseOf(settings).whole
    }));
    const done = { 200: { description: STATUS_CODES[200], content: content({ anyOf: successes }) } };
    return asSent({ ...(Object.assign({}, ...each) as Json), ...done }, config);
}

/** Responses that are neither the resource nor a refusal. */
function otherResponses({ method, settings: { app } }: RequestRoute): Record<string, Response> {
    const { also = [], versioned = false } = app?.docs ?? {};
    const isForm = (app?.formPost && 'backTo' in app.formPost) || also.includes(303);
    return {
        ...(also.includes(202) && { 202: { description: STATUS_CODES[202] } }),
        ...(isForm && { 303: refers('SeeOther') }),
        ...(versioned && method === 'get' && { 304: refers('Unchanged') })
    };
}

function done(route: RequestRoute): Record<string, Response> {
    const { status = 200 } = route.settings.app?.docs ?? {};
    return status === 303 ? { 303: refers('SeeOther') } : { [status]: doneOf(route) };
}

/** The response of a success. */
export function doneOf({ settings }: RequestRoute): Json {
    const { formPost, docs } = settings.app ?? {};
    const { status = 200, types: own = [jsonType], versioned = false } = docs ?? {};
    const types = formPost && 'once' in formPost ? [...own, 'text/html'] : own;
    return {
        description: STATUS_CODES[status],
        ...(versioned && { headers: { ETag: { description: 'The version.', schema: text } } }),
        content: Object.fromEntries(types.map((type) => shapeOf(type, settings)))
    };
}

function shapeOf(type: string, settings: RequestRoute['settings']) {
    if (type === jsonType) return [type, { schema: responseOf(settings).whole }] as const;
    return [type, { schema: type.startsWith('text/') ? text : { ...text, format: 'binary' } }] as const;
}

const translated = new WeakMap<RequestRoute['settings'], ReturnType<typeof responseSchemaOf>>();

/** The JSON of a route's success and its named parts, translated once. */
export function responseOf(settings: RequestRoute['settings']) {
    const known = translated.get(settings);
    if (known) return known;
    const schema = envelopeOf(settings);
    const made = (
        schema ? opened(responseSchemaOf(schema)) : { whole: { type: 'object' }, named: {} }
    ) as ReturnType<typeof responseSchemaOf>;
    translated.set(settings, made);
    return made;
}

/**
 * The named parts of a route's body, but for those with a default: in a part that is described apart, generators of clients
 * take a field with a default for one that must be sent.
 */
export function bodyPartsOf(settings: RequestRoute['settings']): Record<string, Json> {
    const { body }: { body?: Joi.ObjectSchema } = docsOf(settings);
    const { named = {} } = body ? (opened(inputSchemaOf(body)) as ReturnType<typeof inputSchemaOf>) : {};
    return Object.fromEntries(
        Object.entries(named).filter(([, part]) => !JSON.stringify(part).includes('"default":'))
    );
}

const succeeded = { success: Joi.boolean().valid(true).required() };

/** The response in the envelope of the web surface; the other surfaces send it bare. */
function envelopeOf(settings: RequestRoute['settings']): Joi.ObjectSchema | undefined {
    const { surface, response } = docsOf(settings);
    if (!response || (surface !== 'rest' && surface !== 'action')) return response;
    const { envelope } = settings.app?.action ?? {};
    const inData = envelope !== 'top' && { data: response.required() };
    const done = Joi.object({ ...succeeded, ...inData });
    return envelope === 'top' || envelope === 'both' ? done.concat(response) : done;
}

/** Statuses that any operation may refuse with, before it is asked: the document says so once, and `default` stands for them. */
export const refusalsOfAny: ReadonlySet<number> = new Set([413, 415, 429]);

const ownRefusalsOf = (route: RequestRoute) =>
    refusalsOf(route).filter((status) => !refusalsOfAny.has(status));

/** The statuses by which a route refuses: those of its guards, and those that it names itself. */
export function refusalsOf(route: RequestRoute): number[] {
    const { settings, method } = route;
    const { surface, query, also = [] }: Guarded = docsOf(settings);
    const { app } = settings;
    const isWrite = method !== 'get';
    const isForTools = surface === 'tools';
    const isByBrowser = surface === 'rest' || surface === 'action' || surface === 'page';
    const guards: [status: number, isThere: boolean][] = [
        [400, isWrite || query !== undefined],
        [401, needsLogin(settings)],
        [403, scopesOf(settings).length > 0 || (isWrite && isByBrowser)],
        [404, app?.tool !== undefined],
        [412, isWrite && app?.docs?.versioned === true],
        [413, isWrite],
        [415, isWrite && !isForTools],
        [429, app?.limit !== undefined],
        [500, app?.tool !== undefined]
    ];
    const byGuards = guards.flatMap(([status, isThere]) => (isThere ? [status] : []));
    return [...byGuards, ...also.filter((status) => status >= 400)].toSorted((a, b) => a - b);
}

interface Guarded {
    surface?: Surface;
    query?: Joi.ObjectSchema;
    also?: readonly number[];
}
