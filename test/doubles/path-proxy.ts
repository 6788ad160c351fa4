// A reverse proxy that has the service below a path of its host, takes the path off, and knows nothing of any other.
import { createServer, request as ask } from 'node:http';
import type { ExecutionContext } from 'ava';
import { listenOnLoopback } from './ports.ts';

/** Starts it before the service on `port`; answers its address, without the path. */
export async function startPathProxy(t: ExecutionContext, path: string, port: number) {
    const proxy = createServer((req, res) => {
        const { method, url = '', headers } = req;
        if (!url.startsWith(`${path}/`)) return res.writeHead(404).end('Nothing of the service.');
        const own = { method, headers, path: url.slice(path.length), port, host: '127.0.0.1', agent: false };
        const on = ask(own, (answer) => {
            res.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(res);
        });
        return req.pipe(on);
    });
    proxy.keepAliveTimeout = 0; // never closes a connection that is about to be used again
    const here = await listenOnLoopback(proxy);
    t.teardown(() => {
        proxy.closeAllConnections();
        proxy.close();
    });
    return `http://127.0.0.1:${here}`;
}
