// Agents: programs that call tools, over plain HTTP and over the Model Context Protocol with its official client.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ExecutionContext } from 'ava';
import { issueToken } from '../../../db/accounts/service-tokens.ts';
import { listToolCalls } from '../../../db/agents/calls.ts';
import { ask } from '../people/roles.ts';
import type { TestApp } from '../servers/test-app.ts';

interface Badge {
    scopes?: string[];
    name?: string;
    expiresAt?: number;
}

type Headers = Record<string, string>;

const json = { 'content-type': 'application/json' };

/** An agent with a new service token. */
export async function agentOf(
    testApp: TestApp,
    { scopes = ['tool:*'], name = 'agent', expiresAt }: Badge = {}
) {
    const { store, server, now } = testApp;
    const issued = await store.write((tx) => issueToken(tx, { name, scopes, expiresAt, at: now() }));
    const mine = { 'x-service-token': issued.token };
    const post = (url: string, given: unknown, headers: Headers) => {
        const payload = typeof given === 'string' || Buffer.isBuffer(given) ? given : JSON.stringify(given);
        return ask(server, { method: 'POST', url, headers: { ...mine, ...json, ...headers }, payload });
    };
    return {
        ...issued,
        headers: mine,
        /** Calls a tool with these arguments; a text or bytes are sent as they are. */
        call: (tool: string, given: unknown = {}, headers: Headers = {}) =>
            post(`/tools/${tool}`, given, headers),
        list: (headers: Headers = {}) =>
            ask(server, { url: '/tools/list', headers: { ...mine, ...headers } }),
        /** Sends one message of the Model Context Protocol, or whatever else. */
        message: (message: unknown, headers: Headers = {}) =>
            post('/mcp', message, { ...accepts, ...headers }),
        /** Sends one in the revision without a handshake, where each brings what others say once. */
        modern: (method: string, params: object = {}, revision: string = revisions[2]) =>
            post(
                '/mcp',
                { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: metaOf(revision) } },
                { ...accepts, 'mcp-protocol-version': revision, 'mcp-method': method }
            )
    };
}

const accepts = { accept: 'application/json, text/event-stream' };

const metaOf = (revision: string) => ({
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {}
});

/** Revisions of the Model Context Protocol; the last one knows no handshake. */
export const revisions = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

/** The official client, connected to the test app's server in this revision. */
export async function mcpClient(t: ExecutionContext, testApp: TestApp, token: string, revision: Revision) {
    const options =
        revision === '2026-07-28'
            ? { versionNegotiation: { mode: { pin: revision } } }
            : { supportedProtocolVersions: [revision] };
    const client = new Client({ name: 'test', version: '1.0.0' }, options);
    const url = new URL('/mcp', await listening(t, testApp));
    const transport = new StreamableHTTPClientTransport(url, {
        authProvider: { token: () => Promise.resolve(token) }
    });
    await client.connect(transport);
    t.teardown(() => client.close());
    return client;
}

/** Where the test app's server listens; from the first time on until the test ends. */
export async function listening(t: ExecutionContext, { server: { listener } }: TestApp) {
    if (!listener.listening) {
        await once(listener.listen(0, '127.0.0.1'), 'listening');
        t.teardown(() => {
            listener.close();
            listener.closeAllConnections();
        });
    }
    return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

/** The record of all calls, oldest first. The write waits for the records that are not written yet. */
export async function recordOf({ store }: TestApp) {
    await store.write(async () => undefined);
    const { items } = await listToolCalls(store.read, { limit: 100, offset: 0 });
    return items.toReversed();
}
