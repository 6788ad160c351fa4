// The service as npm starts it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { freePort, inherited, until } from '../support/servers/process.ts';
import { folderFor } from '../support/runs/folder.ts';

const root = join(import.meta.dirname, '../..');

/** The service as npm starts it: a process group of its own, of which nothing outlives the test. */
async function npmStart(t: ExecutionContext, more: Record<string, string> = {}) {
    const dataDir = folderFor(t);
    const port = String(await freePort());
    const env = { ...inherited, HOME: process.env['HOME'], DATA_DIR: dataDir, PORT: port };
    const npm = spawn('npm', ['start', '--silent'], {
        cwd: root,
        detached: true,
        stdio: 'ignore',
        env: { ...env, LOG_LEVEL: 'silent', ...more }
    });
    const group = -(npm.pid ?? 0);
    t.teardown(() => signalIfThere(group, 'SIGKILL'));
    const asked = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const serves = () => asked('/healthz').then(Boolean, () => false);
    await until('the server', serves);
    return {
        npm,
        group,
        dataDir,
        serves,
        isReady: async () => (await (await asked('/readyz')).text()).includes('"ready"')
    };
}

test('ending the process of npm start ends the server, and no process is left', async (t) => {
    const none = `postgres://127.0.0.1:${await freePort()}/none`; // the queue is not needed
    const { npm, group, serves } = await npmStart(t, { JOBS_DATABASE_URL: none });
    npm.kill('SIGTERM');
    await until('the server is gone', async () => !(await serves()));
    await until('every process of it is gone', async () => !isThere(group));
    t.pass();
});

test('SIGTERM for the group of npm start, and again as npm passes it on, stops it whole', async (t) => {
    const { npm, group, dataDir, isReady } = await npmStart(t);
    await until('the queue runs', isReady);
    const lock = join(dataDir, 'postgres/data/postmaster.pid');
    const postgres = Number(readFileSync(lock, 'utf8').split('\n')[0]);
    const ended = once(npm, 'exit');
    process.kill(group, 'SIGTERM');
    await sleep(120); // what comes at once is merged into one
    signalIfThere(group, 'SIGTERM'); // an idle service may have stopped by then
    await ended;
    await until('every process of it is gone', async () => !isThere(group));
    t.false(isThere(postgres));
    t.false(existsSync(lock), 'it was stopped in order');
    t.false(existsSync(join(dataDir, 'app.db-wal')));
});

function isThere(group: number) {
    try {
        return process.kill(group, 0);
    } catch {
        return false;
    }
}

function signalIfThere(group: number, signal: NodeJS.Signals) {
    try {
        process.kill(group, signal);
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}
