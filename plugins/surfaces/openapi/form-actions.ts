// The contract's one address of all form actions in /openapi.json. Each action is described at an address of its own.
import type { RequestRoute } from '@hapi/hapi';
import type { Config } from '../../../config/index.ts';
import { formType, multipartType } from '../http/bodies/index.ts';
import { exampleOf } from './examples.ts';
import { failureOf } from './failures.ts';
import type { Json } from './json-schemas.ts';
import { asSent, responsesAt, type Response } from './responses.ts';
import { usualSecurity } from './security.ts';

const done = { type: 'object', required: ['success'], properties: { success: { const: true } } };

/** Takes whatever action the query names, and answers as that action does. */
export function anyAction(routes: readonly RequestRoute[], config: Config): Json {
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
