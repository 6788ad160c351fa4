// The tool server: each tool is an ordinary hapi route, with a token that may call it.
import type { Plugin, RouteOptionsPayload, ServerRoute } from '@hapi/hapi';
import { mayCallTool } from '../../../db/accounts/service-tokens.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { App } from '../../app.ts';
import { bodyOf, jsonPayload, jsonType, unreadPayload } from '../http/bodies/index.ts';
import { type HotRequest, type Hot } from '../http/asked.ts';
import { tokenInHeader, tokenInHeaderOrQuery, type TokenStrategy } from '../auth/schemes.ts';
import { toolCall } from './calls.ts';
import { callerOf, catalogFor, catalogSchema } from './catalog.ts';
import { UnknownTool } from './failures.ts';
import type { Tool } from './tool.ts';

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        tool?: Tool<never>;
    }
}

const toolPath = '/tools/';

/** A tool as a hapi route. */
export function tool<Arguments>(app: App, it: Tool<Arguments>): ServerRoute {
    const hot = it.hot && hotTool(app, it);
    return {
        method: 'POST',
        path: toolPath + it.name,
        options: {
            id: it.name,
            description: it.description,
            tags: ['tool'],
            app: { limit: 'tools', tool: it, ...(hot && { hot }) },
            auth: { strategy: 'tool-token', payload: 'required' },
            state: { parse: false }, // cookies do not count in addition to a token
            payload: toolPayload(it.maxBytes)
        },
        handler: (request) => toolCall(app, it, () => bodyOf(request), callerOf(request).name).run()
    };
}

/** What is refused on the fast path, hapi refuses again, and records. */
const hotTool =
    <Arguments>(app: App, it: Tool<Arguments>): Hot =>
    (request) => {
        const { refusal, run } = toolCall(app, it, () => bodyOf(request), callerOf(request).name);
        if (refusal) throw refusal;
        return async () => ({ body: await run() });
    };

/** The most bytes of the arguments of a tool, by default. */
export const mostBytesOfTool: number = jsonPayload.maxBytes;

/** How bodies of tools come in. One without a type is not taken for JSON; the size of a compressed one is that when unpacked. */
export const toolPayload = (maxBytes = mostBytesOfTool): RouteOptionsPayload => ({
    timeout: false,
    parse: 'gunzip',
    output: 'stream',
    allow: jsonType,
    defaultContentType: 'application/octet-stream',
    maxBytes
});

export const tools: Plugin<App> = {
    name: 'tools',
    dependencies: ['auth'],
    register(server, { config }) {
        const strategy: TokenStrategy = {
            tokenIn: config.tokenInQuery ? tokenInHeaderOrQuery : tokenInHeader,
            assertScopes: assertMayCall
        };
        server.auth.strategy('tool-token', 'service-token', strategy);
        server.route([catalogRoute, unknownRoute]);
    }
};

const catalogRoute: ServerRoute = {
    method: 'GET',
    path: `${toolPath}list`,
    options: {
        id: 'listTools',
        description: 'Returns the tools that this token can call.',
        tags: ['tool'],
        auth: 'tool-token',
        app: { limit: 'tools', docs: { surface: 'tools', response: catalogSchema, versioned: true } }
    },
    handler(request, h) {
        const catalog = JSON.stringify(catalogFor(request));
        return h.response(catalog).type(jsonType).etag(sha256(catalog), { weak: false, vary: false });
    }
};

/** Every path without a tool. */
const unknownRoute: ServerRoute = {
    method: '*',
    path: `${toolPath}{name*}`,
    options: { auth: 'tool-token', payload: unreadPayload },
    handler({ params }) {
        throw new UnknownTool(params['name']);
    }
};

/** hapi looks at scopes only once the body has come; a tool that the token may not call is refused before, as an unknown one. */
function assertMayCall({ route }: HotRequest, scopes: readonly string[]) {
    const { tool } = route.settings.app ?? {};
    if (tool && !mayCallTool(scopes, tool.name)) throw new UnknownTool(tool.name);
}
