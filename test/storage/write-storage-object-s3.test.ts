// write_storage_object with a bucket of an S3-compatible service.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { base64, failed, withS3 } from '../support/fixtures/storage.ts';

const far = { access_key_id: 'AKIA', secret_access_key: 'never-to-be-shown' };
const md5 = (text: string | Uint8Array) => createHash('md5').update(text).digest('hex');

test('an object goes to the bucket of the alias with its type, and its address is answered', async (t) => {
    const { write, s3 } = await withS3(t, { alias: { prefix: 'notes' } });
    const { statusCode, body } = await write({ content_type: 'text/html; charset=utf-8' });
    t.is(statusCode, 200);
    t.deepEqual(body, {
        bucket: 'council',
        key: 'notes/a.txt',
        size: 5,
        etag: md5('hello'),
        content_type: 'text/html; charset=utf-8',
        url: `${s3.endpoint}/council/notes/a.txt`,
        version_id: null
    });
    const kept = s3.objects.get('council/notes/a.txt');
    t.is(kept?.content.toString(), 'hello');
    t.is(kept?.type, 'text/html; charset=utf-8');
});

test('only the PUT of the object is called: no list, no lookup, no new bucket', async (t) => {
    const { write, s3, entries } = await withS3(t);
    await write();
    t.deepEqual(s3.asked, [{ method: 'PUT', url: '/council/a.txt', status: 200 }]);
    t.like(await write({ bucket: 'missing' }), failed('NoSuchBucket'));
    t.deepEqual(s3.asked.slice(1), [{ method: 'PUT', url: '/missing/a.txt', status: 404 }]);
    t.deepEqual(s3.buckets(), ['council']);
    t.deepEqual(entries(), ['.uploads']);
});

test('a named bucket belongs to the service of the alias default; other aliases keep theirs', async (t) => {
    const { write, s3, stored, folder } = await withS3(t, { alias: { bucket: 'elsewhere', prefix: 'p' } });
    const { body } = await write({ bucket: 'council' });
    t.is(body.bucket, 'council');
    t.is(body.key, 'a.txt');
    t.is(body.url, `${s3.endpoint}/council/a.txt`);
    t.like(await write({ bucket: 'My_Old.Bucket' }), failed('NoSuchBucket'));
    mkdirSync(join(folder, 'storage/files'));
    t.is((await write({ alias: 'files' })).body.url, null);
    t.is(stored('files/a.txt'), 'hello');
    t.like(await write(), failed('NoSuchBucket'));
});

test('a key of odd characters is signed, sent and answered as the same key', async (t) => {
    const { write, s3 } = await withS3(t);
    const names = ["a/b c+é(1)!'*~", '報告書/#?&=%', '100%25', 'e\u0301', ':@$,;"<>[]{}|^`'];
    for (const name of names) {
        const { statusCode, body } = await write({ name });
        t.is(statusCode, 200, name);
        t.is(body.key, name);
        t.is(decodeURIComponent(new URL(body.url).pathname), `/council/${name}`);
        t.is(s3.objects.get(`council/${name}`)?.content.toString(), 'hello');
    }
    t.is(
        (await write({ name: "b c+é(1)!'*~" })).body.url,
        `${s3.endpoint}/council/b%20c%2B%C3%A9%281%29%21%27%2A~`
    );
});

test('an existing key is replaced, and with versions the new version is returned', async (t) => {
    const { write, s3 } = await withS3(t, { versions: true });
    t.is((await write()).body.version_id, 'v1');
    await write({ content_base64: base64('second') });
    t.is(s3.objects.get('council/a.txt')?.content.toString(), 'second');
});

test('empty objects and objects of 10 MiB arrive whole', async (t) => {
    const { write, s3 } = await withS3(t);
    const { body } = await write({ name: 'empty', content_base64: '' });
    t.is(body.size, 0);
    t.is(body.etag, md5(''));
    t.is(s3.objects.get('council/empty')?.content.length, 0);
    const most = randomBytes(10 * 1024 * 1024);
    t.is((await write({ name: 'most', content_base64: base64(most) })).body.etag, md5(most));
    t.true(s3.objects.get('council/most')?.content.equals(most));
});

test('an alias for backups and its bucket are unknown to the tool', async (t) => {
    const { write, s3, catalog } = await withS3(t, {
        more: ({ endpoint }) => ({
            offsite: { ...far, endpoint, backend: 's3', bucket: 'backups', purpose: 'backup' }
        })
    });
    const unknown = await write({ alias: 'offsite' });
    t.is(unknown.statusCode, 400);
    t.regex(unknown.body.detail, /alias is not a configured alias/);
    t.like(await write({ bucket: 'backups' }), failed('NoSuchBucket'));
    t.false(JSON.stringify(await catalog()).includes('offsite'));
    t.deepEqual(s3.asked, []);
    t.is((await write()).statusCode, 200);
});
