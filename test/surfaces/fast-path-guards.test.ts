// What the fast path must not change: limits, records, the log, stops, and other requests on the connection.
import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import test from 'ava';
import { pino } from 'pino';
import { changeUser } from '../../db/accounts/users.ts';
import { recordOf } from '../support/clients/agent.ts';
import {
    type Draft,
    isFastAnswer,
    openHotRoutes,
    withHeaders,
    written
} from '../support/servers/hot-routes.ts';

const statusOf = (answer: string) => Number(answer.slice(9, 12));

test('limits count the same on the fast path and in hapi, and a refused request counts once', async (t) => {
    const hot = await openHotRoutes(t, {}, { rates: { polls: 6, backend: 6, tools: 6 } });
    const { send, drafts } = hot;
    const pairs: [Draft, Draft][] = [
        [drafts.poll(), drafts.poll({ run_id: 'nowhere' })],
        [drafts.results(), drafts.results('00000000-0000-4000-8000-000000000000')],
        [drafts.task(), drafts.task({ colour: 'blue' })]
    ];
    for (const [good, refused] of pairs) {
        const statuses = [];
        for (const draft of [good, refused, good, refused])
            statuses.push(statusOf(await send.fastPath(written(draft))));
        statuses.push(statusOf(await send.hapi(written(good))));
        t.deepEqual(
            statuses.map((status) => status === 200),
            [true, false, true, false, true]
        );
        t.is(statusOf(await send.fastPath(written(good))), 200, 'the sixth');
        for (const ask of [send.fastPath, send.hapi, send.fastPath]) {
            const answer = await ask(written(good));
            t.is(statusOf(answer), 429);
            t.regex(answer, /^retry-after: \d+\r$/m);
            t.false(isFastAnswer(answer));
        }
    }
});

test('a tool call is recorded once and equally on the fast path and by hapi, also if refused', async (t) => {
    const hot = await openHotRoutes(t);
    const { send, drafts, testApp } = hot;
    for (const ask of [send.fastPath, send.hapi])
        for (const draft of [drafts.task(), drafts.task({ colour: 'blue' }), drafts.task({})])
            await ask(written(draft));
    const records = (await recordOf(testApp)).map(({ id: _id, ...record }) => record);
    t.is(records.length, 6);
    t.deepEqual(
        records.slice(0, 3).map(({ outcome }) => outcome),
        ['ok', 'bad_arguments', 'ok']
    );
    t.deepEqual(records.slice(0, 3), records.slice(3));
});

test('logged-out, disabled and demoted users and revoked tokens are refused on both paths', async (t) => {
    const hot = await openHotRoutes(t);
    const { send, drafts, testApp } = hot;
    const all = [drafts.poll(), drafts.results(), drafts.task()];
    for (const draft of all) t.true(isFastAnswer(await send.fastPath(written(draft))));
    const change = (changes: object) => testApp.store.write((tx) => changeUser(tx, 'author', changes));
    const reported = async (draft: Draft | undefined) => {
        const answer = await send.fastPath(written(draft ?? drafts.poll()));
        t.false(isFastAnswer(answer));
        return statusOf(answer);
    };
    await change({ role: 'sales_rep' });
    t.is(await reported(drafts.results()), 403);
    await change({ disabledAt: testApp.now() });
    t.deepEqual([await reported(all[0]), await reported(all[1])], [401, 401]);
    await change({ disabledAt: null, role: 'sage_author' });
    t.true(isFastAnswer(await send.fastPath(written(drafts.poll()))));
    testApp.pass(24 * 60 * 60 * 1000);
    t.deepEqual([await reported(all[0]), await reported(all[1])], [403, 401], 'a nonce and a JWT end');
    testApp.pass(15 * 24 * 60 * 60 * 1000);
    t.is(await reported(all[0]), 401);
});

test('the log contains the same fields for answers of the fast path as for others', async (t) => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const log = pino({ level: 'info' }, { write });
    const { send, drafts } = await openHotRoutes(t, {}, { log });
    for (const draft of [drafts.poll(), drafts.results(), drafts.task()]) {
        lines.length = 0;
        const [first, second] = [await send.fastPath(written(draft)), await send.hapi(written(draft))];
        const [fastAnswers, ofHapi] = lines.map(({ time: _time, id: _id, ms, ...line }) => ({
            ...line,
            ms: typeof ms
        }));
        t.deepEqual(fastAnswers, ofHapi);
        t.is(lines.length, 2);
        t.true(isFastAnswer(first) && !isFastAnswer(second));
        t.true(first.includes(`x-request-id: ${String(lines[0]?.['id'])}\r\n`));
    }
});

test('a page of ALLOWED_ORIGINS reads the answers of the fast path and of hapi', async (t) => {
    const ally = 'https://ally.example';
    const { send, drafts, testApp } = await openHotRoutes(t, { ALLOWED_ORIGINS: ally });
    for (const Origin of [ally, testApp.app.config.baseUrl, undefined]) {
        const text = written(withHeaders(drafts.poll(), { Origin }));
        const [first, second] = [await send.fastPath(text), await send.hapi(text)];
        const head = (answer: string) => answer.replaceAll(/^(Date|x-request-id): .*\r\n/gm, '');
        t.is(head(first), head(second));
        t.true(isFastAnswer(first));
        t.is(first.includes(`access-control-allow-origin: ${ally}\r\n`), Origin === ally);
        t.regex(first, /^vary: origin\r$/m);
    }
});

test('parallel requests on a connection are answered in order, on either path', async (t) => {
    const { send, drafts } = await openHotRoutes(t);
    const open = { Connection: 'keep-alive' };
    const good = written(withHeaders(drafts.poll(), open));
    const refused = written(withHeaders(drafts.poll({ run_id: 'nowhere' }), open));
    const health = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
    const last = written(drafts.results());
    const answer = await send.fastPath([good, health, refused, good, good, last].join(''));
    const statuses = Array.from(answer.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);
    t.deepEqual(statuses, ['200', '200', '404', '200', '200', '200']);
    t.is(answer.match(/^x-request-id: \d+-h/gm)?.length, 4);
});

test('invalid data after a request is refused in the usual way', async (t) => {
    const { send, drafts } = await openHotRoutes(t);
    for (const draft of [drafts.poll(), drafts.results()])
        for (const rest of ['NONSENSE\r\n\r\n', 'GET / HTTP/9\r\n\r\n']) {
            const text = written(withHeaders(draft, { Connection: 'keep-alive' })) + rest;
            const statuses = async (ask: typeof send.fastPath) =>
                Array.from((await ask(text)).matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);
            t.deepEqual(await statuses(send.fastPath), await statuses(send.hapi), rest);
        }
});

test('a stop waits for a request on the fast path, and its client gets the answer', async (t) => {
    const { send, drafts, testApp } = await openHotRoutes(t);
    await send.fastPath(written(drafts.task()));
    testApp.pass(61_000); // the next use of the token is noted again
    const other = new Sqlite(join(testApp.folder, 'app.db'));
    t.teardown(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const underWay = send.fastPath(written(drafts.task()));
    await send.fastPath('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'); // by then the other one waits
    const stopped = testApp.server.stop({ timeout: 10_000 });
    other.exec('ROLLBACK');
    const answer = await underWay;
    t.true(isFastAnswer(answer));
    t.is(statusOf(answer), 200);
    await stopped;
});

test('a connection reserved for health checks answers nothing else', async (t) => {
    const { send, drafts, testApp } = await openHotRoutes(t);
    for (let n = 0; n < 250; n += 1) {
        const one = net.connect(Number(testApp.server.info.port), '127.0.0.1');
        t.teardown(() => one.destroy());
        await once(one, 'connect');
    }
    const statuses = [];
    for (const draft of [drafts.poll(), drafts.results(), drafts.task()])
        statuses.push(statusOf(await send.fastPath(written(draft))));
    t.deepEqual(statuses, [503, 503, 503]);
});

test('a client that goes away leaves nothing behind, neither on the fast path nor in hapi', async (t) => {
    const { send, drafts, testApp } = await openHotRoutes(t);
    for (const text of [written(drafts.poll()), written(drafts.poll()).slice(0, -5)])
        for (let time = 0; time < 5; time += 1) {
            const socket = net.connect(Number(testApp.server.info.port), '127.0.0.1');
            await once(socket, 'connect');
            socket.end(text);
            socket.destroy();
        }
    t.true(isFastAnswer(await send.fastPath(written(drafts.poll()))));
    await testApp.server.stop({ timeout: 10_000 }); // waits for whatever is still under way
    await testApp.server.start();
    t.pass();
});
