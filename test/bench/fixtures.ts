// The real server and the hand-written twin of one of its routes, over one store.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { changesBetween, rowsOf } from '../chaos/whole-store.ts';
import { freePort, type Running, startServer, until } from '../support/servers/process.ts';
import { cores, pin } from './cores.ts';
import type { Asked } from './load.ts';

export interface Served extends Asked {
    pid: number;
}

export interface Fixtures {
    server: Served;
    twin: Served;
}

export interface Scene {
    /** The twin's program; it is given the store, its port and the secret. */
    twin: URL;
    /** Makes in the server, or in its store, what is asked for. Answers the request, its address without the origin. */
    prepare: (url: string, file: string) => Promise<Asked>;
}

/** Both servers, each on the core for servers; they answer the same. */
export async function createFixtures(dataDir: string, { twin, prepare }: Scene, ends: AsyncDisposableStack) {
    const secret = randomBytes(32).toString('hex');
    const running = await startServer({ dataDir, env: await quietly(secret) });
    ends.defer(async () => void (await running.end('SIGTERM')));
    const file = join(dataDir, 'app.db');
    const asked = await prepare(running.url, file);
    const other = await startTwin(fileURLToPath(twin), [file, secret]);
    ends.defer(() => void other.child.kill());
    const fixtures = { server: await served(running, asked), twin: await served(other, asked) };
    await assertEqual(fixtures, file);
    return fixtures;
}

async function served({ url, child: { pid = 0 } }: Pick<Running, 'url' | 'child'>, asked: Asked) {
    await pin(pid, cores.server);
    return { ...asked, url: url + asked.url, pid };
}

/** No limits, and no PostgreSQL to be found: nothing in the store may move by itself. */
export async function quietly(secret: string) {
    return {
        NODE_ENV: 'production',
        DEMO_DATA: 'on',
        RATE_ACTIONS: '0',
        RATE_POLLS: '0',
        RATE_BACKEND: '0',
        RATE_TOOLS: '0',
        RATE_PAGES: '0',
        NONCE_SECRET: secret,
        JWT_SECRET: secret,
        JOBS_DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none`
    };
}

export async function startTwin(program: string, [file, secret, ...more]: [string, string, ...string[]]) {
    const port = await freePort();
    const args = [program, file, String(port), secret, ...more];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const url = `http://127.0.0.1:${port}`;
    await until('the twin answers', () => answers(url), 10_000);
    return { child, url };
}

const answers = (url: string) =>
    fetch(url, { method: 'POST' }).then(
        () => true,
        () => false
    );

/** A twin that answers or writes something else would be the twin of something else. */
async function assertEqual({ server, twin }: Fixtures, file: string) {
    await doingsOf(server, file); // the first request makes changes that later ones do not
    const ours = await doingsOf(server, file);
    const theirs = await doingsOf(twin, file);
    if (ours !== theirs) throw new Error(`the twin does\n${theirs}\nand the server\n${ours}`);
}

/** Milliseconds until everything is written: the record of a call that only reads comes after its answer. */
const latest = 500;

/** What one request is answered and what it changes, apart from times and what counts up. */
async function doingsOf({ method, url, headers, body }: Asked, file: string) {
    const before = rowsOf(file);
    const response = await fetch(url, { method, headers, body: body ?? null });
    await sleep(latest);
    const answer = `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
    const changes = changesBetween(before, rowsOf(file)).map(withoutCounts).toSorted();
    return [withoutCounts(answer), ...changes].join('\n');
}

const withoutCounts = (text: string) => text.replaceAll(counted, '"$1":');
const counted = /"(id|seq|version|revision|before|after|at|ms|\w+_at)":"?\d+\b"?/g;
