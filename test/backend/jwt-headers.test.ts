// A token in a request over a socket, where a header can be sent twice.
import http from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { unauthorized, withTemplate } from '../support/clients/backend.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function listening(t: ExecutionContext) {
    const testApp = await createTestApp(t, { env: { PORT: '0' } });
    const { backend, path } = await withTemplate(testApp);
    await testApp.server.start();
    t.teardown(() => testApp.server.stop({ timeout: 0 }));
    /** Sends a request over a socket with exactly these header lines. */
    const overWire = async (headers: string[]) => {
        const port = Number(testApp.server.info.port);
        const lines = ['Host', 'localhost', 'Connection', 'close', ...headers];
        const request = http.request({ port, host: '127.0.0.1', path: `/pl${path}`, headers: lines }).end();
        const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
        return { statusCode: answer.statusCode, headers: answer.headers, body: await json(answer) };
    };
    return { backend, overWire };
}

test('two Authorization headers on a real connection are refused in any order [75]', async (t) => {
    const { backend, overWire } = await listening(t);
    const good = `Bearer ${backend.token()}`;
    t.is((await overWire(['Authorization', good])).statusCode, 200);
    t.is((await overWire(['aUTHORIZATION', good])).statusCode, 200);
    const wrong = [
        ['Authorization', good, 'Authorization', good],
        ['Authorization', good, 'authorization', `Bearer ${backend.token()}`],
        ['Authorization', 'Bearer x', 'Authorization', good],
        ['Authorization', good, 'X-Other', '1', 'Authorization', 'Basic eDp5'],
        ['Authorization', '', 'Authorization', good],
        ['Authorization', good, 'Authorization', ''],
        ['Authorization', `${good}, ${good}`],
        ['Authorization', `${good}${'A'.repeat(12_000)}`],
        []
    ];
    for (const headers of wrong) {
        const answer = await overWire(headers);
        t.is(answer.statusCode, 401, headers.join(' ').slice(0, 60));
        t.deepEqual(answer.body, unauthorized);
        t.is(answer.headers['www-authenticate'], 'Bearer');
    }
});
