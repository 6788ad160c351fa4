// The way out through a proxy: what goes through it, what does not, and what it is never asked for.
import { createServer, type IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { failure, resolving, startDouble, textOf, wayOut } from '../doubles/other-server.ts';
import { listenOnLoopback } from '../doubles/ports.ts';
import { spellings } from './spellings.ts';

const password = 'p@canary';

/** A proxy that answers for http addresses and opens no tunnel. */
async function startProxy(t: ExecutionContext) {
    const asked: [line: string, authorization: string | undefined][] = [];
    const answers = { tunnels: true };
    const ask = ({ method, url, headers }: IncomingMessage) =>
        void asked.push([`${method} ${url}`, headers['proxy-authorization']]);
    const proxy = createServer((request, response) => {
        ask(request);
        response.end('by the proxy');
    });
    proxy.on('connect', (request, socket) => {
        ask(request);
        if (answers.tunnels) socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    const port = await listenOnLoopback(proxy);
    t.teardown(() => {
        proxy.close();
        proxy.closeAllConnections();
    });
    return { asked, answers, url: `http://user:${encodeURIComponent(password)}@127.0.0.1:${port}/` };
}

test('calls go through the proxy of their scheme, which gets its password and the name', async (t) => {
    const [web, secure] = [await startProxy(t), await startProxy(t)];
    const outgoing = wayOut(t, { proxies: { http: web.url, https: secure.url, none: '' } });
    t.is(await textOf(await outgoing.fetch('http://api.example/a?b')), 'by the proxy');
    const error = await t.throwsAsync(outgoing.fetch('https://api.example/'), { code: 'unreachable' });
    const authorization = `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
    t.deepEqual(web.asked, [['GET http://api.example/a?b', authorization]]);
    t.deepEqual(secure.asked, [['CONNECT api.example:443', authorization]]);
    const shown = inspect(error, { depth: 20 });
    for (const secret of [password, encodeURIComponent(password), authorization.slice(6)])
        t.false(shown.includes(secret), shown);
});

test('a proxy that does not answer costs one call, and the next one asks it again', async (t) => {
    const { url, asked, answers } = await startProxy(t);
    const outgoing = wayOut(t, { proxies: { https: url, none: '' } });
    answers.tunnels = false;
    t.is(await failure(t, outgoing.fetch('https://api.example/')), 'timeout');
    answers.tunnels = true;
    t.is(await failure(t, outgoing.fetch('https://api.example/')), 'unreachable');
    t.is(asked.length, 2);
});

test('what NO_PROXY or ALLOW_PRIVATE names is called directly, and only the latter may be internal', async (t) => {
    const { url, asked } = await startProxy(t);
    const here = await startDouble(t);
    const lookup = resolving({ 'direct.example': ['127.0.0.1'] });
    const allowed = [`127.0.0.1:${here.port}`];
    const outgoing = wayOut(t, { allowed, lookup, proxies: { http: url, none: 'direct.example' } });
    t.is(await textOf(await outgoing.fetch(`http://127.0.0.1:${here.port}/`)), 'ok');
    t.is(await failure(t, outgoing.fetch(`http://direct.example:${here.port}/`)), 'forbidden_address');
    t.is(await failure(t, outgoing.fetch(`http://127.0.0.1:1/`)), 'forbidden_address');
    t.deepEqual(here.seen.requests, ['GET /']);
    t.deepEqual(asked, []);
});

test('ALLOW_PRIVATE takes exactly its hosts and ports from the proxy, no subdomains', async (t) => {
    const { url, asked } = await startProxy(t);
    const outgoing = wayOut(t, { allowed: ['model.invalid:80'], proxies: { http: url, none: '' } });
    t.is(await failure(t, outgoing.fetch('http://model.invalid/')), 'unreachable');
    t.deepEqual(asked, []);
    for (const place of ['a.model.invalid', 'model.invalid:81'])
        t.is(await textOf(await outgoing.fetch(`http://${place}/`)), 'by the proxy', place);
});

test('a proxy is not asked for an internal address however it is spelled, nor for this machine [P30]', async (t) => {
    const { url, asked } = await startProxy(t);
    const outgoing = wayOut(t, { proxies: { http: url, https: url, none: '' } });
    for (const host of [...spellings, 'localhost', 'LOCALHOST.', 'app.localhost', 'loc%61lhost'])
        for (const address of [`http://${host}:81/`, `https://${host}/`])
            t.is(await failure(t, outgoing.fetch(address), address), 'forbidden_address', address);
    t.deepEqual(asked, []);
});
