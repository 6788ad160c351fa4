// What is refused before its body is read, over real HTTP: the answer must arrive all the same.
import { once } from 'node:events';
import net from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Server } from '@hapi/hapi';
import test, { type ExecutionContext } from 'ava';
import { largestBody } from '../../plugins/surfaces/http/bodies/index.ts';
import { sendingTimes } from '../../server.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const forEver = { headersTimeout: 0, requestTimeout: 0, connectionsCheckingInterval: 20 };

/** Without `times` no connection is cut for being slow. */
async function listening(t: ExecutionContext, times = forEver) {
    const { server } = await createTestApp(t, { env: { PORT: '0' }, times });
    await server.start();
    t.teardown(() => server.stop({ timeout: 0 }));
    return server;
}

const ajax = '/rest/svc/v1/admin/admin-ajax.php?action=svc_get_active_splash';
const json = 'application/json';

interface Tries {
    url: string;
    type: string;
    times: number;
}

/** What `times` large bodies were answered, from a thread of its own: in ours the server would not run meanwhile. */
async function answersTo(tries: Tries): Promise<(number | string)[]> {
    const worker = new Worker(new URL('../support/servers/large-bodies.ts', import.meta.url), {
        workerData: tries
    });
    const [answers] = (await once(worker, 'message')) as [(number | string)[]];
    return answers;
}

test('a client that sends a large body without a valid token or session gets the refusal [4]', async (t) => {
    const { info } = await listening(t);
    const origin = `http://127.0.0.1:${info.port}`;
    for (const { times, url, type } of [
        { times: 30, url: `${origin}/tools/write_storage_object`, type: json },
        { times: 10, url: `${origin}/pl/context/`, type: json },
        { times: 10, url: origin + ajax, type: 'application/x-www-form-urlencoded' }
    ]) {
        t.deepEqual(await answersTo({ times, url, type }), Array(times).fill(401), url);
    }
});

/** Sends this. Answers what came back until the server closed the connection, and how many bytes it has read. */
async function sent(
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
    client.write(`POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Type: ${json}\r\n${head}\r\n\r\n`);
    feed?.(client);
    await closed;
    await ended;
    client.destroy();
    return { answer, read: theirs.bytesRead };
}

const endless = (socket: net.Socket) => {
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    const more = () => {
        while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
};

test('of a refused body at most the largest accepted size is read [86]', async (t) => {
    const server = await listening(t);
    const announced = await sent(server, 'Content-Length: 5000000000', { feed: endless });
    const unsaid = await sent(server, 'Transfer-Encoding: chunked', { feed: endless });
    for (const { read } of [announced, unsaid]) t.true(read < 2 * largestBody, `${read} bytes`);
    t.regex(unsaid.answer, /^HTTP\/1\.1 401 /);
});

test('a client that never sends the rest of a refused body is cut after 30 seconds [86]', async (t) => {
    t.is(sendingTimes.requestTimeout, 30_000);
    const server = await listening(t, { ...forEver, requestTimeout: 500 });
    const { answer } = await sent(server, 'Content-Length: 1000');
    t.regex(answer, /^HTTP\/1\.1 401 /);
});

test('a client that stops within a body or sends no request cannot hold a connection [86]', async (t) => {
    const server = await listening(t, { ...forEver, requestTimeout: 500 });
    const stopped = await sent(server, 'Content-Length: 1000', { url: '/rest/svc/v1/login' });
    t.regex(stopped.answer, /^HTTP\/1\.1 400 /);
    const broken = await sent(server, 'Content-Length: none');
    t.regex(broken.answer, /^HTTP\/1\.1 400 /);
});

test('a client that waits for 100 Continue is refused before its body', async (t) => {
    const head = 'Content-Length: 1000\r\nExpect: 100-continue';
    const { answer } = await sent(await listening(t), head);
    t.regex(answer, /^HTTP\/1\.1 401 /);
});

test('a body that announces too many bytes is refused before it is read, on any path [86]', async (t) => {
    const server = await listening(t);
    for (const [url, status] of [
        ['/rest/svc/v1/login', 413],
        ['/rest/svc/v1/intake/public', 413],
        ['/login', 404],
        ['/nowhere', 404],
        ['/rest/svc/v1/tasks/%/delete', 400],
        ['/sages/%e0%80/results', 400],
        ['/tools/nothing', 401]
    ] as const) {
        const { answer, read } = await sent(server, 'Content-Length: 1500000000', { url, feed: endless });
        t.regex(answer, new RegExp(`^HTTP/1\\.1 ${status} `), url);
        t.true(read < 1024 * 1024, `${read} bytes of ${url}`);
        const silent = await sent(server, 'Content-Length: 1500000000', { url });
        t.regex(silent.answer, new RegExp(`^HTTP/1\\.1 ${status} `), url);
    }
});

test('an announced body that never arrives has only the time of the head [86]', async (t) => {
    t.is(sendingTimes.headersTimeout, 10_000);
    const server = await listening(t, { ...forEver, headersTimeout: 500 });
    const { answer } = await sent(server, 'Content-Length: 1000', { url: '/rest/svc/v1/login' });
    t.regex(answer, /^HTTP\/1\.1 400 /);
});
