// Responses that are written in parts, over real HTTP: whole, or recognisably not.
import { get, type IncomingMessage } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { type Parts, partsToJson } from '../../plugins/surfaces/http/json-parts.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function* two(): Parts<object> {
    yield [{ n: 1 }];
    yield [];
    yield [{ n: 2, none: undefined }];
}

test('an object with a list in parts is written as the one with the whole list', async (t) => {
    const rest = { none: undefined, at: new Date(0), names: ['a'], inner: { none: undefined, n: null } };
    const written = await partsToJson({ success: true, data: { ...rest, items: two(), last: 1 } }).toArray();
    const whole = JSON.stringify({
        success: true,
        data: { ...rest, items: [{ n: 1 }, { n: 2 }], last: 1 }
    });
    t.is(written.join(''), whole);
});

/** A server with a route whose list comes in these parts, and the lines of its log. */
async function listening(t: ExecutionContext, parts: () => Parts<object>) {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const { server } = await createTestApp(t, { env: { PORT: '0' }, log });
    server.route({
        method: 'GET',
        path: '/parts',
        handler: (_, h) => h.response(partsToJson({ items: parts() })).type('application/json')
    });
    await server.start();
    t.teardown(() => server.stop({ timeout: 0 }));
    const { promise: responded, resolve } = Promise.withResolvers<void>();
    server.events.once('response', () => resolve());
    /** What is done with the response begins with its headers: it may be cut off right after them. */
    const ask = <T>(headers: Record<string, string>, use: (response: IncomingMessage) => T | Promise<T>) =>
        new Promise<T>((resolve, reject) => {
            const asked = get({ port: Number(server.info.port), host: '127.0.0.1', path: '/parts', headers });
            asked.once('error', reject);
            asked.once('response', (response) => void Promise.try(use, response).then(resolve, reject));
        });
    return { ask, lines, responded };
}

const large = { text: 'x'.repeat(100_000) };

test('a list that fails on its way is cut off and logged, never ended as if it were whole', async (t) => {
    async function* failing(): Parts<object> {
        yield [large];
        throw new Error('the disk is gone');
    }
    for (const encoding of ['identity', 'gzip']) {
        const { ask, lines, responded } = await listening(t, failing);
        const read = () => ask({ 'accept-encoding': encoding }, (response) => response.toArray());
        await t.throwsAsync(read, { code: 'ECONNRESET' }, encoding);
        await responded;
        t.deepEqual(
            lines.map(({ msg }) => msg),
            ['request failed'],
            encoding
        );
    }
});

test('a client that disconnects within a list stops reading, and no error is logged', async (t) => {
    const ended = Promise.withResolvers<void>();
    async function* endless(): Parts<object> {
        try {
            for (;;) yield [large];
        } finally {
            ended.resolve();
        }
    }
    const { ask, lines, responded } = await listening(t, endless);
    await ask({}, (response) => void response.destroy());
    await ended.promise;
    await responded;
    t.deepEqual(lines, []);
});
