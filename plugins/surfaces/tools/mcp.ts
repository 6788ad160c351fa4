// The Model Context Protocol over the same tools: one address for both its generations, and no sessions.
import { Readable } from 'node:stream';
import type { Plugin, Request as Asked, ResponseToolkit, RouteOptions, Server } from '@hapi/hapi';
import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import Joi from 'joi';
import { Refusal } from '../../../db/refusal.ts';
import type { App } from '../../app.ts';
import { tokenInHeaderOrBearer, type TokenStrategy } from '../auth/token-scheme.ts';
import { bodyOf, jsonType, largestBody } from '../http/bodies.ts';
import type { Json } from '../openapi/json-schemas.ts';
import { callTool } from './calls.ts';
import { callerOf, catalogVersion, entryOf, toolsFor } from './catalog.ts';
import { ToolFailure, toolFailureOf } from './failures.ts';
import { toolPayload } from './index.ts';
import type { Tool } from './tool.ts';

const path = '/mcp';

export const mcp: Plugin<App> = {
    name: 'mcp',
    dependencies: ['auth', 'tools'],
    register(server, app) {
        let opened: ReturnType<typeof openHandler> | undefined;
        const answered = async (request: Asked, h: ResponseToolkit, parsedBody?: object) => {
            const handler = await (opened ??= openHandler(app, server));
            return relayed(
                await handler.fetch(asWebRequest(request), { authInfo: whoAsks(request), parsedBody }),
                h
            );
        };
        const strategy: TokenStrategy = { tokenIn: tokenInHeaderOrBearer };
        server.auth.strategy('mcp-token', 'service-token', strategy);
        const guard = guardOf(app.config.origins);
        server.route([
            {
                method: 'POST',
                path,
                options: { ...guard, ...told, payload: toolPayload(largestBody) },
                handler: (request, h) => answered(request, h, bodyOf(request))
            },
            {
                method: '*',
                path,
                options: { ...guard, app: { limit: 'tools' }, payload: { parse: false, output: 'stream' } },
                handler: (request, h) => answered(request, h)
            }
        ]);
    }
};

const told: RouteOptions = {
    description:
        'The Model Context Protocol over the same tools: revision 2026-07-28, and those of 2025 without sessions.',
    tags: ['tool'],
    app: {
        limit: 'tools',
        told: {
            surface: 'tools',
            types: [jsonType, 'text/event-stream'], // what stands in them the protocol says
            also: [202, 403],
            body: Joi.object({
                jsonrpc: Joi.string().valid('2.0').required(),
                id: [Joi.string(), Joi.number()],
                method: Joi.string().required(),
                params: Joi.object()
            })
        }
    }
};

/** A page of another site is turned away even with a token: it may have talked somebody into giving it. */
const guardOf = (origins: readonly string[]): RouteOptions => ({
    auth: 'mcp-token',
    ext: {
        onPreAuth: {
            method({ headers: { origin } }, h) {
                if (typeof origin === 'string' && !origins.includes(origin))
                    throw new Refusal('forbidden', 'Forbidden');
                return h.continue;
            }
        }
    }
});

/** Loads its library with the first request: 35 MB that many installations never need. */
async function openHandler(app: App, hapi: Server) {
    const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server');
    return createMcpHandler(
        ({ authInfo: { clientId: name, scopes } = nobody }) => {
            const server = new McpServer(
                { name: 'sage-council', version: catalogVersion },
                { capabilities: { tools: { listChanged: false } } } // so a subscription ends as soon as it is made
            );
            for (const tool of toolsFor(hapi, { name, scopes })) offer(server, app, tool, name);
            return server;
        },
        // Its message may repeat what was sent.
        { onerror: ({ name }) => app.log.warn({ name }, 'message of the Model Context Protocol refused') }
    );
}

const nobody = { clientId: '', scopes: [] };

/** Who asks, as the library hands it on; it never sees the token. */
function whoAsks(request: Asked) {
    const { name, scopes } = callerOf(request);
    return { token: '', clientId: name, scopes: [...scopes] };
}

function offer(server: McpServer, app: App, tool: Tool<never>, caller: string) {
    const { name, inputSchema, outputSchema, ...shown } = entryOf(tool);
    server.registerTool(
        name,
        { ...shown, inputSchema: asTold(inputSchema), outputSchema: asTold(outputSchema) },
        (given) =>
            callTool(app, tool, () => given, caller).then(answerOf, (error: unknown) => failed(app, error))
    );
}

/** Shows a schema and lets everything pass: arguments are judged where those of all doors are, in the same words. */
const asTold = (schema: Json): StandardSchemaWithJSON => ({
    '~standard': {
        version: 1,
        vendor: 'joi',
        validate: (value) => ({ value }),
        jsonSchema: { input: () => schema, output: () => schema }
    }
});

const answerOf = (answer: object): CallToolResult => ({
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: { ...answer }
});

function failed({ log }: App, error: unknown): CallToolResult {
    if (!(error instanceof Refusal || error instanceof ToolFailure)) log.error({ err: error }, 'call failed');
    // No structured content: that would have to meet the tool's output schema, and some clients look.
    return { content: [{ type: 'text', text: JSON.stringify(toolFailureOf(error).body) }], isError: true };
}

/** What the library may know of a request: no token, no address, no cookie. */
const known = /^(accept|content-type|mcp-.+)$/;

function asWebRequest({ method, headers }: Asked) {
    const shown = Object.entries(headers).filter(([name]) => known.test(name));
    // Everything but POST is refused alike, and some methods cannot even be said.
    return new Request(`http://localhost${path}`, {
        method: method === 'post' ? 'POST' : 'GET',
        headers: shown.map(([name, value]) => [name, String(value)] as [string, string])
    });
}

/** A stream of events is passed on as it comes, everything else at once. */
async function relayed(answer: Response, h: ResponseToolkit) {
    const streams = answer.headers.get('content-type')?.startsWith('text/event-stream');
    const body =
        streams && answer.body ? Readable.fromWeb(answer.body) : Buffer.from(await answer.arrayBuffer());
    const response = h.response(body).code(answer.status);
    for (const [name, value] of answer.headers) if (name !== 'connection') response.header(name, value);
    return response;
}
