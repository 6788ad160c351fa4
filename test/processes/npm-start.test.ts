// The service as npm starts it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { freePort, inherited, temporaryFolder, until } from '../support/servers/process.ts';

const root = join(import.meta.dirname, '../..');

test('ending the process of npm start ends the server, and no process is left', async (t) => {
    const { path: dataDir, remove } = await temporaryFolder();
    t.teardown(remove);
    const port = String(await freePort());
    const none = `postgres://127.0.0.1:${await freePort()}/none`; // the queue is not needed
    const env = { ...inherited, HOME: process.env['HOME'], DATA_DIR: dataDir, PORT: port };
    const npm = spawn('npm', ['start', '--silent'], {
        cwd: root,
        detached: true, // whatever is left ends with the group
        stdio: 'ignore',
        env: { ...env, JOBS_DATABASE_URL: none, LOG_LEVEL: 'silent' }
    });
    const group = -(npm.pid ?? 0);
    t.teardown(() => endGroup(group));
    const serves = () => fetch(`http://127.0.0.1:${port}/healthz`).then(Boolean, () => false);
    await until('the server', serves);
    npm.kill('SIGTERM');
    await until('the server is gone', async () => !(await serves()));
    await until('every process of it is gone', async () => !isThere(group));
    t.pass();
});

function isThere(group: number) {
    try {
        return process.kill(group, 0);
    } catch {
        return false;
    }
}

function endGroup(group: number) {
    if (isThere(group)) process.kill(group, 'SIGKILL');
}
