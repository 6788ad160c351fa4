// OpenAPI 3.1 made from the routes themselves, so that it cannot say anything else than they do.
import type { RequestRoute, Server } from '@hapi/hapi';
import type Joi from 'joi';
import type { Config } from '../../../config.ts';
import { formType, jsonType, multipartType } from '../http/bodies.ts';
import { actionResponses, failures, refusalsOf, responseOf, responsesOf, docsOf } from './responses.ts';
import { componentsOf, type Json, schemaOf, withNames } from './json-schemas.ts';
import { anyOf, schemesOf, securityOf } from './security.ts';

/** Every route that has a tag; the form actions as one path, whose body is one of theirs. */
export function openapi(server: Server, config: Config) {
    const routes = server.table().filter(({ settings }) => (settings.tags ?? []).length > 0);
    const actions = routes.filter(({ settings }) => settings.app?.action);
    const paths: Record<string, Json> = {};
    for (const route of routes) {
        if (!route.settings.app?.action)
            (paths[template(route.path)] ??= {})[route.method] = operation(route, config);
    }
    if (actions.length > 0) paths[config.paths.ajax] = { post: actionsOperation(actions, config) };
    const responses = routes.map(({ settings }) => responseOf(settings).named);
    const named = Object.assign({}, ...responses) as Record<string, Json>;
    const names = new Map(Object.entries(named).map(([name, part]) => [JSON.stringify(part), name]));
    return {
        openapi: '3.1.0',
        info: { title: 'Sage Council', version: '1.0.0' },
        servers: [{ url: config.baseUrl }],
        paths: withNames(paths, names) as typeof paths,
        components: {
            securitySchemes: schemesOf(config),
            responses: failures,
            schemas: componentsOf(named, names)
        }
    };
}

const template = (path: string) => path.replace(/\{(\w+)[?*]?\d*\}/g, '{$1}');

/** The header by which a client names the versions that it has seen, on a route whose ETag is the version. */
const condition = (method: string) => ({
    ...(method === 'get'
        ? {
              name: 'If-None-Match',
              description: 'The ETag that you have: while it is current, the response is 304.'
          }
        : {
              name: 'If-Match',
              description: 'The ETag that you have read: another version is refused with 412.'
          }),
    in: 'header',
    schema: { type: 'string' }
});

function operation(route: RequestRoute, config: Config): Json {
    const { settings, path, method } = route;
    const { params, query, body, versioned }: Input = docsOf(settings);
    const parameters = [
        ...pathParameters(path, params),
        ...Object.entries(propertiesOf(query)).map(([name, schema]) => ({ name, in: 'query', schema })),
        ...(versioned ? [condition(method)] : [])
    ];
    return {
        summary: settings.description,
        tags: settings.tags,
        ...(parameters.length > 0 && { parameters }),
        ...(body && { requestBody: { required: true, content: contentOf(settings, schemaOf(body)) } }),
        ...securityOf(settings),
        responses: responsesOf(route, config)
    };
}

interface Input {
    params?: Joi.ObjectSchema;
    query?: Joi.ObjectSchema;
    body?: Joi.ObjectSchema;
    versioned?: boolean;
}

function propertiesOf(schema: Joi.ObjectSchema | undefined) {
    const { properties = {} } = schema ? schemaOf(schema) : {};
    return properties as Record<string, Json>;
}

/** A parameter without a schema takes any text. */
function pathParameters(path: string, schema: Joi.ObjectSchema | undefined) {
    const known = propertiesOf(schema);
    return Array.from(path.matchAll(/\{(\w+)/g), ([, name = '']) => ({
        name,
        in: 'path',
        required: true,
        schema: known[name] ?? { type: 'string' }
    }));
}

/** The media types that the route lets in, all with the same fields. */
function contentOf({ payload }: RequestRoute['settings'], schema: Json) {
    return Object.fromEntries([payload?.allow ?? jsonType].flat().map((type) => [type, { schema }]));
}

/** All actions share one address; the query names the action and the form must agree. */
function actionsOperation(routes: readonly RequestRoute[], config: Config): Json {
    const formsOf = (type: string) => {
        const taking = routes.filter(({ settings }) => [settings.payload?.allow].flat().includes(type));
        return { schema: { oneOf: taking.map((route) => formOf(route, type)) } };
    };
    return {
        summary: 'Form actions, selected by the action parameter.',
        tags: ['action'],
        parameters: [{ name: 'action', in: 'query', required: true, schema: { enum: routes.map(nameOf) } }],
        requestBody: {
            required: true,
            content: { [formType]: formsOf(formType), [multipartType]: formsOf(multipartType) }
        },
        security: [{ session: [] }, {}],
        responses: actionResponses(routes, config)
    };
}

const nameOf = ({ settings }: RequestRoute) => settings.app?.action?.name ?? '';

/** The fields of one action, with the action's name and the nonce, which every client must send. */
function formOf(route: RequestRoute, type: string): Json {
    const { settings } = route;
    const { body }: Input = docsOf(settings);
    const { required = [], ...form } = body ? schemaOf(body) : {};
    const nonce = settings.auth ? 'nonce' : 'reset_password_nonce';
    const access = settings.auth ? '' : ' Needs no login.';
    return {
        title: nameOf(route),
        description: `${settings.description ?? ''}${access}`,
        ...form,
        properties: fieldsOf(form['properties'] as Record<string, Json>, type),
        required: ['action', nonce, ...(required as string[])],
        'x-nonces': settings.app?.nonces ?? [nonce],
        ...anyOf(settings),
        'x-statuses': refusalsOf(route)
    };
}

/** A form that is no multipart carries no file. */
function fieldsOf(fields: Record<string, Json>, type: string) {
    const carried = Object.entries(fields).filter(
        ([, { format }]) => type === multipartType || format !== 'binary'
    );
    return Object.fromEntries(carried);
}
