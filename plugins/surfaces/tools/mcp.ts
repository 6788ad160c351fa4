// The Model Context Protocol over the same tools: one address for both its generations, and no sessions.
import { Readable } from 'node:stream';
import type { Plugin, Request as HapiRequest, ResponseToolkit, RouteOptions, Server } from '@hapi/hapi';
import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import Joi from 'joi';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { bodyOf, jsonType, largestBody } from '../http/bodies/index.ts';
import type { Json } from '../openapi/json-schemas.ts';
import { tokenInHeaderOrBearer, type TokenStrategy } from '../auth/schemes.ts';
import { toolCall } from './calls.ts';
import { callerOf, catalogVersion, entryOf, toolsFor } from './catalog.ts';
import { ToolFailure, toolFailureOf } from './failures.ts';
import { mostBytesOfTool, toolPayload } from './index.ts';
import type { Tool } from './tool.ts';

const path = '/mcp';

export const mcp: Plugin<App> = {
    name: 'mcp',
    dependencies: ['auth', 'tools'],
    register(server, app) {
        const respond = responder(app, server);
        const strategy: TokenStrategy = { tokenIn: tokenInHeaderOrBearer };
        server.auth.strategy('mcp-token', 'service-token', strategy);
        const guard = guardOf(app.config.origins);
        server.route([
            {
                method: 'POST',
                path,
                options: {
                    ...guard,
                    ...docs,
                    app: {
                        ...docs.app,
                        maxBytesFor: (scopes) => mostBytesFor(toolsFor(server, { name: '', scopes }))
                    },
                    auth: { strategy: 'mcp-token', payload: 'required' },
                    payload: toolPayload(largestBody)
                },
                handler: (request, h) => respond(request, h, messageIn(request))
            },
            {
                method: '*',
                path,
                options: { ...guard, app: { limit: 'tools' }, payload: { parse: false, output: 'stream' } },
                handler: (request, h) => respond(request, h)
            }
        ]);
    }
};

const longestId = 1000;

/** Refuses an `id` of megabytes: the library copies it several times, and others would wait. */
function messageIn(request: HapiRequest) {
    const message = bodyOf(request);
    const { id } = message;
    if (typeof id === 'string' && id.length > longestId)
        throw new Refusal('invalid_field', `id must have at most ${longestId} characters.`, { field: 'id' });
    return message;
}

/** A message contains the arguments of a tool and some fields around them. */
const mostBytesFor = (callable: readonly Pick<Tool, 'maxBytes'>[]) =>
    Math.max(...callable.map(({ maxBytes = 0 }) => maxBytes), mostBytesOfTool) + mostBytesOfTool;

const docs: RouteOptions = {
    id: 'callMcp',
    description:
        'The Model Context Protocol over the same tools: revision 2026-07-28, and those of 2025 without sessions.',
    tags: ['tool'],
    app: {
        limit: 'tools',
        docs: {
            surface: 'tools',
            types: [jsonType, 'text/event-stream'], // the protocol defines their contents
            also: [202, 403],
            body: Joi.object({
                jsonrpc: Joi.string().valid('2.0').required(),
                id: [Joi.string().max(longestId), Joi.number()],
                method: Joi.string().required(),
                params: Joi.object()
            })
        }
    }
};

/** Refuses a page of another site even with a token: it may have tricked a user into giving the token away. */
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

/** Hands requests to the library, which the first one loads: it takes 35 MB, which many installations never need. */
function responder(app: App, server: Server) {
    let opened: ReturnType<typeof openHandler> | undefined;
    return async (request: HapiRequest, h: ResponseToolkit, parsedBody?: object) => {
        const handler = await (opened ??= openHandler(app, server));
        const options = { authInfo: authInfoOf(request), parsedBody };
        const response = await handler.fetch(asWebRequest(request), options);
        return relayed(readsStreams(request) ? response : await asJson(response), h);
    };
}

async function openHandler(app: App, hapi: Server) {
    const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server');
    return createMcpHandler(
        ({ authInfo: { clientId: name, scopes } = nobody }) => {
            const server = new McpServer(
                { name: 'sage-council', version: catalogVersion },
                { capabilities: { tools: { listChanged: false } } } // so a subscription ends as soon as it is created
            );
            for (const tool of toolsFor(hapi, { name, scopes })) registerTool(server, app, tool, name);
            return server;
        },
        // The error's message may repeat what was sent, so only its name is logged.
        { onerror: ({ name }) => app.log.warn({ name }, 'MCP message rejected') }
    );
}

const nobody = { clientId: '', scopes: [] };

/** The caller, in the form that the library passes on; it never sees the token. */
function authInfoOf(request: HapiRequest) {
    const { name, scopes } = callerOf(request);
    return { token: '', clientId: name, scopes: [...scopes] };
}

function registerTool(server: McpServer, app: App, tool: Tool<never>, caller: string) {
    const { name, inputSchema, outputSchema, ...shown } = entryOf(tool);
    server.registerTool(
        name,
        { ...shown, inputSchema: withoutChecks(inputSchema), outputSchema: withoutChecks(outputSchema) },
        async (input) => {
            try {
                return resultOf(await toolCall(app, tool, () => input, caller).run(), tool);
            } catch (error) {
                return failed(app, error);
            }
        }
    );
}

/** Shows a schema and lets everything pass: arguments are validated in `toolCall`, with the same messages on both surfaces. */
const withoutChecks = (schema: Json): StandardSchemaWithJSON => ({
    '~standard': {
        version: 1,
        vendor: 'joi',
        validate: (value) => ({ value }),
        jsonSchema: { input: () => schema, output: () => schema }
    }
});

/** A tool that reports its failures in its output reports them in `error`. */
const resultOf = (output: object, { failed }: Tool<never>): CallToolResult => ({
    content: [{ type: 'text', text: JSON.stringify(output) }],
    structuredContent: { ...output },
    ...(failed && 'error' in output && { isError: true })
});

function failed({ log }: App, error: unknown): CallToolResult {
    if (!(error instanceof Refusal || error instanceof ToolFailure)) log.error({ err: error }, 'call failed');
    // Without structured content: it would have to match the tool's output schema, and some clients check that.
    return { content: [{ type: 'text', text: JSON.stringify(toolFailureOf(error).body) }], isError: true };
}

/** Whether a client names streams of events in Accept. Any other is answered as JSON, which is what it means. */
const readsStreams = ({ headers }: HapiRequest) => /text\/event-stream/i.test(String(headers['accept']));

/** The answer in a stream of events, as JSON. Messages before it are for those who read streams. */
async function asJson(response: Response) {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
    const events = (await response.text()).matchAll(/^data: (\{.*\})\r?$/gm);
    const answers = Array.from(events, ([, text = '']) => JSON.parse(text) as object);
    return Response.json(answers.findLast((message) => 'result' in message || 'error' in message));
}

/** The headers that the library may see: no token, no address, no cookie. */
const known = /^(content-type|mcp-.+)$/;

/** The library wants both types of each client. */
const accept = 'application/json, text/event-stream';

function asWebRequest({ method, headers }: HapiRequest) {
    const shown = Object.entries({ ...headers, accept }).filter(
        ([name]) => name === 'accept' || known.test(name)
    );
    // The library refuses every method but POST alike, and `Request` does not take some of them.
    return new Request(`http://localhost${path}`, {
        method: method === 'post' ? 'POST' : 'GET',
        headers: shown
    });
}

/** Passes on a stream of events as it arrives, any other response as a whole. */
async function relayed(response: Response, h: ResponseToolkit) {
    const streams = response.headers.get('content-type')?.startsWith('text/event-stream');
    const body =
        streams && response.body
            ? Readable.fromWeb(response.body)
            : Buffer.from(await response.arrayBuffer());
    const relay = h.response(body).code(response.status);
    for (const [name, value] of response.headers) if (name !== 'connection') relay.header(name, value);
    return relay;
}
