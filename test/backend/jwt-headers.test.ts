// A token as it comes over a socket, where a header may stand twice.
import http from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { unauthorized, withTemplate } from '../support/machines/backend.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function listening(t: ExecutionContext) {
    const testApp = await createTestApp(t, { env: { PORT: '0' } });
    const { backend, path } = await withTemplate(testApp);
    await testApp.server.start();
    t.teardown(() => testApp.server.stop({ timeout: 0 }));
    /** Asks over a socket with these header lines, name by name as they stand. */
    const overWire = async (headers: string[]) => {
        const port = Number(testApp.server.info.port);
        const lines = ['Host', 'localhost', 'Connection', 'close', ...headers];
        const request = http.request({ port, host: '127.0.0.1', path: `/pl${path}`, headers: lines }).end();
        const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
        return { statusCode: answer.statusCode, headers: answer.headers, body: await json(answer) };
    };
    return { backend, overWire };
}

test('over a real connection two Authorization headers are none, in whichever order [75]', async (t) => {
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
