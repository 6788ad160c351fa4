// What /openapi.json says of each surface: how it is entered, what it answers, how it refuses.
import { STATUS_CODES } from 'node:http';
import Joi from 'joi';
import type { Config } from '../../config.ts';
import { sessionCookie } from './auth.ts';
import { jsonType } from './bodies.ts';

export type Json = Record<string, unknown>;

export const schemesOf = (config: Config) => ({
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie({ config }) },
    nonce: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Svc-Nonce',
        description: '`data.nonces.svc_rest` of POST /login or GET /session; good for 12 to 24 hours.'
    },
    jwt: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: '`data.token` of POST /auth/token, or `jwt issue` on the command line.'
    },
    'service-token': { type: 'apiKey', in: 'header', name: 'X-Service-Token' },
    'bearer-token': { type: 'http', scheme: 'bearer', description: 'The same token.' },
    'query-token': {
        type: 'apiKey',
        in: 'query',
        name: 'token',
        description: 'For callers that can send no header; TOKEN_IN_QUERY=off ends it.'
    }
});

const text = { type: 'string' };
const retryAfter = { description: 'With 429: seconds to wait.', schema: { type: 'integer' } };
const content = (schema: Json) => ({ [jsonType]: { schema } });
const object = (properties: Json) => ({ type: 'object', required: Object.keys(properties), properties });

/** How each surface refuses. */
export const failures = {
    Failure: {
        description: 'Refused. The message is for the person who asked, the code for the program.',
        headers: {
            'X-Svc-Error': { description: 'Why, as a code.', schema: text },
            'X-Svc-Field': { description: 'The field that was wrong.', schema: text },
            'Retry-After': retryAfter
        },
        content: content(object({ success: { const: false }, data: object({ message: text }) }))
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
    }
};

interface Told {
    surface?: 'rest' | 'backend' | 'tools';
    status?: number;
    /** The resource that is answered, where the route tells it. */
    answer?: Joi.ObjectSchema;
    versioned?: boolean;
}

/** A route's answers: in the web's envelope, bare on the backend API, plain where no surface is named. */
export function responsesOf({ surface, status = 200, answer, versioned }: Told): Json {
    const resource = answer ? schemaOf(answer) : { type: 'object' };
    const done = (schema: Json) => ({
        [status]: {
            description: STATUS_CODES[status],
            ...(versioned && { headers: { ETag: { description: 'The version.', schema: text } } }),
            content: content(schema)
        }
    });
    if (!surface) return done(resource);
    if (surface === 'backend') return { ...done(resource), default: refers('BackendFailure') };
    if (surface === 'tools') return { ...done(resource), default: refers('ToolFailure') };
    // An action's fields may stand beside `success` instead of inside `data`.
    const envelope = {
        type: 'object',
        required: ['success'],
        properties: { success: { const: true }, data: resource }
    };
    return { ...done(envelope), default: refers('Failure') };
}

const refers = (name: keyof typeof failures) => ({ $ref: `#/components/responses/${name}` });

/** joi says its own JSON Schema. */
export function schemaOf(schema: Joi.ObjectSchema): Json {
    return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
}
