// The tool server: each tool is an ordinary hapi route; the catalog and /mcp read them back from the server.
import type { Plugin, Request, RouteOptionsPayload, Server, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { sha256 } from '../../../db/tokens.ts';
import { mayCallTool } from '../../../db/accounts/service-tokens.ts';
import type { App } from '../../app.ts';
import { bodyOf, jsonType, readByScheme } from '../http/bodies.ts';
import { type Json, schemaOf } from '../openapi/json-schemas.ts';
import { callTool } from './calls.ts';
import { UnknownTool } from './failures.ts';

/** The version of the catalog. */
export const catalogVersion = '1.0.0';

/** Hints for agents, as the Model Context Protocol defines them. */
interface Annotations {
    readOnlyHint: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint: boolean;
}

export interface Tool<Arguments = unknown> {
    name: string;
    title: string;
    description: string;
    /** What the catalog says of the arguments, and what they must be. An argument given as null is not given. */
    input: Joi.ObjectSchema;
    /** What is let through to `run` where it checks for itself, because its failures stand inside a 200. */
    accepts?: Joi.ObjectSchema;
    output: Joi.ObjectSchema;
    annotations: Annotations;
    /** Milliseconds for one call. */
    timeout: number;
    maxBytes?: number;
    /** The answer that tells of a failure inside a 200; left out, a failure is a 500. */
    failed?: (message: string) => object;
    run: (given: Arguments, signal: AbortSignal) => Promise<object>;
}

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        tool?: Tool<never>;
    }
}

const toolPath = '/tools/';

/** A tool as a hapi route. */
export function tool<Arguments>(app: App, it: Tool<Arguments>): ServerRoute {
    return {
        method: 'POST',
        path: toolPath + it.name,
        options: {
            id: `tool:${it.name}`,
            description: it.description,
            tags: ['tool'],
            app: { limit: 'tools', tool: it },
            auth: { strategy: 'tool-token', payload: 'required' },
            state: { parse: false }, // a cookie beside a token is nothing to us
            payload: { ...toolPayload(it.maxBytes), ...readByScheme }
        },
        handler: (request) => callTool(app, it, () => bodyOf(request), callerOf(request).name)
    };
}

/** A body without a type is not taken for JSON; what is compressed counts as it is when unpacked. */
export const toolPayload = (maxBytes = 1024 * 1024): RouteOptionsPayload => ({
    timeout: false, // Node's own, of 30 seconds, counts
    parse: 'gunzip',
    output: 'data',
    allow: jsonType,
    defaultContentType: 'application/octet-stream',
    maxBytes
});

/** Of a body that nobody wants even the size is nobody's business. */
const unread: RouteOptionsPayload = { parse: false, output: 'stream', maxBytes: Number.MAX_SAFE_INTEGER };

export const tools: Plugin<App> = {
    name: 'tools',
    dependencies: ['auth'],
    register(server) {
        server.route([
            {
                method: 'GET',
                path: `${toolPath}list`,
                options: {
                    description: 'The tools that this token may call.',
                    tags: ['tool'],
                    auth: 'tool-token',
                    app: { limit: 'tools', told: { surface: 'tools', answer: catalog, versioned: true } }
                },
                handler: (request, h) => {
                    const catalog = JSON.stringify(catalogFor(request));
                    return h
                        .response(catalog)
                        .type(jsonType)
                        .etag(sha256(catalog), { weak: false, vary: false });
                }
            },
            {
                method: '*',
                path: `${toolPath}{name*}`,
                options: { auth: 'tool-token', payload: unread },
                handler: ({ params }) => {
                    throw new UnknownTool(params['name']);
                }
            }
        ]);
    }
};

const catalog = Joi.object({
    version: Joi.valid(catalogVersion).required(),
    tools: Joi.array()
        .items(
            Joi.object({
                name: Joi.string().required(),
                title: Joi.string().required(),
                description: Joi.string().required(),
                inputSchema: Joi.object().required(),
                outputSchema: Joi.object().required(),
                annotations: Joi.object().required()
            })
        )
        .required()
});

interface Caller {
    name: string;
    scopes: readonly string[];
}

/** The token that calls. */
export function callerOf({ auth }: Request): Caller {
    const { token, scope } = auth.credentials ?? {};
    return { name: token?.name ?? '', scopes: scope ?? [] };
}

/** The tools that whoever asks may call, by name. */
export function toolsFor(server: Server, { scopes }: Caller): Tool<never>[] {
    return registered(server).filter(({ name }) => mayCallTool(scopes, name));
}

function registered(server: Server) {
    const tools = server.table().flatMap(({ settings }) => settings.app?.tool ?? []);
    return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const catalogFor = (request: Request) => ({
    version: catalogVersion,
    tools: toolsFor(request.server, callerOf(request)).map(entryOf)
});

type Entry = Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> & {
    inputSchema: Json;
    outputSchema: Json;
};

const entries = new WeakMap<Tool<never>, Entry>();

/** A tool as the catalog shows it, made once. */
export function entryOf(tool: Tool<never>): Entry {
    const { name, title, description, annotations } = tool;
    const known = entries.get(tool);
    if (known) return known;
    const schemas = { inputSchema: schemaOf(tool.input), outputSchema: schemaOf(tool.output) };
    const entry = { name, title, description, ...schemas, annotations };
    entries.set(tool, entry);
    return entry;
}
