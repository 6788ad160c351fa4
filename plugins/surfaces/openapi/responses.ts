// What /openapi.json says of what comes back: what each route answers, how each surface refuses, and with which statuses.
import { STATUS_CODES } from 'node:http';
import type { RequestRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Config } from '../../../config.ts';
import { jsonType } from '../http/bodies.ts';
import { isSoftened } from '../errors.ts';
import { answerOf, type Json, schemaOf } from './json-schemas.ts';
import { needsLogin, scopesOf } from './security.ts';

const text = { type: 'string' };
const retryAfter = { description: 'With 429: seconds to wait.', schema: { type: 'integer' } };
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
        description: 'Refused. Problem details (RFC 9457) for whoever accepts application/problem+json.',
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

/** What a route tells of itself, however it was made. */
export function toldOf({ app }: RequestRoute['settings']) {
    const { action, tool, told } = app ?? {};
    if (action) return { surface: 'action', body: action.schema, ...action } as const;
    if (tool) return { surface: 'tools', body: tool.input, answer: tool.output } as const;
    return told ?? {};
}

type Surface = ReturnType<typeof toldOf>['surface'];

const refusing: Record<NonNullable<Surface>, keyof typeof failures> = {
    action: 'Failure',
    rest: 'Failure',
    backend: 'BackendFailure',
    tools: 'ToolFailure',
    page: 'PageFailure'
};

const refers = (name: keyof typeof failures) => ({ $ref: `#/components/responses/${name}` });

/** Everything that may come back from a route, by its status. */
export function responsesOf(route: RequestRoute, config: Failing): Json {
    const { surface } = toldOf(route.settings);
    if (!surface) return done(route);
    const refused = refers(refusing[surface]);
    const responses = {
        ...Object.fromEntries(refusalsOf(route).map((status) => [status, refused])),
        ...elsewhere(route),
        ...done(route),
        default: refused
    };
    return surface === 'rest' || surface === 'action' ? asSent(responses, config) : responses;
}

type Failing = Pick<Config, 'plainFailures'>;

/** Where failures of the web are sent as 200, they stand beside what is answered. */
function asSent(responses: Record<string, Answer>, { plainFailures }: Failing): Json {
    if (!plainFailures) return responses;
    const kept = Object.entries(responses).filter(
        ([status]) => !(Number(status) >= 400 && isSoftened(Number(status)))
    );
    const { description = STATUS_CODES[200], content = {}, ...done } = responses[200] ?? {};
    const answered = content[jsonType] ? [content[jsonType].schema] : [];
    const either = { anyOf: [...answered, failure] };
    const all = { ...content, [jsonType]: { schema: either } };
    return { ...Object.fromEntries(kept), 200: { ...done, description, content: all } };
}

interface Answer {
    $ref?: string;
    description?: string | undefined;
    content?: Record<string, { schema: Json }>;
}

/** The form actions together: what each answers when it does what it was asked, and all refusals. */
export function actionResponses(routes: readonly RequestRoute[], config: Failing): Json {
    const each = routes.map((route) => responsesOf(route, { plainFailures: false }));
    const answers = routes.map(({ settings }) => ({
        title: settings.app?.action?.name,
        ...successOf(settings).whole
    }));
    const done = { 200: { description: STATUS_CODES[200], content: content({ anyOf: answers }) } };
    return asSent({ ...(Object.assign({}, ...each) as Json), ...done }, config);
}

/** What is neither an answer nor a refusal. */
function elsewhere({ method, settings: { app } }: RequestRoute): Record<string, Answer> {
    const told = app?.told;
    const { also = [] } = told ?? {};
    const isForm = app?.plainForm !== undefined || also.includes(303);
    return {
        ...(also.includes(202) && { 202: { description: STATUS_CODES[202] } }),
        ...(isForm && { 303: refers('SeeOther') }),
        ...(told?.versioned && method === 'get' && { 304: refers('Unchanged') })
    };
}

function done({ settings }: RequestRoute): Record<string, Answer> {
    const { status = 200, types = [jsonType], versioned = false } = settings.app?.told ?? {};
    if (status === 303) return { 303: refers('SeeOther') };
    return {
        [status]: {
            description: STATUS_CODES[status],
            ...(versioned && { headers: { ETag: { description: 'The version.', schema: text } } }),
            content: Object.fromEntries(types.map((type) => shapeOf(type, settings)))
        }
    };
}

function shapeOf(type: string, settings: RequestRoute['settings']) {
    if (type === jsonType) return [type, { schema: successOf(settings).whole }] as const;
    return [type, { schema: type.startsWith('text/') ? text : { ...text, format: 'binary' } }] as const;
}

const answers = new WeakMap<RequestRoute['settings'], ReturnType<typeof answerOf>>();

/** The JSON that a route answers when it does what it was asked, and what of it has a name; translated once. */
export function successOf(settings: RequestRoute['settings']) {
    const known = answers.get(settings);
    if (known) return known;
    const answer = wholeAnswer(settings);
    const made = answer ? answerOf(answer) : { whole: { type: 'object' }, named: {} };
    answers.set(settings, made);
    return made;
}

const succeeded = { success: Joi.boolean().valid(true).required() };

/** In the web's envelope, bare everywhere else. */
function wholeAnswer(settings: RequestRoute['settings']): Joi.ObjectSchema | undefined {
    const { surface, answer } = toldOf(settings);
    if (!answer || (surface !== 'rest' && surface !== 'action')) return answer;
    return settings.app?.action?.envelope === 'top'
        ? Joi.object(succeeded).concat(answer)
        : Joi.object({ ...succeeded, data: answer.required() });
}

/** The statuses by which the guards of a route refuse, as it says itself which guards it has. */
export function refusalsOf(route: RequestRoute): number[] {
    const { settings, method, path } = route;
    const { surface, query, body, also = [] }: Guarded = toldOf(settings);
    const { app } = settings;
    const isWrite = method !== 'get';
    const isForTools = surface === 'tools';
    const isNamed = path.includes('{') || idsIn(body).length > 0;
    const isByBrowser = surface === 'rest' || surface === 'action' || surface === 'page';
    const guards: [status: number, isThere: boolean][] = [
        [400, isWrite || query !== undefined],
        [401, needsLogin(settings)],
        [403, scopesOf(settings).length > 0 || (isWrite && isByBrowser)],
        [404, isNamed || app?.tool !== undefined],
        [409, isNamed && isWrite && !isForTools],
        [412, isWrite && app?.told?.versioned === true],
        [413, isWrite],
        [415, isWrite && !isForTools],
        [429, app?.limit !== undefined],
        [500, app?.tool !== undefined]
    ];
    const given = guards.flatMap(([status, isThere]) => (isThere ? [status] : []));
    return [...given, ...also.filter((status) => status >= 400)].toSorted((a, b) => a - b);
}

interface Guarded {
    surface?: Surface;
    query?: Joi.ObjectSchema;
    body?: Joi.ObjectSchema;
    also?: readonly number[];
}

/** The fields that name something which may not be there, or not be so. `user_id` is always one's own. */
function idsIn(body: Joi.ObjectSchema | undefined) {
    const { properties = {} } = body ? schemaOf(body) : {};
    return Object.keys(properties as object).filter((name) => name.endsWith('_id') && name !== 'user_id');
}
