// Every answer in a test is compared with /openapi.json: a field or a status that it does not contain fails the test.
import { Readable } from 'node:stream';
import type { Request, Server } from '@hapi/hapi';
import type { Config } from '../../../config/index.ts';
import { openapi } from '../../../plugins/surfaces/openapi/index.ts';
import { misfits, type Schema } from './json-schema.ts';

const json = 'application/json';
const page = 'text/html';

type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;

/** From now on every answer of this server must match its document; `fail` is called for any other. */
export function assertOpenapiContract(fail: (message: string) => void, server: Server, config: Config) {
    server.ext('onPreResponse', (request, h) => {
        const { response } = request;
        const responses = toldFor(server, config, request);
        if ('isBoom' in response || !responses) return h.continue;
        const { statusCode, source } = response;
        const { contentType } = response as { contentType?: string | null }; // hapi's types leave it out
        const isPage = contentType?.startsWith(page) === true;
        const wrong = wrongWith(responses, statusCode, source as unknown, isPage);
        if (wrong.length > 0) fail(`${request.method} ${request.path}: ${statusCode}: ${wrong.join('; ')}`);
        return h.continue;
    });
}

function wrongWith(responses: Responses, status: number, source: unknown, isPage: boolean) {
    const reported = responses[status];
    // What is broken or busy, anything may be.
    if (!reported) return status >= 500 ? [] : ['/openapi.json does not tell of this status'];
    if (isPage && status < 300)
        return reported.content?.[page] ? [] : ['/openapi.json does not tell of this page'];
    const schema = reported.content?.[json]?.schema;
    const isJson = schema && !Buffer.isBuffer(source) && !(source instanceof Readable);
    return isJson && status < 300 ? misfits(closed(schema), asSent(source)) : [];
}

const closedOnes = new WeakMap<Schema, Schema>();

/** The document lets fields come later; a field that it does not name today is one that it forgot. */
export function closed(schema: Schema): Schema {
    const known = closedOnes.get(schema) ?? (withoutMore(schema) as Schema);
    closedOnes.set(schema, known);
    return known;
}

function withoutMore(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(withoutMore);
    if (typeof node !== 'object' || node === null) return node;
    const parts = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, withoutMore(part)]));
    return 'properties' in parts && !('additionalProperties' in parts) && parts['type'] === 'object'
        ? { ...parts, additionalProperties: false }
        : parts;
}

/** As it arrives: what is undefined is not there. */
const asSent = (source: unknown): unknown =>
    JSON.parse(typeof source === 'string' ? source : JSON.stringify(source));

const reported = new Map<string, Map<string, Responses>>();

/** What the document says of the route that answers; made once for all servers that are alike. */
function toldFor(server: Server, config: Config, { route }: Request) {
    const alike = JSON.stringify([config.paths, config.plainFailures]);
    const known = reported.get(alike) ?? responsesByRoute(server, config);
    reported.set(alike, known);
    return known.get(`${route.method} ${route.path}`);
}

interface Operation {
    responses: Responses;
}

interface Document {
    paths: Record<string, Record<string, Operation>>;
    components: Record<string, Record<string, unknown>>;
}

function responsesByRoute(server: Server, config: Config) {
    const document = openapi(server, config) as unknown as Document;
    const { paths } = withoutNames(document);
    return new Map(
        Object.entries(paths).flatMap(([path, methods]) =>
            Object.entries(methods).map(
                ([method, { responses }]) => [`${method} ${routeOf(path, config)}`, responses] as const
            )
        )
    );
}

/** The path of the route behind an address: a form action is described at its own. */
const routeOf = (path: string, { paths: { ajax } }: Config) => path.replace(`${ajax}/`, '/_actions/');

/** The same with every reference followed. */
export function withoutNames<Whole extends Pick<Document, 'components'>>(document: Whole): Whole {
    return followed(document, document) as Whole;
}

function followed(node: unknown, document: Pick<Document, 'components'>): unknown {
    if (Array.isArray(node)) return node.map((part) => followed(part, document));
    if (typeof node !== 'object' || node === null) return node;
    const { $ref = '' } = node as { $ref?: unknown };
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(String($ref)) ?? [];
    if (kind) return followed(document.components[kind]?.[name], document);
    return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, followed(part, document)]));
}
