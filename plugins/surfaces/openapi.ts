// OpenAPI 3.1 made from the routes themselves, so that it cannot say anything else than they do.
import type { RequestRoute, Server } from '@hapi/hapi';
import type Joi from 'joi';
import type { Config } from '../../config.ts';

type Json = Record<string, unknown>;

export function openapi(server: Server, config: Config) {
    const routes = server.table().filter(({ settings }) => (settings.tags ?? []).length > 0);
    const actions = routes.filter(({ settings }) => settings.app?.action);
    const paths: Record<string, Json> = {};
    for (const route of routes) {
        if (!route.settings.app?.action)
            (paths[template(route.path)] ??= {})[route.method] = operation(route);
    }
    paths[config.paths.ajax] = { post: actionsOperation(actions) };
    return {
        openapi: '3.1.0',
        info: { title: 'Sage Council', version: '1.0.0' },
        servers: [{ url: config.baseUrl }],
        paths,
        components: { securitySchemes: schemes }
    };
}

const schemes = {
    session: { type: 'apiKey', in: 'cookie', name: 'svc_session' },
    nonce: { type: 'apiKey', in: 'header', name: 'X-Svc-Nonce' },
    'service-token': { type: 'apiKey', in: 'header', name: 'X-Service-Token' }
};

const template = (path: string) => path.replace(/\{(\w+)[?*]?\d*\}/g, '{$1}');

function operation({ settings, method, path }: RequestRoute): Json {
    const { params, query, body } = settings.app?.rest ?? {};
    const parameters = [...parametersOf('path', path, params), ...parametersOf('query', path, query)];
    return {
        summary: settings.description,
        tags: settings.tags,
        ...(parameters.length > 0 && { parameters }),
        ...(body && {
            requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } }
        }),
        ...securityOf(settings, method),
        responses: { 200: { description: 'Success' }, default: { description: 'Failure' } }
    };
}

function securityOf({ auth, app }: RequestRoute['settings'], method: string): Json {
    const strategies = (auth && typeof auth === 'object' && 'strategies' in auth && auth.strategies) || [];
    const nonce = method !== 'get' && app?.nonces ? { nonce: [] } : {};
    return strategies.length === 0
        ? {}
        : { security: strategies.map((strategy) => ({ [strategy]: [], ...nonce })) };
}

/** All actions share one address; the query names the action and the form must agree. */
function actionsOperation(routes: readonly RequestRoute[]): Json {
    const named = routes.flatMap(({ settings }) =>
        settings.app?.action ? [{ ...settings.app.action, settings }] : []
    );
    return {
        summary: 'Form actions, selected by the action parameter.',
        tags: ['action'],
        parameters: [
            { name: 'action', in: 'query', required: true, schema: { enum: named.map(({ name }) => name) } }
        ],
        requestBody: {
            required: true,
            content: {
                'application/x-www-form-urlencoded': {
                    schema: {
                        oneOf: named.map(({ name, schema, settings }) => ({
                            title: name,
                            description: settings.description,
                            ...schemaOf(schema)
                        }))
                    }
                }
            }
        },
        security: [{ session: [] }],
        responses: { 200: { description: 'Success' }, default: { description: 'Failure' } }
    };
}

function parametersOf(place: 'path' | 'query', path: string, schema: Joi.ObjectSchema | undefined) {
    const { properties = {} } = schema ? schemaOf(schema) : {};
    const named = Object.entries(properties as Record<string, Json>);
    const known = place === 'path' ? named.filter(([name]) => path.includes(`{${name}`)) : named;
    return known.map(([name, schema]) => ({ name, in: place, required: place === 'path', schema }));
}

function schemaOf(schema: Joi.ObjectSchema): Json {
    return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
}
