// Bodies over a real connection, byte by byte.
import { once } from 'node:events';
import net from 'node:net';
import type { Server } from '@hapi/hapi';
import type { ExecutionContext } from 'ava';
import { startedApp } from './test-app.ts';

export const forEver = { headersTimeout: 0, requestTimeout: 0, connectionsCheckingInterval: 20 };

/** Without `times` no connection is cut for being slow. */
export const listening = async (t: ExecutionContext, times = forEver) =>
    (await startedApp(t, { times })).server;

/** Sends this. Answers what came back until the server closed the connection, and how many bytes it has read. */
export async function sent(
    { listener, info }: Server,
    head: string,
    { url = '/tools/task_get', feed }: { url?: string; feed?: (socket: net.Socket) => void } = {}
) {
    const client = net.connect({ port: Number(info.port), host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    client.on('error', () => undefined).on('data', (chunk) => (answer += String(chunk)));
    const [theirs] = (await once(listener, 'connection')) as [net.Socket];
    const closed = new Promise((resolve) => theirs.on('close', resolve));
    const ended = new Promise((resolve) => client.on('end', resolve).on('close', resolve));
    client.write(`POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${head}\r\n\r\n`);
    feed?.(client);
    await closed;
    await ended;
    client.destroy();
    return { answer, read: theirs.bytesRead };
}

export const endless = (socket: net.Socket) => {
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    const more = () => {
        while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
};
