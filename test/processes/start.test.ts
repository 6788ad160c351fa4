// Starting and stopping, as operators see it: real processes, exit codes, one clear line.
import { once } from 'node:events';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openStore } from '../../db/store/index.ts';
import { login } from '../support/clients/client.ts';
import { engineer } from '../support/fixtures/sages.ts';
import * as processes from '../support/servers/process.ts';
import { folderFor } from '../support/runs/folder.ts';

const { freePort, until } = processes;

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
    const server = await spawnServer(t, { dataDir: dataDir ?? folderFor(t), env });
    const code = await server.end();
    return { code, line: server.output().trim() };
}

test.serial(
    'a new installation prints its address, and its setup link is in a private file only',
    async (t) => {
        const dataDir = folderFor(t);
        const env = { ADMIN_LOGIN: '', ADMIN_PASSWORD: '', LOG_LEVEL: 'info' };
        const server = await startServer(t, { dataDir, env });
        await until('the greeting', async () => server.output().includes('npm run demo'));
        const file = join(dataDir, 'setup-link');
        t.is(statSync(file).mode & 0o777, 0o600);
        t.is(statSync(join(dataDir, 'secrets.json')).mode & 0o777, 0o600);
        const link = readFileSync(file, 'utf8').trim();
        t.regex(link, /^http:\/\/localhost:\d+\/setup\/[\w-]{43}$/);
        t.true(server.output().includes('is running at'));
        t.true(
            server
                .output()
                .includes(`use the link in ${file}, or get a new one: npm run -s cli -- setup link`)
        );
        t.false(server.output().includes(link.slice(-43)), 'a collector keeps what is printed');
        const page = link.replace('localhost', '127.0.0.1');
        t.is((await fetch(page)).status, 200);
        const fields = { login: 'ada', email: 'ada@example.test', password: 'nine quiet lanterns' };
        t.is((await fetch(page, { method: 'POST', body: new URLSearchParams(fields) })).status, 200);
        t.false(existsSync(file), 'it was used');
        t.is(await server.end('SIGTERM'), 0);
    }
);

test.serial(
    'an old setup link is removed at the next start when there is a user, and by a new link',
    async (t) => {
        const dataDir = folderFor(t);
        const file = join(dataDir, 'setup-link');
        writeFileSync(file, 'http://localhost:3000/setup/old\n');
        await openStore(join(dataDir, 'app.db')).close();
        t.is((await processes.runCommand(dataDir, ['setup', 'link'])).code, 0);
        t.false(existsSync(file));
        writeFileSync(file, 'http://localhost:3000/setup/old\n', { mode: 0o644 });
        const server = await startServer(t, { dataDir });
        t.regex(server.output(), /secrets\.json was missing beside the data/);
        await until('the greeting', async () => server.output().includes('npm run demo'));
        t.false(existsSync(file));
        t.is(await server.end('SIGTERM'), 0);
    }
);

test.serial('standard output is one JSON object a line, from the first line to the last', async (t) => {
    const dataDir = folderFor(t);
    const env = { ADMIN_LOGIN: '', ADMIN_PASSWORD: '', LOG_LEVEL: 'debug' };
    const server = await spawnServer(t, { dataDir, env });
    const printed: string[] = [];
    server.child.stdout?.on('data', (part) => printed.push(String(part)));
    await until('the greeting', async () => server.output().includes('npm run demo'));
    await fetch(`${server.url}/login`);
    const closed = once(server.child, 'close');
    t.is(await server.end('SIGTERM'), 0);
    await closed;
    const lines = printed.join('').trimEnd().split('\n');
    t.true(lines.length > 1);
    for (const line of lines) t.is(typeof JSON.parse(line), 'object', line);
});

test.serial('a start without credits shows how to grant some', async (t) => {
    const server = await startServer(t, { dataDir: folderFor(t), env: { DEMO_DATA: 'off' } });
    await until('the greeting', async () => server.output().includes('credits grant --amount 20'));
    t.true(server.output().includes('No credits left (a build costs 1, a candidate 1).'));
    t.is(await server.end('SIGTERM'), 0);
});

test.serial('a wrong setting stops the start with one line and exit code 78', async (t) => {
    const wrong = { LOG_LEVEL: 'loud' };
    const { code, line } = await refused(t, wrong);
    t.is(code, 78);
    t.is(line, 'LOG_LEVEL must be one of [fatal, error, warn, info, debug, silent]. Current value: "loud".');
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
            line: 'STORAGE_ALIASES: it must be JSON. Current value: set, but not shown.'
        });
        const incomplete = await refused(t, {
            STORAGE_ALIASES: '{"archive":{"backend":"disk","hunter2":1}}'
        });
        t.deepEqual(incomplete, {
            code: 78,
            line: 'STORAGE_ALIASES: archive.bucket is required. Current value: set, but not shown.'
        });
    }
);

test.serial(
    'a data folder in use by another process ends the start with one line and 75 [P10]',
    async (t) => {
        const dataDir = folderFor(t);
        const first = await startServer(t, { dataDir });
        const { code, line } = await refused(t, {}, dataDir);
        t.is(code, 75);
        t.is(line, 'Another process is using this data folder. Stop it first.');
        t.is((await login(first.url)).nonces['svc_rest']?.length, 20);
        t.is(await first.end('SIGTERM'), 0);
    }
);

test.serial('a port in use: one line and 75', async (t) => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    t.teardown(() => other.close());
    const server = await spawnServer(t, { dataDir: folderFor(t), port });
    t.is(await server.end(), 75);
    t.is(server.output().trim(), `Port ${port} is in use. Set PORT to another one.`);
});

test.serial('an address that is not there and a name that does not resolve: one line and 75', async (t) => {
    for (const [HOST, line] of [
        ['192.0.2.1', 'HOST: this machine does not have the address 192.0.2.1 (EADDRNOTAVAIL).'],
        ['council.invalid', /^HOST: the name council\.invalid does not resolve \((ENOTFOUND|EAI_AGAIN)\)\.$/]
    ] as const) {
        const said = await refused(t, { HOST });
        t.is(said.code, 75);
        if (typeof line === 'string') t.is(said.line, line);
        else t.regex(said.line, line);
    }
});

test.serial('a data folder that cannot be written: one line and 78', async (t) => {
    const dataDir = join(folderFor(t), 'app.db');
    mkdirSync(join(dataDir, 'app.db'), { recursive: true });
    const { code, line } = await refused(t, {}, dataDir);
    t.is(code, 78);
    t.is(line.split('\n').length, 1);
});

test.serial(
    'a data folder that cannot be created ends start and commands with one line and 78',
    async (t) => {
        const dataDir = join(folderFor(t), 'a file');
        writeFileSync(dataDir, '');
        for (const [dir, line] of [
            ['/proc/x', 'DATA_DIR: the folder /proc/x cannot be created (ENOENT).'],
            ['/proc/x/y', 'DATA_DIR: the folder /proc/x/y cannot be created (ENOENT).'],
            [join(dataDir, 'x'), `DATA_DIR: the folder ${join(dataDir, 'x')} cannot be created (ENOTDIR).`],
            [dataDir, `DATA_DIR: ${dataDir} is not a folder.`]
        ] as const) {
            t.deepEqual(await refused(t, {}, dir), { code: 78, line });
            t.is((await processes.runCommand(dir, ['doctor'])).code, 78);
        }
    }
);

const ownMounts = ['unshare', '--user', '--map-root-user', '--mount'];
const ofNobody = ['unshare', '--user'];
const mountedBy = (mount: string) => [...ownMounts, 'sh', '-c', `${mount} && exec "$0" "$@"`];
const mayMount = spawnSync('env', [...ownMounts, 'true']).status === 0;

// A separate volume needs a Linux that allows namespaces to all users; many containers do not.
(mayMount ? test.serial : test.serial.skip)(
    'a data folder that cannot be written says where, why and by which setting: one line',
    async (t) => {
        const dataDir = folderFor(t);
        const tmpfs = (options: string) => mountedBy(`mount -t tmpfs -o ${options} data "${dataDir}"`);
        const begins = `DATA_DIR: cannot write to the folder ${dataDir}: `;
        const full = `head -c 1m /dev/zero > "${dataDir}/ballast" 2>/dev/null; true`;
        for (const [through, why, code] of [
            [tmpfs('ro'), 'it is mounted read-only (EROFS).', 78],
            [
                mountedBy(`mount -t tmpfs -o size=64k data "${dataDir}" && ${full}`),
                'its disk is full (ENOSPC).',
                75
            ]
        ] as const) {
            const server = await spawnServer(t, { dataDir, through });
            t.is(await server.end(), code);
            t.is(server.output(), `${begins}${why}\n`);
        }
        const small = await spawnServer(t, { dataDir, through: tmpfs('size=8m') });
        t.is(await small.end(), 75);
        t.regex(
            small.output(),
            /^DATA_DIR: less than 64 MiB are free for the folder \/[^\n]+\. Free some disk space\.\n$/
        );
    }
);

test.serial('a data folder without write permission ends the start with one line and code 78', async (t) => {
    const dataDir = folderFor(t);
    chmodSync(dataDir, 0o500);
    const through = process.getuid?.() === 0 ? ofNobody : [];
    const server = await spawnServer(t, { dataDir, through });
    t.is(await server.end(), 78);
    t.is(
        server.output(),
        `DATA_DIR: cannot write to the folder ${dataDir}: this user cannot write there (EACCES).\n`
    );
});

test.serial('actions are answered while the PostgreSQL of the jobs is away [P6]', async (t) => {
    const env = { JOBS_DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const server = await startServer(t, { dataDir: folderFor(t), env });
    const admin = await login(server.url);
    t.is((await admin.send('POST', '/sages', { ...engineer })).statusCode, 201);
    const { status } = (await (await fetch(`${server.url}/readyz`)).json()) as { status: string };
    t.is(status, 'degraded');
    t.is(await server.end('SIGTERM'), 0);
});

test.serial('SIGHUP stops it as SIGTERM does', async (t) => {
    const dataDir = folderFor(t);
    const server = await startServer(t, { dataDir, env: { LOG_LEVEL: 'info' } });
    t.is(await server.end('SIGHUP'), 0);
    t.regex(server.output(), /"signal":"SIGHUP"/);
    t.false(existsSync(join(dataDir, 'app.db-wal')));
});

test.serial('SIGTERM while it starts ends it with 0', async (t) => {
    const dataDir = folderFor(t);
    const server = await spawnServer(t, { dataDir });
    await until('the first file', async () => existsSync(join(dataDir, 'instance.lock')));
    t.is(await server.end('SIGTERM'), 0);
});
