// The contract of write_storage_object on the disk: arguments, defaults, what it never does.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { base64, failed, withStorage } from '../support/fixtures/storage.ts';

const md5 = (text: string | Uint8Array) => createHash('md5').update(text).digest('hex');

test('the catalog shows the arguments that the contract lists, and which of them are required', async (t) => {
    const { catalog } = await withStorage(t);
    const [{ inputSchema, outputSchema, annotations }] = await catalog();
    const types = Object.entries<{ type: unknown }>(inputSchema.properties).map(([name, { type }]) => [
        name,
        type
    ]);
    const optional = 'string'; // and null, which counts as absent: models know no list of types
    t.deepEqual(Object.fromEntries(types), {
        name: 'string',
        content_base64: 'string',
        alias: optional,
        bucket: optional,
        prefix: optional,
        content_type: optional
    });
    t.deepEqual(inputSchema.required.toSorted(), ['content_base64', 'name']);
    t.false(inputSchema.additionalProperties);
    t.is(inputSchema.properties.content_type.default, 'application/octet-stream');
    const reported = ['bucket', 'content_type', 'etag', 'key', 'size', 'url', 'version_id'];
    t.deepEqual(outputSchema.required.toSorted(), reported);
    t.deepEqual(annotations, {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
        openWorldHint: false
    });
});

test('name and content alone write to the default bucket, which the start has created', async (t) => {
    const { write, stored, folder } = await withStorage(t);
    const { statusCode, body } = await write();
    t.is(statusCode, 200);
    t.deepEqual(body, {
        bucket: 'default',
        key: 'a.txt',
        size: 5,
        etag: md5('hello'),
        content_type: 'application/octet-stream',
        url: null,
        version_id: null
    });
    t.is(stored('default/a.txt'), 'hello');
    t.is(statSync(join(folder, 'storage/default')).mode & 0o777, 0o700);
    t.is(statSync(join(folder, 'storage/default/a.txt')).mode & 0o777, 0o600);
});

test('an alias sets a bucket and a prefix for every key', async (t) => {
    const aliases = { reports: { backend: 'disk', bucket: 'archive', prefix: 'reports/2026' } };
    const { write, stored, folder } = await withStorage(t, {
        env: { STORAGE_ALIASES: JSON.stringify(aliases) }
    });
    mkdirSync(join(folder, 'storage/archive'));
    const { statusCode, body } = await write({ alias: 'reports', prefix: 'may' });
    t.is(statusCode, 200);
    t.is(body.bucket, 'archive');
    t.is(body.key, 'reports/2026/may/a.txt');
    t.is(stored('archive/reports/2026/may/a.txt'), 'hello');
    t.is((await write({ alias: 'default' })).body.key, 'a.txt');
});

test('prefix and name have one slash between them, wherever it was sent', async (t) => {
    const { write, stored } = await withStorage(t);
    t.is((await write({ prefix: 'reports/may' })).body.key, 'reports/may/a.txt');
    t.is((await write({ prefix: 'reports/june/' })).body.key, 'reports/june/a.txt');
    t.is((await write({ prefix: '', name: 'b/c.txt' })).body.key, 'b/c.txt');
    t.is(stored('default/reports/may/a.txt'), 'hello');
    t.is(stored('default/reports/june/a.txt'), 'hello');
    t.is(stored('default/b/c.txt'), 'hello');
});

test('a bucket is used by its exact name when it exists, and is never created', async (t) => {
    const { write, stored, folder, entries } = await withStorage(t);
    for (const bucket of ['My_Bucket', 'b', '2026.reports-old', 'X'.repeat(255)]) {
        const before = entries();
        t.like(await write({ bucket }), failed('NoSuchBucket'));
        t.deepEqual(entries(), before);
        mkdirSync(join(folder, 'storage', bucket));
        t.is((await write({ bucket })).body.bucket, bucket);
        t.is(stored(`${bucket}/a.txt`), 'hello');
    }
    const before = entries();
    for (const bucket of ['my_bucket', 'MY_BUCKET', 'B', 'Default', '2026.reports'])
        t.like(await write({ bucket }), failed('NoSuchBucket'));
    t.deepEqual(entries(), before);
});

test('an alias whose bucket is missing fails, and creates none', async (t) => {
    const aliases = { lost: { backend: 'disk', bucket: 'nowhere' } };
    const { write, entries } = await withStorage(t, { env: { STORAGE_ALIASES: JSON.stringify(aliases) } });
    t.like(await write({ alias: 'lost' }), failed('NoSuchBucket'));
    t.deepEqual(entries(), ['.uploads', 'default']);
});

test('empty content is an empty object, and every byte is stored unchanged [14]', async (t) => {
    const { write, stored, folder } = await withStorage(t);
    const { body } = await write({ content_base64: '' });
    t.is(body.size, 0);
    t.is(body.etag, md5(''));
    t.is(stored('default/a.txt'), '');
    const bytes = randomBytes(100_000);
    const { statusCode } = await write({ name: 'b', content_base64: base64(bytes) });
    t.is(statusCode, 200);
    t.is(statSync(join(folder, 'storage/default/b')).size, 100_000);
});

test('during fifty parallel writes of one key, readers always get one whole content [19]', async (t) => {
    const { write, folder, entries } = await withStorage(t, { env: { RATE_ACTIONS: '0' } });
    const contents = Array.from({ length: 50 }, (_, i) => String.fromCharCode(65 + i).repeat(1_000_000));
    const put = (content: string) => write({ name: 'a/b.txt', content_base64: base64(content) });
    await put('first');
    const over = new AbortController();
    const written = Promise.all(contents.map(put)).finally(() => over.abort());
    const whole = ['first', ...contents].map((content) => Buffer.from(content));
    const met = new Set<number>();
    do {
        const content = await readFile(join(folder, 'storage/default/a/b.txt'));
        met.add(whole.findIndex((one) => one.equals(content))); // to hash it would make the writes late for their deadline
    } while (!over.signal.aborted);
    const etags = (await written).map(({ body }) => body.etag);
    t.deepEqual(etags, contents.map(md5));
    t.false(met.has(-1));
    t.deepEqual(entries(), ['.uploads', 'default', 'default/a', 'default/a/b.txt']);
});

test('an object of 10 MiB is written, a larger one is too large [12]', async (t) => {
    const { write, send, folder } = await withStorage(t);
    const most = Buffer.alloc(10 * 1024 * 1024, 7);
    const { statusCode, body } = await write({ content_base64: base64(most) });
    t.is(statusCode, 200);
    t.is(body.size, most.length);
    t.is(body.etag, md5(most));
    const tooLarge = { statusCode: 413, body: { error: 'Body too large' } };
    const more = base64(Buffer.alloc(most.length + 1));
    t.like(await write({ name: 'more', content_base64: more }), tooLarge);
    t.like(await write({ name: 'more', content_base64: `${more}AAAA` }), tooLarge);
    t.like(await send(' '.repeat(14 * 1024 * 1024 + 1)), tooLarge);
    t.deepEqual(readdirSync(join(folder, 'storage/default')), ['a.txt']);
});
