// OpenAPI 3.1 made from the routes themselves, so that it cannot say anything else than they do.
import type { RequestRoute, Server } from '@hapi/hapi';
import type Joi from 'joi';
import type { Config } from '../../config.ts';
import { formType, jsonType, multipartType } from './bodies.ts';
import { failures, type Json, responsesOf, schemaOf, schemesOf } from './openapi-answers.ts';

/** Every route that has a tag; the form actions as one path, whose body is one of theirs. */
export function openapi(server: Server, config: Config) {
    const routes = server.table().filter(({ settings }) => (settings.tags ?? []).length > 0);
    const actions = routes.filter(({ settings }) => settings.app?.action);
    const paths: Record<string, Json> = {};
    for (const route of routes) {
        if (!route.settings.app?.action)
            (paths[template(route.path)] ??= {})[route.method] = operation(route);
    }
    if (actions.length > 0) paths[config.paths.ajax] = { post: actionsOperation(actions) };
    return {
        openapi: '3.1.0',
        info: { title: 'Sage Council', version: '1.0.0' },
        servers: [{ url: config.baseUrl }],
        paths,
        components: { securitySchemes: schemesOf(config), responses: failures }
    };
}

const template = (path: string) => path.replace(/\{(\w+)[?*]?\d*\}/g, '{$1}');

/** A resource whose version is its ETag is asked for, or changed, only if it is or is not that one. */
const condition = (method: string) => ({
    ...(method === 'get'
        ? { name: 'If-None-Match', description: 'The ETag that is known already: then it is 304.' }
        : { name: 'If-Match', description: 'The ETag that was read: another version is refused with 412.' }),
    in: 'header',
    schema: { type: 'string' }
});

function operation({ settings, path, method }: RequestRoute): Json {
    const { params, query, body, ...told } = schemasOf(settings);
    const parameters = [
        ...parametersOf('path', path, params),
        ...parametersOf('query', path, query),
        ...(told.versioned ? [condition(method)] : [])
    ];
    return {
        summary: settings.description,
        tags: settings.tags,
        ...(parameters.length > 0 && { parameters }),
        ...(body && { requestBody: { required: true, content: contentOf(settings, schemaOf(body)) } }),
        ...securityOf(settings),
        responses: responsesOf(told)
    };
}

type Told = Parameters<typeof responsesOf>[0] & { [Part in 'params' | 'query' | 'body']?: Joi.ObjectSchema };

function schemasOf({ app }: RequestRoute['settings']): Told {
    if (app?.tool) return { surface: 'tools', body: app.tool.input, answer: app.tool.output };
    return app?.json ?? (app?.limit === 'tools' ? { surface: 'tools' } : {});
}

/** The media types that the route lets in, all with the same fields. */
function contentOf({ payload }: RequestRoute['settings'], schema: Json) {
    return Object.fromEntries([payload?.allow ?? jsonType].flat().map((type) => [type, { schema }]));
}

function securityOf({ auth, app }: RequestRoute['settings']): Json {
    if (typeof auth !== 'object' || !('strategies' in auth)) return {};
    const session = { session: [], ...(app?.nonces && { nonce: [] }) };
    const token = { 'service-token': [] };
    const known: Record<string, Json[]> = {
        session: [session],
        staff: [session, token],
        jwt: [{ jwt: [] }],
        'tool-token': [token, { 'query-token': [] }],
        'mcp-token': [token, { 'bearer-token': [] }]
    };
    const ways = (auth.strategies ?? []).flatMap((strategy) => known[strategy] ?? [token]);
    const scopes = [auth.access ?? []].flat().flatMap(({ scope }) => namesIn(scope));
    return {
        security: auth.mode === 'try' ? [...ways, {}] : ways,
        ...(scopes.length > 0 && { 'x-any-of': scopes })
    };
}

/** hapi keeps scopes sorted by what they mean; ours all mean: any of these. */
function namesIn(scope: unknown): string[] {
    const { selection = [] } = (scope || {}) as { selection?: string[] };
    return selection;
}

/** All actions share one address; the query names the action and the form must agree. */
function actionsOperation(routes: readonly RequestRoute[]): Json {
    const named = routes.flatMap(({ settings }) =>
        settings.app?.action ? [{ ...settings.app.action, settings }] : []
    );
    const formsOf = (type: string) => {
        const taking = named.filter(({ settings }) => [settings.payload?.allow].flat().includes(type));
        return { schema: { oneOf: taking.map(formOf) } };
    };
    return {
        summary: 'Form actions, selected by the action parameter.',
        tags: ['action'],
        parameters: [
            { name: 'action', in: 'query', required: true, schema: { enum: named.map(({ name }) => name) } }
        ],
        requestBody: {
            required: true,
            content: { [formType]: formsOf(formType), [multipartType]: formsOf(multipartType) }
        },
        security: [{ session: [] }, {}],
        responses: responsesOf({ surface: 'rest' })
    };
}

interface NamedAction {
    name: string;
    schema: Joi.ObjectSchema;
    settings: RequestRoute['settings'];
}

/** Action and nonce are no fields of an action's own, but no client can do without them. */
function formOf({ name, schema, settings }: NamedAction): Json {
    const { required = [], ...form } = schemaOf(schema);
    const nonce = settings.auth ? 'nonce' : 'reset_password_nonce';
    const access = settings.auth ? '' : ' Needs no login.';
    return {
        title: name,
        description: `${settings.description ?? ''}${access}`,
        ...form,
        required: ['action', nonce, ...(required as string[])]
    };
}

function parametersOf(place: 'path' | 'query', path: string, schema: Joi.ObjectSchema | undefined) {
    const { properties = {} } = schema ? schemaOf(schema) : {};
    const named = Object.entries(properties as Record<string, Json>);
    const known = place === 'path' ? named.filter(([name]) => path.includes(`{${name}`)) : named;
    return known.map(([name, schema]) => ({ name, in: place, required: place === 'path', schema }));
}
