// One route in /openapi.json: its names, its parameters, its body, who gets in and what comes back.
import type { RequestRoute } from '@hapi/hapi';
import type Joi from 'joi';
import type { Config } from '../../../config/index.ts';
import { formType, jsonType } from '../http/bodies/index.ts';
import { exampleOf } from './examples.ts';
import { type Json, opened, schemaOf } from './json-schemas.ts';
import { docsOf, responsesOf } from './responses.ts';
import { securityOf } from './security.ts';
import { ifMatch, ifNoneMatch } from './shared-parts.ts';

const templateOf = (path: string) => path.replace(/\{(\w+)(?:\?|\*\d*)?\}/g, '{$1}');

/** Where a route answers: a form action at its own address. */
export const pathOf = ({ path, settings }: RequestRoute, { paths }: Config) => {
    const { action } = settings.app ?? {};
    return action ? `${paths.ajax}/${action.name}` : templateOf(path);
};

/** The name that clients call by: svc_recall_deal is recallDeal. */
function operationIdOf({ id = '', app }: RequestRoute['settings']) {
    const name = app?.action?.name.replace(/^svc_/, '');
    return name?.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) ?? id;
}

export function operation(route: RequestRoute, config: Config): Json {
    const { settings, path, method } = route;
    const operationId = operationIdOf(settings);
    const { params, query, body, versioned } = docsOf(settings);
    const parameters = [
        ...pathParameters(path, params),
        ...Object.entries(propertiesOf(query)).map(([name, schema]) => ({ name, in: 'query', schema })),
        ...(versioned ? [method === 'get' ? ifNoneMatch : ifMatch] : [])
    ];
    return {
        operationId,
        summary: settings.app?.tool?.title ?? titleOf(operationId),
        description: settings.description,
        tags: settings.tags,
        ...(parameters.length > 0 && { parameters }),
        ...(body && { requestBody: requestBodyOf(route) }),
        ...securityOf(settings),
        responses: responsesOf(route, config)
    };
}

const abbreviations: Record<string, string> = { jwt: 'JWT', mcp: 'MCP', openapi: 'OpenAPI' };

/** The words of a name: listToolCalls is "List tool calls". */
function titleOf(name: string) {
    const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
    const text = words.map((word) => abbreviations[word] ?? word).join(' ');
    return text.charAt(0).toUpperCase() + text.slice(1);
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

/** The document states once that no body takes fields that it does not name. */
export function requestBodyOf({ settings }: RequestRoute): Json {
    const { body } = docsOf(settings);
    return body ? { required: true, content: contentOf(settings, opened(schemaOf(body)) as Json) } : {};
}

/** The media types that the route accepts. A form in addition to JSON belongs to a page of ours and is not documented. */
function contentOf({ payload }: RequestRoute['settings'], schema: Json) {
    const types = [payload?.allow ?? jsonType].flat();
    const shown = types.includes(jsonType) ? [jsonType] : types;
    return Object.fromEntries(
        shown.map((type) => {
            const sent = type === formType ? withoutFiles(schema) : schema;
            return [type, { schema: sent, example: exampleOf(sent) }];
        })
    );
}

/** A form that is not multipart has no file. */
function withoutFiles(schema: Json): Json {
    const fields = Object.entries(schema['properties'] as Record<string, Json>);
    const carried = fields.filter(([, { format }]) => format !== 'binary');
    return { ...schema, properties: Object.fromEntries(carried) };
}
