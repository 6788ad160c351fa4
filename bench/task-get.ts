// A task as agents look it up, all day long: the real server against its hand-written twin, over the same store.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { issueToken } from '../db/service-tokens.ts';
import { openStore } from '../db/store.ts';
import { putTask } from '../db/task-links.ts';
import { listToolCalls } from '../db/tool-calls.ts';
import { freePort, type Running, startServer, temporaryFolder, until } from '../test/process.ts';
import { cores, pin } from './cores.ts';
import { figure, inTurn, type Row, type Samples } from './figure.ts';
import { requestsPerSecond } from './load.ts';
import { processorSeconds } from './processor-time.ts';

export const taskGet: Row = {
    name: 'task-get',
    async measure(short, progress) {
        const folder = await temporaryFolder();
        await using ends = new AsyncDisposableStack();
        ends.defer(folder.remove);
        const { server, twin } = await raiseStage(folder.path, ends);
        const seconds = short ? 2 : 10;
        await Promise.all([server, twin].map((served) => loadOn(served, 1)));
        const loads = await inTurn({
            repeats: short ? 3 : 5,
            measured: () => loadOn(server, seconds),
            base: () => loadOn(twin, seconds),
            progress
        });
        return figuresOf(loads);
    }
};

/** Requests by the clock, and by the processor time of the server: the machine may be busy with others. */
interface Load {
    perSecond: number;
    perProcessorSecond: number;
}

interface Served {
    method: 'POST';
    url: string;
    headers: Record<string, string>;
    body: string;
    pid: number;
}

async function loadOn(served: Served, seconds: number): Promise<Load> {
    const before = await processorSeconds(served.pid);
    const perSecond = await requestsPerSecond(served, seconds);
    const used = (await processorSeconds(served.pid)) - before;
    return { perSecond, perProcessorSecond: (perSecond * seconds) / used };
}

function figuresOf(loads: Samples<Load>) {
    const goal = { of: 'ratio', is: 'at least', value: 0.5 } as const;
    const told = { row: 'POST /tools/task_get', against: 'hand-written twin', goal };
    const pick = (name: keyof Load) => ({
        measured: loads.measured.map((load) => load[name]),
        base: loads.base.map((load) => load[name])
    });
    return [
        figure({ ...told, unit: 'requests/s' }, pick('perSecond')),
        figure({ ...told, unit: 'requests/CPU s' }, pick('perProcessorSecond'))
    ];
}

/** Both servers over one store, each on the core for servers; they answer and write down the same. */
async function raiseStage(dataDir: string, ends: AsyncDisposableStack) {
    const running = await startServer({ dataDir, env: await quietly() });
    ends.defer(async () => void (await running.end('SIGTERM')));
    const store = openStore(join(dataDir, 'app.db'));
    ends.defer(() => store.close());
    const at = Date.now();
    const task = { crm_id: 'C-1', planner_id: 'P-1', title: 'Call back', url: 'https://crm.example/1' };
    await store.write((tx) => putTask(tx, task, at));
    const agent = { name: 'agent', scopes: ['tool:task_get'], at };
    const { token } = await store.write((tx) => issueToken(tx, agent));
    const twin = await startTwin(join(dataDir, 'app.db'));
    ends.defer(() => void twin.child.kill());
    const served = async ({ url, child: { pid = 0 } }: Pick<Running, 'url' | 'child'>): Promise<Served> => {
        await pin(pid, cores.server);
        const headers = { 'x-service-token': token, 'content-type': 'application/json' };
        return { method: 'POST', url: `${url}/tools/task_get`, headers, body: '{"planner_id":"P-1"}', pid };
    };
    const stage = { server: await served(running), twin: await served(twin) };
    await assertEqual(stage, () => listToolCalls(store.read, { limit: 1, offset: 0 }));
    return stage;
}

/** No limits, and no PostgreSQL to be found: nothing in the store may move by itself. */
async function quietly() {
    const none = `postgres://127.0.0.1:${await freePort()}/none`;
    return { NODE_ENV: 'production', RATE_TOOLS: '0', JOBS_DATABASE_URL: none };
}

const twinProgram = fileURLToPath(new URL('./twin-task-get.ts', import.meta.url));

async function startTwin(file: string) {
    const port = await freePort();
    const child = spawn(process.execPath, [twinProgram, file, String(port)], {
        stdio: ['ignore', 'ignore', 'inherit']
    });
    const url = `http://127.0.0.1:${port}`;
    await until('the twin answers', () => answers(url), 10_000);
    return { child, url };
}

const answers = (url: string) =>
    fetch(url, { method: 'POST' }).then(
        () => true,
        () => false
    );

type LastCall = () => ReturnType<typeof listToolCalls>;

/** A twin that answers or writes down something else would be the twin of something else. */
async function assertEqual({ server, twin }: Record<'server' | 'twin', Served>, lastCall: LastCall) {
    const ours = await doingsOf(server, lastCall);
    const theirs = await doingsOf(twin, lastCall);
    if (ours !== theirs) throw new Error(`the twin does\n${theirs}\nand the server\n${ours}`);
}

/** What one request is answered, and what is written down of it apart from its times. */
async function doingsOf({ url, method, headers, body }: Served, lastCall: LastCall) {
    const { total } = await lastCall();
    const response = await fetch(url, { method, headers, body });
    const answer = `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
    await until('the call is written down', async () => (await lastCall()).total > total, 5000);
    const { items } = await lastCall();
    const calls = items.map(({ id: _id, at: _at, ms: _ms, ...call }) => JSON.stringify(call));
    return [answer, ...calls].join('\n');
}
