// Outgoing calls: where they go, what bounds them, and that each is made once.
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { failure, resolving, startDouble, textOf, wayOut } from '../doubles/other-server.ts';

const KiB = 1024;

test('an internal host that the operator allows is called, at that port only', async (t) => {
    const [here, there] = [await startDouble(t), await startDouble(t)];
    const outgoing = wayOut(t, { allowed: [`127.0.0.1:${here.port}`, `[::1]:${there.port}`] });
    const answer = await outgoing.fetch(`http://127.0.0.1:${here.port}/a`);
    t.is(answer.status, 200);
    t.is(await textOf(answer), 'ok');
    t.is(await textOf(await outgoing.fetch(`http://[::1]:${there.port}/b`)), 'ok');
    t.is(await textOf(await outgoing.fetch(`http://2130706433:${here.port}/c`)), 'ok'); // the same host
    for (const url of [
        `http://127.0.0.1:${there.port}/`,
        `http://[::1]:${here.port}/`,
        `http://127.0.0.2:${here.port}/`,
        `http://localhost:${here.port}/`,
        `http://[::ffff:127.0.0.1]:${here.port}/`,
        'http://127.0.0.1/',
        'https://127.0.0.1/'
    ]) {
        t.is(await failure(t, outgoing.fetch(url), url), 'forbidden_address', url);
    }
    t.deepEqual(here.seen.requests, ['GET /a', 'GET /c']);
    t.deepEqual(there.seen.requests, ['GET /b']);
});

test('an allowed name allows only itself, not its parent, child, address or another name', async (t) => {
    const { port, seen } = await startDouble(t);
    const names = ['cms.example', 'example', 'a.cms.example', 'xcms.example', 'cms.example.'];
    const lookup = resolving(Object.fromEntries(names.map((name) => [name, ['127.0.0.1']])));
    const outgoing = wayOut(t, { allowed: [`cms.example:${port}`], lookup });
    for (const host of ['example', 'a.cms.example', 'xcms.example', 'cms.example.', '127.0.0.1']) {
        t.is(await failure(t, outgoing.fetch(`http://${host}:${port}/`), host), 'forbidden_address', host);
    }
    t.deepEqual(seen, { connections: 0, requests: [] });
});

test('without a port it is that of the scheme', async (t) => {
    const outgoing = wayOut(t, { allowed: ['127.0.0.1:80', '127.0.0.2:443'] });
    const codeOf = (url: string) =>
        outgoing.fetch(url, { timeout: 1000 }).then(
            () => 'answered',
            ({ code }: { code: string }) => code
        );
    t.is(await codeOf('https://127.0.0.1/'), 'forbidden_address');
    t.is(await codeOf('http://127.0.0.2/'), 'forbidden_address');
    for (const url of ['http://127.0.0.1/', 'https://127.0.0.2/'])
        t.not(await codeOf(url), 'forbidden_address');
});

test('redirects are returned and never followed', async (t) => {
    const secret = await startDouble(t);
    for (const status of [301, 302, 303, 307, 308]) {
        const location = `http://127.0.0.1:${secret.port}/latest/meta-data`;
        const first = await startDouble(t, (_, response) => response.writeHead(status, { location }).end());
        const allowed = [`127.0.0.1:${first.port}`, `127.0.0.1:${secret.port}`];
        const outgoing = wayOut(t, { allowed });
        const answer = await outgoing.fetch(`http://127.0.0.1:${first.port}/`, {
            method: 'POST',
            body: '{}'
        });
        t.is(answer.status, status);
        t.is(first.seen.requests.length, 1);
    }
    t.deepEqual(secret.seen, { connections: 0, requests: [] });
});

const hangs: Record<string, (response: ServerResponse) => unknown> = {
    'before the head': () => undefined,
    'after the head': (response) => response.writeHead(200).flushHeaders(),
    'in the middle of the body': (response) => response.write('half of it')
};

for (const [where, hang] of Object.entries(hangs)) {
    test(`a call ends at its timeout, also when the server hangs ${where}`, async (t) => {
        const { signal } = new AbortController(); // a signal of the caller changes nothing about it
        const { port, seen } = await startDouble(t, (_, response) => hang(response));
        const outgoing = wayOut(t, { allowed: [`127.0.0.1:${port}`] });
        const url = `http://127.0.0.1:${port}/`;
        const whole = async () => textOf(await outgoing.fetch(url, { timeout: 1000, signal }));
        t.is(await failure(t, whole()), 'timeout');
        t.true(seen.requests.length <= 1, 'it is not repeated');
    });
}

test('the caller can abort a call', async (t) => {
    const { port } = await startDouble(t, () => undefined);
    const outgoing = wayOut(t, { allowed: [`127.0.0.1:${port}`] });
    const ended = new AbortController();
    const call = outgoing.fetch(`http://127.0.0.1:${port}/`, { signal: ended.signal });
    ended.abort();
    t.is(await failure(t, call), 'timeout');
});

test('of an answer that has no end 64 KiB are read and the connection is closed', async (t) => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    const { port } = await startDouble(t, (_, response) => {
        const chunk = Buffer.alloc(16 * KiB, 'x');
        const more = () => {
            while (!response.destroyed && response.write(chunk)) written += chunk.length;
        };
        response.on('drain', more).on('close', () => closed.resolve());
        more();
    });
    const outgoing = wayOut(t, { allowed: [`127.0.0.1:${port}`] });
    const answer = await outgoing.fetch(`http://127.0.0.1:${port}/`);
    t.is(await failure(t, textOf(answer)), 'too_large');
    await closed.promise;
    t.true(written < 64 * KiB * KiB, `${written} bytes were sent`);
});

test('the bound holds for what is unpacked, and is exact', async (t) => {
    const bodies: Record<string, Buffer> = {
        '/bomb': gzipSync(Buffer.alloc(50 * KiB * KiB)),
        '/fits': gzipSync(Buffer.alloc(100, 'x')),
        '/over': gzipSync(Buffer.alloc(101, 'x'))
    };
    const { port } = await startDouble(t, ({ url = '' }, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bodies[url])
    );
    const outgoing = wayOut(t, { allowed: [`127.0.0.1:${port}`] });
    const read = async (path: string) =>
        textOf(await outgoing.fetch(`http://127.0.0.1:${port}${path}`, { maxBytes: 100 }));
    t.is(await read('/fits'), 'x'.repeat(100));
    t.is(await failure(t, read('/over')), 'too_large');
    t.is(await failure(t, read('/bomb')), 'too_large');
});

test('a failed call is not repeated', async (t) => {
    for (const answer of [
        (response: ServerResponse) => response.destroy(),
        (response: ServerResponse) => response.writeHead(503, { 'retry-after': '0' }).end(),
        (response: ServerResponse) => response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
    ]) {
        for (const method of ['GET', 'PUT', 'POST']) {
            const { port, seen } = await startDouble(t, (_, response) => answer(response));
            const outgoing = wayOut(t, { allowed: [`127.0.0.1:${port}`] });
            const request = method === 'GET' ? {} : { method, body: '{}' };
            const call = outgoing.fetch(`http://127.0.0.1:${port}/`, request);
            await call.then(({ body }) => body?.cancel()).catch(() => undefined);
            await outgoing.close();
            t.deepEqual(seen, { connections: 1, requests: [`${method} /`] });
        }
    }
});

test('a connection lost during a second call fails that call, without a retry', async (t) => {
    const { port, seen } = await startDouble(t, ({ url }, response) =>
        url === '/first' ? response.end('ok') : response.destroy()
    );
    const outgoing = wayOut(t, { allowed: [`127.0.0.1:${port}`] });
    t.is(await textOf(await outgoing.fetch(`http://127.0.0.1:${port}/first`)), 'ok');
    t.is(await failure(t, outgoing.fetch(`http://127.0.0.1:${port}/second`)), 'unreachable');
    await outgoing.close();
    t.deepEqual(seen.requests, ['GET /first', 'GET /second']);
});

test('what is sent arrives as it was given', async (t) => {
    const arrived = Promise.withResolvers<object>();
    const { port } = await startDouble(t, async (request, response) => {
        const body = Buffer.concat(await request.toArray()).toString();
        const { 'content-type': type, authorization, cookie } = request.headers;
        arrived.resolve({ method: request.method, type, authorization, cookie, body });
        response.end();
    });
    const outgoing = wayOut(t, { allowed: [`127.0.0.1:${port}`] });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
    await outgoing.fetch(`http://127.0.0.1:${port}/`, {
        method: 'PUT',
        headers,
        body: new TextEncoder().encode('{"ä":1}')
    });
    t.deepEqual(await arrived.promise, {
        method: 'PUT',
        type: 'application/json',
        authorization: 'Bearer x',
        cookie: undefined,
        body: '{"ä":1}'
    });
});

test('a closed port and a server that does not speak the protocol are unreachable', async (t) => {
    const gone = await startDouble(t);
    const speechless = await startDouble(t, (request) => request.socket.end('NONSENSE\r\n\r\n'));
    const allowed = [gone, speechless].map(({ port }) => `127.0.0.1:${port}`);
    const outgoing = wayOut(t, { allowed: [...allowed, '127.0.0.1:9'] });
    t.is(await failure(t, outgoing.fetch(`http://127.0.0.1:${speechless.port}/`)), 'unreachable');
    t.is(await failure(t, outgoing.fetch(`https://127.0.0.1:${gone.port}/`)), 'unreachable');
    t.is(await failure(t, outgoing.fetch('http://127.0.0.1:9/')), 'unreachable');
});

test('closing ends what is under way', async (t) => {
    const asked = Promise.withResolvers<void>();
    const { port } = await startDouble(t, () => asked.resolve());
    const outgoing = wayOut(t, { allowed: [`127.0.0.1:${port}`] });
    const ended = failure(t, outgoing.fetch(`http://127.0.0.1:${port}/`));
    await asked.promise;
    await outgoing.close();
    t.is(await ended, 'unreachable');
});
