// How each surface refuses, in /openapi.json: one response for each status, with an example for each code.
import { STATUS_CODES } from 'node:http';
import type { Reason } from '../../../db/store/refusal.ts';
import { jsonType } from '../http/bodies/index.ts';
import { statuses, toolRefusals } from '../http/statuses.ts';
import type { Json } from './json-schemas.ts';

const text = { type: 'string' };
const object = (properties: Json, optional: Json = {}) => ({
    type: 'object',
    required: Object.keys(properties),
    properties: { ...properties, ...optional }
});

export const failureSchemas = {
    Failure: object({ success: { const: false }, data: object({ message: text }) }),
    BackendFailure: object({ statusCode: { type: 'integer' }, error: text, message: text }),
    Problem: object({ type: text, title: text, status: { type: 'integer' }, detail: text }),
    ToolFailure: object({ error: text }, { detail: text })
};

interface Way {
    name: string;
    codes: Statuses;
    /** The schema and the body of a code, by media type. */
    bodies: Record<string, { schema: Json; body: (code: Code, status: number) => unknown }>;
    headers?: (codes: readonly Code[]) => Json;
}

type Statuses = readonly (readonly [code: string, status: number])[];

const ofWeb: Statuses = Object.entries(statuses).filter(([code]) => !code.startsWith('unknown_'));
/** Refusals that need a page, a human or credits do not occur on the backend API. */
const notOfBackend = ['bad_nonce', 'human_check', 'insufficient_credits', 'invalid_key', 'mail_refused'];
const ofBackend = ofWeb.filter(([code]) => !notOfBackend.includes(code));
const ofTools: Statuses = Object.entries(toolRefusals).map(([code, [status]]) => [code, status]);

const web: Way = {
    name: 'Failure',
    codes: ofWeb,
    bodies: {
        [jsonType]: {
            schema: failureSchemas.Failure,
            body: (code) => ({ success: false, data: { message: messages[code] } })
        }
    },
    headers: (codes) => ({
        'X-Svc-Error': { description: 'Why, as a code.', schema: { ...text, enum: codes } },
        ...(codes.includes('invalid_field') && {
            'X-Svc-Field': { description: 'The field that was wrong.', schema: text }
        })
    })
};

const titleOf = (status: number) => STATUS_CODES[status] ?? '';

/** The refusals: each status with its codes, example messages, and what the caller should do. */
type Code = Reason | 'internal';

/** Each code with a message as it may come. */
export const messages: Readonly<Record<Code, string>> = {
    unknown_action: 'Unknown action.',
    unknown_tool: 'Unknown tool',
    invalid_field: 'Invalid request.',
    invalid_key: 'This link is no longer valid.',
    human_check: 'Verification failed. Please try again.',
    not_logged_in: 'Please log in.',
    insufficient_credits: 'Not enough credits.',
    bad_nonce: 'Security check failed.',
    forbidden: 'You do not have permission to perform this action.',
    not_found: 'Not found.',
    wrong_state: 'This is no longer possible.',
    version_conflict: 'Someone else changed this. Your changes are not saved. Reload and try again.',
    too_large: 'Request too large.',
    unsupported_media_type: 'Unsupported content type.',
    too_many_requests: 'Too many requests.',
    internal: 'Something went wrong on our side. Try again in a minute.',
    mail_refused: 'The mail server rejected the email.',
    unavailable: 'The service is busy. Please try again.'
};

const meanings: Record<number, string> = {
    400: 'Invalid request: unknown action, invalid field, used or expired key, or failed human check.',
    401: 'Not logged in, or the token is invalid.',
    402: 'Not enough credits.',
    403: 'Invalid or expired nonce, cross-site request, or missing permission.',
    404: 'Not found, or not visible to the caller.',
    409: 'The current state does not allow this operation.',
    412: 'The version does not match If-Match. Read the resource again.',
    413: 'The body is too large.',
    415: 'Unsupported content type.',
    429: 'Too many requests. Retry after the number of seconds in Retry-After.',
    500: 'Internal error. Find details in the log by the X-Request-Id of the response.',
    502: 'The mail server rejected the email.',
    503: 'Busy, or the database is unavailable. Nothing was changed unless the message says so. Retry after the number of seconds in Retry-After.'
};

const codesBy = Map.groupBy(Object.entries({ ...statuses, internal: 500 }), ([, status]) => status);

export const refusals = Array.from(codesBy, ([status, codes]) => ({
    status,
    codes: codes.map(([code]) => code as Code),
    meaning: meanings[status] ?? ''
})).toSorted((a, b) => a.status - b.status);

const ways: Record<'action' | 'rest' | 'backend' | 'tools' | 'page', Way> = {
    action: web,
    rest: web,
    backend: {
        name: 'BackendFailure',
        codes: ofBackend,
        bodies: {
            [jsonType]: {
                schema: failureSchemas.BackendFailure,
                body: (code, status) => ({
                    statusCode: status,
                    error: titleOf(status),
                    message: messages[code]
                })
            },
            'application/problem+json': {
                schema: failureSchemas.Problem,
                body: (code, status) => ({
                    type: 'about:blank',
                    title: titleOf(status),
                    status,
                    detail: messages[code]
                })
            }
        }
    },
    tools: {
        name: 'ToolFailure',
        codes: ofTools,
        bodies: {
            [jsonType]: {
                schema: failureSchemas.ToolFailure,
                body: (code) => ({ error: toolRefusals[code]?.[1] })
            }
        }
    },
    page: {
        name: 'PageFailure',
        codes: [],
        bodies: {
            'text/html': {
                schema: text,
                body: (_, status) => `<!doctype html><title>${titleOf(status)}</title>`
            }
        }
    }
};

export type Refusing = keyof typeof ways;

/** The name of the response by which a surface refuses with this status. */
export const failureName = (surface: Refusing, status: number) => `${ways[surface].name}${status}`;

/** The codes of a surface that have this status. */
const codesOf = ({ codes }: Way, status: number) =>
    codes.filter(([, one]) => one === status).map(([code]) => code as Code);

/** A page shows a reason in words, the others as a code. `more` are the codes that nothing else of the surface has. */
export function failureOf(surface: Refusing, status: number, more: readonly Code[] = []): Json {
    const way = ways[surface];
    const codes = [...more, ...codesOf(way, status)];
    const headers = {
        ...way.headers?.(codes),
        ...((status === 429 || status === 503) && {
            'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } }
        })
    };
    const meaning = refusals.find((one) => one.status === status)?.meaning ?? titleOf(status);
    return {
        description: meaning,
        ...(Object.keys(headers).length > 0 && { headers }),
        content: Object.fromEntries(
            Object.entries(way.bodies).map(([type, { schema, body }]) => [
                type,
                surface === 'page'
                    ? { schema, example: body('internal', status) }
                    : { schema, examples: examplesOf(codes, (code) => body(code, status)) }
            ])
        )
    };
}

const examplesOf = (codes: readonly Code[], body: (code: Code) => unknown) =>
    Object.fromEntries(codes.map((code) => [code, { value: body(code) }]));

/** The examples of all codes of the web surface that have one of these statuses. */
export const webExamples = (statuses: readonly number[]) =>
    Object.assign(
        {},
        ...statuses.map((status) =>
            examplesOf(codesOf(web, status), (code) => web.bodies[jsonType]?.body(code, status))
        )
    ) as Json;
