// Connections: no client may take all of them, and health is answered while there is none left.
import { once } from 'node:events';
import { request } from 'node:http';
import net from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { bodyOf, paths } from '../support/clients/client.ts';
import { startedApp } from '../support/servers/test-app.ts';

async function listening(t: ExecutionContext, env: Record<string, string> = {}) {
    const { port } = await startedApp(t, { env });
    /** Opens connections that stay silent; those that are closed are opened again, as many times in all. */
    const occupy = async (localAddress: string, count: number) => {
        let again = count;
        const open = new Set<net.Socket>();
        const connect = async () => {
            const socket = net
                .connect({ port, host: '127.0.0.1', localAddress })
                .on('error', () => undefined);
            open.add(socket);
            socket.on('close', () => {
                open.delete(socket);
                again -= 1;
                if (again > 0) void connect();
            });
            await once(socket, 'connect').catch(() => undefined);
        };
        t.teardown(() => {
            again = 0;
            for (const socket of open) socket.destroy();
        });
        await Promise.all(Array.from({ length: count }, connect));
    };
    const get = (path: string, localAddress: string) => answerTo({ port, path, localAddress });
    return { occupy, get };
}

/** Over a connection of its own; undefined where it was closed without an answer. */
async function answerTo({ port, path, localAddress }: { port: number; path: string; localAddress: string }) {
    const sent = request({ port, path, localAddress, host: '127.0.0.1', agent: false }).end();
    const answers = once(sent, 'response') as Promise<
        [NodeJS.ReadableStream & { statusCode: number; headers: Record<string, string> }]
    >;
    const [answer] = await answers.catch(() => [undefined] as const);
    if (!answer) return undefined;
    const parts: string[] = [];
    for await (const part of answer) parts.push(String(part));
    const { statusCode, headers } = answer;
    return { statusCode, headers, body: bodyOf(headers['content-type'], parts.join('')) };
}

test('a client that keeps reopening 1,100 idle connections leaves room for other clients [87]', async (t) => {
    const { occupy, get } = await listening(t);
    await occupy('127.0.0.2', 1100);
    for (let asked = 0; asked < 50; asked += 1)
        t.is((await get('/', '127.0.0.3'))?.statusCode, 200, `call ${asked}`);
});

test('when clients hold every connection, health is answered and others get retry [87]', async (t) => {
    const { occupy, get } = await listening(t);
    for (const client of [2, 3, 4, 5]) await occupy(`127.0.0.${client}`, 250);
    const unknown = await get(paths.ajax, '127.0.0.9');
    t.deepEqual(
        [unknown?.statusCode, unknown?.headers['connection']],
        [503, 'close'],
        'no action is looked for'
    );
    for (let asked = 0; asked < 5; asked += 1) {
        t.is((await get('/healthz', '127.0.0.9'))?.statusCode, 200);
        t.is((await get('/readyz', '127.0.0.9'))?.statusCode, 200);
    }
    const refused = await get('/rest/svc/v1/session', '127.0.0.9');
    t.is(refused?.statusCode, 503);
    t.is(refused?.headers['connection'], 'close');
    t.is(refused?.headers['x-content-type-options'], 'nosniff');
    t.deepEqual(refused?.body, {
        success: false,
        data: { message: 'The service is busy. Please try again.' }
    });
});

test('a client at its bound is answered again once it closes connections', async (t) => {
    const { get } = await listening(t, { CONNECTIONS_PER_ADDRESS: '1' });
    for (let asked = 0; asked < 5; asked += 1) t.is((await get('/', '127.0.0.2'))?.statusCode, 200);
});

test('a trusted proxy has no separate limit, and 0 means no limit', async (t) => {
    const settings = [{ TRUSTED_PROXIES: '127.0.0.0/8' }, { CONNECTIONS_PER_ADDRESS: '0' }];
    for (const env of settings) {
        const { occupy, get } = await listening(t, { CONNECTIONS_PER_ADDRESS: '5', ...env });
        await occupy('127.0.0.2', 500);
        t.is((await get('/', '127.0.0.2'))?.statusCode, 200);
    }
});
