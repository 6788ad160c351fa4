// The responses in /openapi.json: what each route sends, how each surface refuses, and with which statuses.
import { STATUS_CODES } from 'node:http';
import type { RequestRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Config } from '../../../config/index.ts';
import { jsonType } from '../http/bodies/index.ts';
import { oncePer } from '../http/once.ts';
import { isSoftened } from '../http/statuses.ts';
import { exampleOf } from './examples.ts';
import { failureName, failureOf, failureSchemas, type Refusing, webExamples } from './failures.ts';
import { type Json, opened, type Translated, translated } from './json-schemas.ts';
import type { RouteDocs } from './route-docs.ts';
import { needsLogin, scopesOf } from './security.ts';

const text = { type: 'string' };

/** Responses that are neither a resource nor a refusal. */
export const otherParts = {
    Unchanged: { description: 'Not changed since the version in If-None-Match.' },
    SeeOther: {
        description: 'Redirects to a page.',
        headers: { Location: { description: 'Where to.', schema: text } }
    }
};

/** The docs of a route, of whichever kind it is. */
export function docsOf({ app }: RequestRoute['settings']): RouteDocs & { surface?: Refusing } {
    const { action, tool, docs } = app ?? {};
    if (action) return { surface: 'action', body: action.schema, ...action };
    if (tool) return { surface: 'tools', body: tool.input, response: tool.output };
    return docs ?? {};
}

const refers = (name: string) => ({ $ref: `#/components/responses/${name}` });

export interface Response {
    $ref?: string;
    description?: string | undefined;
    content?: Record<string, Content>;
}

interface Content {
    schema: Json;
    example?: unknown;
    examples?: Json;
}

/** All responses of a route, by status. */
export function responsesOf(route: RequestRoute, config: Failing): Json {
    const { surface } = docsOf(route.settings);
    const responses = responsesAt(route);
    return surface === 'rest' || surface === 'action' ? asSent(responses, config) : responses;
}

/** The same where each refusal of the web surface has its own status. */
export function responsesAt(route: RequestRoute): Record<string, Response> {
    const { surface, also = [] } = docsOf(route.settings);
    if (!surface)
        return {
            ...done(route),
            ...Object.fromEntries(also.map((status) => [status, doneOf(route, status)]))
        };
    const refused = refusalsOf(route).map(
        (status) => [status, refers(failureName(surface, status))] as const
    );
    return { ...Object.fromEntries(refused), ...otherResponses(route), ...done(route) };
}

type Failing = Pick<Config, 'plainFailures'>;

/** With WEB_FAILURE_STATUS=200, status 200 describes failures of the web surface too. */
export function asSent(responses: Record<string, Response>, { plainFailures }: Failing): Json {
    const softened = Object.keys(responses)
        .map(Number)
        .filter((status) => status >= 400 && isSoftened(status));
    if (!plainFailures || softened.length === 0) return responses;
    const kept = Object.entries(responses).filter(([status]) => !softened.includes(Number(status)));
    const { description = STATUS_CODES[200], content = {}, ...done } = responses[200] ?? {};
    const { schema: success, example } = content[jsonType] ?? {};
    const { Failure } = failureSchemas;
    const either = {
        schema: success ? { anyOf: [success, Failure] } : Failure,
        examples: { ...(success && { success: { value: example } }), ...webExamples(softened) }
    };
    const all = { ...content, [jsonType]: either };
    return { ...Object.fromEntries(kept), 200: { ...done, description, content: all } };
}

/** The refusals that these routes point to, by their names. */
export const failuresOf = (routes: readonly RequestRoute[], { plainFailures }: Failing): Json =>
    Object.fromEntries(
        routes.flatMap((route) => {
            const { surface } = docsOf(route.settings);
            const isWeb = surface === 'rest' || surface === 'action';
            const sent = refusalsOf(route).filter(
                (status) => !(plainFailures && isWeb && isSoftened(status))
            );
            return surface
                ? sent.map((status) => [failureName(surface, status), failureOf(surface, status)] as const)
                : [];
        })
    );

/** Responses that are neither the resource nor a refusal. */
function otherResponses({ method, settings: { app } }: RequestRoute): Record<string, Response> {
    const { also = [], versioned = false } = app?.docs ?? {};
    const isForm = (app?.formPost && 'backTo' in app.formPost) || also.includes(303);
    const isSentOn = app?.formPost && 'again' in app.formPost;
    return {
        ...(also.includes(202) && { 202: { description: STATUS_CODES[202] } }),
        ...(isForm && { 303: refers('SeeOther') }),
        ...(isSentOn && { 307: refers('SeeOther') }),
        ...(versioned && method === 'get' && { 304: refers('Unchanged') })
    };
}

function done(route: RequestRoute): Record<string, Response> {
    const { status = 200 } = route.settings.app?.docs ?? {};
    return status === 303 ? { 303: refers('SeeOther') } : { [status]: doneOf(route) };
}

/** The response of a success, or with another status the same body. */
export function doneOf({ settings }: RequestRoute, status = settings.app?.docs?.status ?? 200): Json {
    const { formPost, docs } = settings.app ?? {};
    const { types: own = [jsonType], versioned = false } = docs ?? {};
    const types = formPost && 'once' in formPost ? [...own, 'text/html'] : own;
    return {
        description: STATUS_CODES[status],
        ...(versioned && { headers: { ETag: { description: 'The version.', schema: text } } }),
        content: Object.fromEntries(types.map((type) => [type, shapeOf(type, settings)]))
    };
}

function shapeOf(type: string, settings: RequestRoute['settings']): Content {
    if (type !== jsonType) return contentOf(type);
    const { whole, example } = responseOf(settings);
    return { schema: whole, example };
}

const texts: Record<string, string> = {
    'text/html': '<!doctype html><title>Sage Council</title>',
    'text/plain': '...',
    'text/csv': '...',
    'application/xml': '<testsuites/>'
};

/** A file of this type: a text, or else bytes. */
export const contentOf = (type: string): Content =>
    type in texts ? { schema: text, example: texts[type] } : { schema: { ...text, format: 'binary' } };

/** The JSON of a route's success, an example of it and its named parts, translated once. */
export const responseOf = oncePer((settings: RequestRoute['settings']) => {
    const schema = envelopeOf(settings);
    const { whole, named } = (
        schema ? opened(translated(schema, 'output')) : { whole: { type: 'object' }, named: {} }
    ) as Translated;
    return { whole, named, example: exampleOf(whole) };
});

/**
 * The named parts of a route's body, but for those with a default: in a part that is described apart, generators of clients
 * take a field with a default for one that must be sent.
 */
export function bodyPartsOf(settings: RequestRoute['settings']): Record<string, Json> {
    const { body } = docsOf(settings);
    const { named = {} } = body ? (opened(translated(body, 'input')) as Translated) : {};
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

/** The most bytes of a body that never waits for others to be read. */
const small = 64 * 1024;

/** The statuses by which a route refuses: those of its guards, and those that it names itself. */
function refusalsOf(route: RequestRoute): number[] {
    const { settings, method } = route;
    const { surface, query, also = [] } = docsOf(settings);
    const { app } = settings;
    const { allow, maxBytes = 0 } = settings.payload ?? {};
    const isWrite = method !== 'get';
    const readsBody = isWrite && allow !== undefined;
    const isLarge = readsBody && (maxBytes > small || app?.maxBytesFor !== undefined);
    const isForTools = surface === 'tools';
    const isOpenPage = surface === 'page' && !needsLogin(settings);
    const isByBrowser = surface === 'rest' || surface === 'action' || surface === 'page';
    const guards: [status: number, isThere: boolean][] = [
        [400, isWrite || query !== undefined],
        [401, needsLogin(settings)],
        [403, scopesOf(settings).length > 0 || (isWrite && isByBrowser)],
        [404, app?.tool !== undefined],
        [412, isWrite && app?.docs?.versioned === true],
        [413, readsBody],
        [415, readsBody && !isForTools],
        [429, app?.limit !== undefined || isLarge || isOpenPage],
        [500, app?.tool !== undefined],
        [503, true]
    ];
    const byGuards = guards.flatMap(([status, isThere]) => (isThere ? [status] : []));
    const all = new Set([...byGuards, ...also.filter((status) => status >= 400)]);
    return [...all].toSorted((a, b) => a - b);
}
