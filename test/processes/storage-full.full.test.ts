// Row 20: a volume that is full, as the real server meets it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { issueToken } from '../../db/accounts/service-tokens.ts';
import { openStore } from '../../db/store/index.ts';
import { freePort, until } from '../support/servers/process.ts';
import { base64, entriesOf } from '../support/fixtures/storage.ts';
import { folderFor } from '../support/runs/folder.ts';

const root = join(import.meta.dirname, '../..');

/** Starts the server from a shell that has done `first`, through `launcher` where one is needed. */
async function startServer(t: ExecutionContext, first: string, launcher: string[] = []) {
    const dataDir = folderFor(t);
    mkdirSync(join(dataDir, 'storage'));
    const port = await freePort();
    const shell = [...launcher, 'sh', '-c', `${first} && exec "$0" "$@"`];
    const server = [process.execPath, '--import', './config/preload.js', 'server.ts'];
    const child = spawn('env', [...shell, ...server], {
        cwd: root,
        stdio: 'ignore',
        env: {
            PATH: process.env['PATH'],
            DATA_DIR: dataDir,
            PORT: String(port),
            LOG_LEVEL: 'silent',
            JOBS_DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none` // the queue is not needed
        }
    });
    t.teardown(() => child.kill('SIGKILL'));
    const url = `http://127.0.0.1:${port}`;
    await until('the server', () => fetch(`${url}/healthz`).then(Boolean, () => false));
    return { url, dataDir, pid: child.pid ?? 0 };
}

/** An agent that writes an object of this many bytes. */
async function agentOf({ url, dataDir }: { url: string; dataDir: string }) {
    const store = openStore(join(dataDir, 'app.db'));
    const scopes = ['tool:*'];
    const { token } = await store.write((tx) => issueToken(tx, { name: 'full', scopes, at: 1 }));
    await store.close();
    return async (name: string, content: Buffer) => {
        const response = await fetch(`${url}/tools/write_storage_object`, {
            method: 'POST',
            headers: { 'x-service-token': token, 'content-type': 'application/json' },
            body: JSON.stringify({ name, content_base64: base64(content) })
        });
        return { status: response.status, body: await response.json() };
    };
}

const full = { status: 500, body: { error: 'Tool failed', detail: 'StorageFull' } };
const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex');
const mebibytes = (n: number, fill: string) => Buffer.alloc(n * 1024 * 1024, fill);

const ownMounts = ['unshare', '--user', '--map-root-user', '--mount'];
const mayMount = spawnSync('env', [...ownMounts, 'true']).status === 0;

// A separate volume needs a Linux that allows namespaces to all users; many containers do not.
(mayMount ? test : test.skip)(
    'a volume that is full is told in one word; the object of before stays whole, no part is left [20]',
    async (t) => {
        const mount = 'mount -t tmpfs -o size=3m storage "$DATA_DIR/storage"';
        const server = await startServer(t, mount, ownMounts);
        const write = await agentOf(server);
        const storage = join('/proc', String(server.pid), 'root', server.dataDir, 'storage');
        const first = mebibytes(1, 'a');
        t.is((await write('a.txt', first)).status, 200);
        t.deepEqual(await write('a.txt', mebibytes(5, 'b')), full);
        t.deepEqual(await write('b/c.txt', mebibytes(5, 'b')), full);
        t.true(first.equals(await readFile(join(storage, 'default/a.txt'))));
        t.deepEqual(entriesOf(storage), ['.uploads', 'default', 'default/a.txt']);
        const second = mebibytes(1, 'c');
        t.like((await write('a.txt', second)).body, { etag: md5(second) });
    }
);

test('a file over the size limit of the system returns one word, and no part is left [20]', async (t) => {
    const server = await startServer(t, 'ulimit -f 8192'); // blocks: 4 MiB, or 8 MiB in some shells
    const write = await agentOf(server);
    const storage = join(server.dataDir, 'storage');
    t.is((await write('a.txt', mebibytes(1, 'a'))).status, 200);
    t.deepEqual(await write('a.txt', mebibytes(9, 'b')), full);
    t.deepEqual(await write('b/c.txt', mebibytes(9, 'b')), full);
    t.is(await readFile(join(storage, 'default/a.txt'), 'utf8'), 'a'.repeat(1024 * 1024));
    t.false(existsSync(join(storage, 'default/b')));
    t.deepEqual(entriesOf(storage), ['.uploads', 'default', 'default/a.txt']);
});
