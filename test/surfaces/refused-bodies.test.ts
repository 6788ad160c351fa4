// What is refused before its body is read, over real HTTP: the answer must arrive all the same.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import test from 'ava';
import { largestBody, readBody } from '../../plugins/surfaces/http/bodies/index.ts';
import { endless, listening, sent } from '../support/servers/raw-bodies.ts';
import { createTestApp } from '../support/servers/test-app.ts';

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

test('of a refused body at most the largest accepted size is read [86]', async (t) => {
    const server = await listening(t);
    const announced = await sent(server, 'Content-Length: 5000000000', { feed: endless });
    const unsaid = await sent(server, 'Transfer-Encoding: chunked', { feed: endless });
    for (const { read } of [announced, unsaid]) t.true(read < 2 * largestBody, `${read} bytes`);
    t.regex(unsaid.answer, /^HTTP\/1\.1 401 /);
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

test('the framework reads no bodies: each route streams its body to at most one reader', async (t) => {
    const { server } = await createTestApp(t);
    const taking = server.table().filter(({ settings }) => settings.payload?.allow);
    t.true(taking.length > 50);
    for (const { method, path, settings } of taking) {
        const { payload, auth, pre = [] } = settings;
        t.is(payload?.output, 'stream', path);
        t.not(payload?.parse, true, path);
        const byScheme = typeof auth === 'object' && 'payload' in auth && auth.payload === 'required';
        t.not(byScheme, pre.flat().includes(readBody), `${method} ${path}: exactly one of the two reads it`);
    }
});
