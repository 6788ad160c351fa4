// What the running service says of its jobs, as `doctor` reports it.
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { jobsProblem } from '../../cli/installation/running-service.ts';
import type { Config } from '../../config/index.ts';
import { lockInstance } from '../../db/store/index.ts';
import { listenOnLoopback } from '../doubles/ports.ts';
import { folderFor } from '../support/runs/folder.ts';

/** The data folder of a service that runs. */
function heldFolder(t: ExecutionContext) {
    const dataDir = folderFor(t);
    const lock = lockInstance(join(dataDir, 'instance.lock'));
    t.teardown(() => lock.release());
    return dataDir;
}

async function problemOf(
    t: ExecutionContext,
    answer: RequestListener,
    { patience = 60_000, ...of }: Partial<Config> & { patience?: number } = {}
) {
    const server = createServer(answer);
    t.teardown(() => {
        server.close();
        server.closeAllConnections();
    });
    const port = await listenOnLoopback(server);
    return jobsProblem({ dataDir: heldFolder(t), host: '0.0.0.0', port, ...of }, patience);
}

const jobs =
    (of: object): RequestListener =>
    ({ url }, response) =>
        void response.end(JSON.stringify(url === '/readyz' ? { parts: { jobs: of } } : {}));

test('a queue of the running service that does not answer is a problem, with its cause where it is known', async (t) => {
    t.is(await problemOf(t, jobs({ state: 'degraded', problem: 'The cause.' })), 'The cause.');
    t.regex((await problemOf(t, jobs({ state: 'degraded' }))) ?? '', /does not answer: see its log/);
    t.regex(
        (await problemOf(t, () => undefined, { host: '127.0.0.1', patience: 50 })) ?? '',
        /^The service at .* does not answer\.$/
    );
});

test('jobs that run or start are none, nor a service that does not run, nor another program at its port', async (t) => {
    for (const state of ['running', 'starting', 'stopped'])
        t.is(await problemOf(t, jobs({ state })), undefined);
    t.is(await problemOf(t, (_request, response) => void response.end('hello')), undefined);
    t.is(await problemOf(t, (_request, response) => void response.end('null')), undefined);
    const gone = createServer();
    const port = await listenOnLoopback(gone);
    await new Promise((resolve) => gone.close(resolve));
    t.is(await jobsProblem({ dataDir: heldFolder(t), host: '127.0.0.1', port }, 60_000), undefined);
});

test('nobody is asked while no service runs on the data folder', async (t) => {
    const dataDir = folderFor(t);
    const degraded = jobs({ state: 'degraded' });
    t.is(await problemOf(t, degraded, { dataDir }), undefined, 'without a lock file');
    lockInstance(join(dataDir, 'instance.lock')).release();
    t.is(await problemOf(t, degraded, { dataDir }), undefined, 'after it has ended');
});
