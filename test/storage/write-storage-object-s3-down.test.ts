// Row 20: what write_storage_object answers when the S3-compatible service does not do its part.
import test from 'ava';
import { openOutgoing } from '../../config/outgoing.ts';
import { openS3 } from '../../plugins/agents/storage/s3.ts';
import { ToolFailure } from '../../plugins/surfaces/tools/failures.ts';
import { keys, startS3 } from '../doubles/s3.ts';
import { failed, withS3 } from '../support/fixtures/storage.ts';
import { freePort } from '../support/servers/process.ts';
import { openLog } from '../support/runs/log.ts';

test('a service that is down is a failure in one word [20]', async (t) => {
    const place = `127.0.0.1:${await freePort()}`;
    const { write } = await withS3(t, {
        alias: { endpoint: `http://${place}` },
        env: { ALLOW_PRIVATE: place }
    });
    const answer = await write();
    t.like(answer, failed('Unreachable'));
    t.deepEqual(answer.body, failed('Unreachable').body);
});

test('a connection lost while sending leaves no part of the object, and is not retried [20]', async (t) => {
    const { write, s3 } = await withS3(t);
    s3.answer((request) => request.socket.destroy());
    t.like(await write(), failed('Unreachable'));
    t.deepEqual(s3.asked, [{ method: 'PUT', url: '/council/a.txt', status: 0 }]);
    t.is(s3.objects.size, 0);
});

test('a service that never answers is a timeout when the time of the call is over [20]', async (t) => {
    const s3 = await startS3(t);
    const over = new AbortController();
    s3.answer(() => over.abort(new DOMException('It is over.', 'TimeoutError')));
    const outgoing = openOutgoing({ allowed: [s3.place] });
    t.teardown(() => outgoing.close());
    const alias = { backend: 's3', bucket: 'council', prefix: '', region: 'auto' } as const;
    const access = { endpoint: s3.endpoint, access_key_id: keys.id, secret_access_key: keys.secret };
    const object = { bucket: 'council', key: 'a', content: Buffer.from('hello'), contentType: 'text/plain' };
    const written = openS3({ ...alias, ...access }, outgoing).write(object, over.signal);
    const failure = await t.throwsAsync(written, { instanceOf: ToolFailure });
    t.is(failure.detail, 'Timeout');
});

test('an error of the service is reported in one word, and the call is not repeated [20]', async (t) => {
    const { write, s3 } = await withS3(t);
    const said: [status: number, detail: string][] = [
        [301, 'Unavailable'],
        [307, 'Unavailable'],
        [400, 'Unavailable'],
        [401, 'AccessDenied'],
        [403, 'AccessDenied'],
        [404, 'NoSuchBucket'],
        [500, 'Unavailable'],
        [503, 'Unavailable'],
        [507, 'StorageFull']
    ];
    for (const [status, detail] of said) {
        s3.answer((_, response) => {
            const headers = { location: `${s3.endpoint}/other/a.txt`, 'content-type': 'application/xml' };
            const error = `<Error><Code>Odd</Code><Message>/var/lib/secret ${keys.id}</Message></Error>`;
            response.writeHead(status, headers).end(error);
        });
        const answer = await write();
        t.deepEqual([answer.statusCode, answer.body], [500, { error: 'Tool failed', detail }]);
    }
    t.is(s3.asked.length, said.length);
    t.true(s3.asked.every(({ url }) => url === '/council/a.txt'));
});

test('an endless answer is not read to its end [20]', async (t) => {
    const { write, s3 } = await withS3(t);
    let sent = 0;
    s3.answer((_, response) => {
        response.writeHead(500);
        const more = () => {
            while (response.writable && response.write('x'.repeat(65_536))) sent += 65_536;
        };
        response.on('drain', more);
        more();
    });
    t.like(await write(), failed('Unreachable'));
    t.true(sent < 64 * 1024 * 1024);
});

test('an internal host that is not allowed is not called [27]', async (t) => {
    const { write, s3 } = await withS3(t, { env: { ALLOW_PRIVATE: '' } });
    t.like(await write(), failed('Unreachable'));
    t.deepEqual(s3.asked, []);
});

test('a wrong key is refused by the service and stored nowhere', async (t) => {
    const { write, s3 } = await withS3(t, { alias: { secret_access_key: 'another secret' } });
    t.like(await write(), failed('AccessDenied'));
    t.deepEqual(s3.asked, [{ method: 'PUT', url: '/council/a.txt', status: 403 }]);
    t.is(s3.objects.size, 0);
});

test('a wrong region is reported with the name of its setting, and stores nothing', async (t) => {
    const { write, s3 } = await withS3(t, { alias: { region: 'eu-1' } });
    const detail = 'WrongRegion: `region` of this alias in STORAGE_ALIASES';
    t.deepEqual((await write()).body, { error: 'Tool failed', detail });
    t.deepEqual(s3.asked, [{ method: 'PUT', url: '/council/a.txt', status: 400 }]);
    t.is(s3.objects.size, 0);
});

test('content that was changed on its way is refused by the service and stored nowhere', async (t) => {
    const { write, s3 } = await withS3(t);
    s3.spoilContents();
    t.like(await write(), failed('Unavailable'));
    t.deepEqual(s3.asked, [{ method: 'PUT', url: '/council/a.txt', status: 400 }]);
    t.is(s3.objects.size, 0);
});

test('no answer and no line of the log holds the keys, the content or a signature', async (t) => {
    const { log, lines } = openLog('debug');
    const content_base64 = Buffer.from('the content that nobody else reads').toString('base64');
    const right = await withS3(t, { log });
    const wrong = await withS3(t, { log, alias: { secret_access_key: `${keys.secret}!` } });
    const answers = [
        await right.write({ content_base64 }),
        await right.write({ content_base64, bucket: 'missing' }),
        await right.write({ content_base64, name: '../x' }),
        await wrong.write({ content_base64 })
    ];
    right.s3.answer((_, response) => response.writeHead(500).end(keys.id));
    answers.push(await right.write({ content_base64 }));
    right.s3.answer((request) => request.socket.destroy());
    answers.push(await right.write({ content_base64 }));
    const reported = lines.join('') + JSON.stringify([answers, await right.catalog()]);
    t.true(lines.filter((line) => line.includes('tool failed')).length >= 4);
    for (const secret of [keys.secret, keys.id, content_base64, 'nobody else', 'Signature=', right.token])
        t.false(reported.includes(secret), secret);
});
