// Within which time a refused body is answered, over real HTTP.
import test from 'ava';
import { sendingTimes } from '../../server.ts';
import { forEver, listening, sent } from '../support/servers/raw-bodies.ts';

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

test('an announced body that never arrives has only the time of the head [86]', async (t) => {
    t.is(sendingTimes.headersTimeout, 10_000);
    const server = await listening(t, { ...forEver, headersTimeout: 500 });
    const { answer } = await sent(server, 'Content-Length: 1000', { url: '/rest/svc/v1/login' });
    t.regex(answer, /^HTTP\/1\.1 400 /);
});
