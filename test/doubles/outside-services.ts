// Services that tools call, as doubles on loopback that may be rude; and the agent that calls the tools.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createListener, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { issueToken } from '../../db/accounts/service-tokens.ts';
import { ask } from '../support/people/roles.ts';
import type { TestApp } from '../support/servers/test-app.ts';
import { listenOnLoopback } from './ports.ts';

/** Calls this tool with a token for all tools; a text is sent as it is. */
export async function callerOf({ store, server, now }: TestApp, tool: string) {
    const agent = { name: 'agent', scopes: ['tool:*'], at: now() };
    const { token } = await store.write((tx) => issueToken(tx, agent));
    return (given: unknown) =>
        ask(server, {
            method: 'POST',
            url: `/tools/${tool}`,
            headers: { 'x-service-token': token, 'content-type': 'application/json' },
            payload: typeof given === 'string' ? given : JSON.stringify(given)
        });
}

export interface Received {
    method: string | undefined;
    url: string | undefined;
    headers: Record<string, unknown>;
    body: string;
}

/** An HTTP service that answers like this, once it has the whole request. It ends with its test. */
export async function service(
    t: ExecutionContext,
    answer: (response: ServerResponse, request: Received) => void
) {
    const received: Received[] = [];
    const hear = async (request: IncomingMessage, response: ServerResponse) => {
        const { method, url, headers } = request;
        const whole = { method, url, headers, body: await text(request) };
        received.push(whole);
        answer(response, whole);
    };
    const server = createServer((request, response) => void hear(request, response));
    t.teardown(() => server.closeAllConnections());
    return { ...(await listening(t, server)), received };
}

/** Does not speak HTTP: sends the same answer to every client that has sent data. */
export async function rawService(t: ExecutionContext, says: (heard: string) => string) {
    return listening(
        t,
        createListener((socket) => socket.on('data', (data) => socket.end(says(String(data)))))
    );
}

async function listening(t: ExecutionContext, server: Server) {
    let connections = 0;
    server.on('connection', (socket: Socket) => {
        connections += 1;
        socket.on('error', () => undefined); // the caller may disconnect
    });
    const port = await listenOnLoopback(server);
    t.teardown(() => server.close());
    return { port, place: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, seen: () => connections };
}

/** Continues in pieces of so many bytes until the client disconnects. `sent` is the number of bytes. */
export function endless(size: number) {
    const piece = 'x'.repeat(size);
    let sent = 0;
    return {
        sent: () => sent,
        flow(this: void, response: ServerResponse, status: number) {
            response.writeHead(status, { 'content-type': 'application/json' });
            const timer = setInterval(() => {
                response.write(piece);
                sent += piece.length;
            }, 1);
            response.on('close', () => clearInterval(timer));
        }
    };
}
