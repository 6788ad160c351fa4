// Starting and stopping, as whoever runs it sees it: real processes, exit codes, one clear line.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { login } from '../support/machines/client.ts';
import * as processes from '../support/servers/process.ts';

const { freePort, temporaryFolder, until } = processes;

async function folder(t: ExecutionContext) {
    const { path, remove } = await temporaryFolder();
    t.teardown(remove);
    return path;
}

type Options = Parameters<typeof processes.spawnServer>[0];

/** Starts the real server; it does not outlive its test. */
async function spawnServer(t: ExecutionContext, options: Options) {
    const server = await processes.spawnServer(options);
    t.teardown(() => server.child.kill('SIGKILL'));
    return server;
}

async function startServer(t: ExecutionContext, options: Options) {
    const server = await processes.startServer(options);
    t.teardown(() => server.child.kill('SIGKILL'));
    return server;
}

/** Starts what must not start; answers its exit code and what it said. */
async function refused(t: ExecutionContext, env: Record<string, string>, dataDir?: string) {
    const server = await spawnServer(t, { dataDir: dataDir ?? (await folder(t)), env });
    const code = await server.end();
    return { code, line: server.output().trim() };
}

test.serial(
    'a new installation prints its address, a setup link and what to try; the link works',
    async (t) => {
        const dataDir = await folder(t);
        const server = await startServer(t, { dataDir, env: { ADMIN_LOGIN: '', ADMIN_PASSWORD: '' } });
        await until('the greeting', async () => server.output().includes('npm run demo'));
        const [link = ''] = /http:\/\/localhost:\d+\/setup\/[\w-]{43}/.exec(server.output()) ?? [];
        t.is((await fetch(link.replace('localhost', '127.0.0.1'))).status, 200);
        t.true(server.output().includes('listens on'));
        t.is(statSync(join(dataDir, 'secrets.json')).mode & 0o777, 0o600);
        t.is(await server.end('SIGTERM'), 0);
    }
);

test.serial('a start without credits says how to grant some', async (t) => {
    const server = await startServer(t, { dataDir: await folder(t), env: { DEMO_DATA: 'off' } });
    await until('the greeting', async () => server.output().includes('credits grant --amount 20'));
    t.true(server.output().includes('There are no credits (a build costs 1, a screen 1).'));
    t.is(await server.end('SIGTERM'), 0);
});

test.serial('a wrong setting stops the start with one line and exit code 78', async (t) => {
    const wrong = { LOG_LEVEL: 'loud' };
    const { code, line } = await refused(t, wrong);
    t.is(code, 78);
    t.is(line, 'LOG_LEVEL must be one of [fatal, error, warn, info, debug, silent]. It holds "loud".');
    const secret = await refused(t, { NONCE_SECRET: 'hunter2' });
    t.is(secret.code, 78);
    t.is(secret.line.split('\n').length, 1);
    t.false(secret.line.includes('hunter2'));
});

test.serial(
    'a wrong STORAGE_ALIASES stops the start with one line that shows no key, and exit code 78',
    async (t) => {
        const notJson = await refused(t, { STORAGE_ALIASES: '{hunter2' });
        t.deepEqual(notJson, {
            code: 78,
            line: 'STORAGE_ALIASES: it must be JSON. It holds a value that is not shown.'
        });
        const incomplete = await refused(t, {
            STORAGE_ALIASES: '{"archive":{"backend":"disk","hunter2":1}}'
        });
        t.deepEqual(incomplete, {
            code: 78,
            line: 'STORAGE_ALIASES: archive.bucket is required. It holds a value that is not shown.'
        });
    }
);

test.serial('a data folder that another process holds: one line, 75, and the first goes on', async (t) => {
    const dataDir = await folder(t);
    const first = await startServer(t, { dataDir });
    const { code, line } = await refused(t, {}, dataDir);
    t.is(code, 75);
    t.is(line, 'Another process is already using this data folder.');
    t.is((await login(first.url)).nonces['svc_rest']?.length, 20);
    t.is(await first.end('SIGTERM'), 0);
});

test.serial('a port in use: one line and 75', async (t) => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    t.teardown(() => other.close());
    const server = await spawnServer(t, { dataDir: await folder(t), port });
    t.is(await server.end(), 75);
    t.is(server.output().trim(), `Port ${port} is in use. Set PORT to another one.`);
});

test.serial('a data folder that cannot be written: one line and 78', async (t) => {
    const dataDir = join(await folder(t), 'app.db');
    mkdirSync(join(dataDir, 'app.db'), { recursive: true });
    const { code, line } = await refused(t, {}, dataDir);
    t.is(code, 78);
    t.is(line.split('\n').length, 1);
});

test.serial('a data folder that cannot be made: one line and 78, for the command line too', async (t) => {
    const dataDir = join(await folder(t), 'a file');
    writeFileSync(dataDir, '');
    for (const [dir, line] of [
        ['/proc/x', 'DATA_DIR: the folder /proc/x cannot be made (ENOENT).'],
        ['/proc/x/y', 'DATA_DIR: the folder /proc/x/y cannot be made (ENOENT).'],
        [join(dataDir, 'x'), `DATA_DIR: the folder ${join(dataDir, 'x')} cannot be made (ENOTDIR).`],
        [dataDir, `DATA_DIR: ${dataDir} is no folder.`]
    ] as const) {
        t.deepEqual(await refused(t, {}, dir), { code: 78, line });
        t.true((await processes.runCommand(dir, ['doctor'])).err.includes(line));
    }
});

test.serial('the surfaces answer before PostgreSQL is up', async (t) => {
    const dataDir = await folder(t);
    const server = await startServer(t, { dataDir });
    const { status } = (await (await fetch(`${server.url}/readyz`)).json()) as { status: string };
    t.true(['ready', 'degraded'].includes(status));
    t.is(await server.end('SIGTERM'), 0);
});

test.serial('SIGTERM while it starts ends it with 0', async (t) => {
    const dataDir = await folder(t);
    const server = await spawnServer(t, { dataDir });
    await until('the first file', async () => existsSync(join(dataDir, 'instance.lock')));
    t.is(await server.end('SIGTERM'), 0);
});
