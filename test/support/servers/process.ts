// The real server as a separate process: for the demo, the proofs, the figures and the tests of starting and stopping.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';

const root = join(import.meta.dirname, '../../..');

/** What every child process needs of this one's environment; with the cache it compiles nothing twice. */
export const inherited = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE']
};

export const administrator = { login: 'admin', password: 'a long enough secret' };

/** How a command line ended, and what it printed. */
export interface Said {
    code: number;
    out: string;
    err: string;
}

/** The command line over the data in this folder, as a process; `typed` of command-line.ts is far faster. */
export function runCommand(
    dataDir: string,
    args: readonly string[],
    env: Record<string, string> = {},
    input = ''
): Promise<Said> {
    const options = { cwd: root, env: { ...inherited, ...env, DATA_DIR: dataDir } };
    return new Promise((resolve) => {
        const child = execFile(process.execPath, ['cli/main.ts', ...args], options, (error, out, err) =>
            resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
        );
        child.stdin?.end(input);
    });
}

export interface Running {
    url: string;
    child: ChildProcess;
    /** What it printed so far, both streams. */
    output(): string;
    /** Sends a signal and waits for the end. Answers the exit code, or null when a signal ended it. */
    end(signal?: NodeJS.Signals): Promise<number | null>;
}

interface Options {
    dataDir: string;
    port?: number;
    env?: Record<string, string>;
    /** A program that becomes the server, or starts it, with its arguments. */
    through?: readonly string[];
}

const server = ['--max-semi-space-size=16', '--import', './config/preload.js', 'server.ts'];

/** Starts the server and answers at once, before it listens. */
export async function spawnServer({ dataDir, port, env = {}, through = [] }: Options): Promise<Running> {
    const chosen = port ?? (await freePort());
    const [program = '', ...args] = [...through, process.execPath, ...server];
    const child = spawn(program, args, {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
            ...inherited,
            LOG_LEVEL: 'warn',
            ADMIN_LOGIN: administrator.login,
            ADMIN_PASSWORD: administrator.password,
            ...env,
            DATA_DIR: dataDir,
            PORT: String(chosen)
        }
    });
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part) => printed.push(String(part)));
    const ended = once(child, 'exit') as Promise<[number | null]>;
    return {
        url: `http://127.0.0.1:${chosen}`,
        child,
        output: () => printed.join(''),
        async end(signal) {
            if (signal) child.kill(signal);
            return (await ended)[0];
        }
    };
}

/** Starts the server and answers once it answers. Throws with what it printed when it ends instead. */
export async function startServer(options: Options) {
    const running = await spawnServer(options);
    await until('the server answers', async () => {
        if (running.child.exitCode !== null || running.child.signalCode !== null)
            throw new Error(running.output());
        return answers(running.url);
    });
    return running;
}

/** Asks until `done` says so; throws after `ms` milliseconds. */
export async function until(what: string, done: () => Promise<boolean>, ms = 300_000) {
    const last = performance.now() + ms;
    while (!(await done())) {
        if (performance.now() > last) throw new Error(`${what}: not within ${ms} ms`);
        await sleep(25);
    }
}

async function answers(url: string) {
    return fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false
    );
}

/** A data folder that is gone once it is removed, or the stack that it is used in ends. */
export async function temporaryFolder() {
    const path = await mkdtemp(join(tmpdir(), 'sage-council-'));
    const remove = () => rm(path, { recursive: true, force: true });
    return { path, remove, [Symbol.asyncDispose]: remove };
}

/** Of the ports below those that the system gives to connections, each thread of a test has a hundred of its own. */
const ports = 10_000 + ((process.pid * 7 + threadId) % 220) * 100;
let given = 0;

/** Returns a port on loopback that is free, and which nothing else is given before it is used. */
export async function freePort(): Promise<number> {
    const port = ports + (given++ % 100);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
        () => true,
        () => false
    );
    if (!isFree) return freePort();
    probe.close();
    await once(probe, 'close');
    return port;
}
