// Objects as files: whole or not there, and never outside their bucket.
import {
    closeSync,
    existsSync,
    mkdirSync,
    openSync,
    readFileSync,
    rmSync,
    symlinkSync,
    utimesSync,
    watch,
    writeFileSync
} from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { assertRoom } from '../../db/installation/data-folder.ts';
import { freeBytes, hasRoomFor, syncFolder } from '../../db/installation/disk.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { makeBucket, openDisk } from '../../plugins/agents/storage/disk.ts';
import { ToolFailure } from '../../plugins/surfaces/tools/failures.ts';
import { entriesOf, failed, withStorage } from '../support/fixtures/storage.ts';
import { folderFor } from '../support/runs/folder.ts';

async function openFolder(t: ExecutionContext) {
    const root = folderFor(t);
    await makeBucket(root, 'b');
    const disk = await openDisk(root);
    const write = (key: string, signal = new AbortController().signal, content = 'hello') =>
        disk.write({ bucket: 'b', key, content: Buffer.from(content), contentType: 'a/b' }, signal);
    return { root, write };
}

type Folder = Awaited<ReturnType<typeof openFolder>>;

async function fails(t: ExecutionContext, { write }: Folder, key: string, detail: string) {
    const failure = await t.throwsAsync(write(key), { instanceOf: ToolFailure });
    t.is(failure.detail, detail, key);
}

test('what an earlier run left half written is gone after the start, and no object is', async (t) => {
    const folder = await openFolder(t);
    await folder.write('a/b.txt');
    writeFileSync(join(folder.root, '.uploads/left'), 'half');
    await openDisk(folder.root);
    t.deepEqual(entriesOf(folder.root), ['.uploads', 'b', 'b/a', 'b/a/b.txt']);
});

test('on a shared volume a start removes its own left uploads, and those of others after a day', async (t) => {
    const { root } = await openFolder(t);
    const at = Date.UTC(2026, 0, 15);
    const left = (node: string, hours: number) => {
        const folder = join(root, '.uploads', node);
        mkdirSync(folder);
        writeFileSync(join(folder, 'half'), 'half');
        utimesSync(folder, new Date(at), new Date(at - hours * 3_600_000));
    };
    left('own', 1);
    left('living', 23);
    left('gone', 25);
    const own = await openDisk(root, { node: 'own', at });
    t.deepEqual(entriesOf(join(root, '.uploads')), ['living', 'living/half', 'own']);
    rmSync(join(root, '.uploads/own'), { recursive: true }); // another node took it for gone
    const object = { bucket: 'b', key: 'a.txt', content: Buffer.from('hello'), contentType: 'a/b' };
    await own.write(object, new AbortController().signal);
    t.is(readFileSync(join(root, 'b/a.txt'), 'utf8'), 'hello');
});

test('a start leaves the bucket default and its objects as they are', async (t) => {
    const { root, write } = await openFolder(t);
    await write('a.txt');
    await makeBucket(root, 'b');
    t.is(readFileSync(join(root, 'b/a.txt'), 'utf8'), 'hello');
});

test('nothing is stored when the time of the call is over before the object has its name', async (t) => {
    const { root, write } = await openFolder(t);
    await write('a.txt');
    await t.throwsAsync(write('a.txt', AbortSignal.abort(), 'late'), { name: 'AbortError' });
    t.is(readFileSync(join(root, 'b/a.txt'), 'utf8'), 'hello');
    const ending = new AbortController();
    const watcher = watch(join(root, 'b')).once('change', () => ending.abort());
    t.teardown(() => watcher.close());
    const key = `${'c/'.repeat(31)}a.txt`; // its first folder is seen long before its last is there
    await t.throwsAsync(write(key, ending.signal), { name: 'AbortError' });
    t.true(existsSync(join(root, 'b/c')));
    t.false(existsSync(join(root, 'b', key)));
    t.deepEqual(entriesOf(join(root, '.uploads')), []);
});

test('a reader of an object that is being replaced gets the whole old content', async (t) => {
    const { root, write } = await openFolder(t);
    await write('a.txt');
    const reader = openSync(join(root, 'b/a.txt'), 'r');
    t.teardown(() => closeSync(reader));
    await write('a.txt', undefined, 'second');
    t.is(readFileSync(reader, 'utf8'), 'hello');
    t.is(readFileSync(join(root, 'b/a.txt'), 'utf8'), 'second');
});

test('a key that needs an object as a folder, or a folder as an object, is a conflict', async (t) => {
    const folder = await openFolder(t);
    await folder.write('a.txt');
    await folder.write('c/d/e.txt');
    for (const key of ['a.txt/b', 'a.txt/b/c', 'c', 'c/d']) await fails(t, folder, key, 'KeyConflict');
    t.deepEqual(entriesOf(folder.root), ['.uploads', 'b', 'b/a.txt', 'b/c', 'b/c/d', 'b/c/d/e.txt']);
    t.is(readFileSync(join(folder.root, 'b/a.txt'), 'utf8'), 'hello');
});

test('a link inside a bucket leads nowhere outside it, and nothing is created there', async (t) => {
    const folder = await openFolder(t);
    const { root, write } = folder;
    mkdirSync(join(root, 'outside'));
    symlinkSync(join(root, 'outside'), join(root, 'b/out'));
    symlinkSync('..', join(root, 'b/up'));
    symlinkSync('.', join(root, 'b/here'));
    for (const key of ['out/a', 'out/deep/er/a', 'up/a', 'up/outside/a', 'here/a'])
        await fails(t, folder, key, 'AccessDenied');
    await write('real/a');
    symlinkSync('real', join(root, 'b/inside'));
    await write('inside/b');
    t.is(readFileSync(join(root, 'b/real/b'), 'utf8'), 'hello');
    t.deepEqual(entriesOf(join(root, 'outside')), []);
});

test('a link that has the name of an object is replaced, not followed', async (t) => {
    const { root, write } = await openFolder(t);
    writeFileSync(join(root, 'precious'), 'mine');
    symlinkSync(join(root, 'precious'), join(root, 'b/a.txt'));
    await write('a.txt');
    t.is(readFileSync(join(root, 'precious'), 'utf8'), 'mine');
    t.is(readFileSync(join(root, 'b/a.txt'), 'utf8'), 'hello');
});

test('a bucket is a folder, not a link or a file', async (t) => {
    const { write, folder } = await withStorage(t);
    const storage = join(folder, 'storage');
    symlinkSync(folder, join(storage, 'linked'));
    writeFileSync(join(storage, 'file'), '');
    for (const bucket of ['linked', 'file']) t.like(await write({ bucket }), failed('NoSuchBucket'));
    t.false(existsSync(join(folder, 'a.txt')));
});

test('a conflict and a disk error are reported without a path', async (t) => {
    const { write, folder } = await withStorage(t);
    await write();
    t.deepEqual((await write({ name: 'a.txt/b' })).body, { error: 'Tool failed', detail: 'KeyConflict' });
    const uploads = join(folder, 'storage/.uploads');
    rmSync(uploads, { recursive: true });
    t.deepEqual((await write()).body, { error: 'Tool failed', detail: 'Internal' });
    writeFileSync(uploads, '');
    const { statusCode, body } = await write({ name: 'other' });
    t.is(statusCode, 500);
    t.is(body.error, 'Tool failed');
    t.false(JSON.stringify(body).includes('/'));
});

test('64 MiB of the disk stay free, whatever else is written there', async (t) => {
    const { root } = await openFolder(t);
    const mebibyte = 1024 * 1024;
    const free = async () => 100 * mebibyte;
    t.true(await hasRoomFor(36 * mebibyte, root, free));
    t.false(await hasRoomFor(36 * mebibyte + 1, root, free));
    t.true(await hasRoomFor((await freeBytes(root)) - 512 * mebibyte, root));
});

test('a volume that cannot sync a folder is no failure, and one that fails is', async (t) => {
    const answering = (code: string) => async () => ({
        sync: async () => {
            throw Object.assign(new Error(code), { code });
        },
        close: async () => undefined
    });
    for (const code of ['EINVAL', 'ENOTSUP', 'ENOSYS', 'EBADF'])
        t.false(await syncFolder('/data', answering(code)), code);
    await t.throwsAsync(syncFolder('/data', answering('EIO')), { code: 'EIO' });
    t.true(await syncFolder((await openFolder(t)).root));
});

test('a start is refused while less than 64 MiB are free for the data folder', async (t) => {
    const least = 64 * 1024 * 1024;
    await t.throwsAsync(
        assertRoom('/', async () => least - 1),
        {
            instanceOf: Refusal,
            message: 'DATA_DIR: less than 64 MiB are free for the folder /. Free some disk space.'
        }
    );
    await t.notThrowsAsync(assertRoom('/', async () => least));
});
