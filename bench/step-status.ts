// The poll of thousands: the real server against its hand-written twin, over the same store.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { login } from '../test/client.ts';
import { freePort, type Running, startServer, temporaryFolder, until } from '../test/process.ts';
import { cores, pin } from './cores.ts';
import { figure, inTurn, type Row, type Samples } from './figure.ts';
import { type Asked, requestsPerSecond } from './load.ts';
import { processorSeconds } from './processor-time.ts';

export const stepStatus: Row = {
    name: 'step-status',
    async measure(short, progress) {
        const folder = await temporaryFolder();
        await using ends = new AsyncDisposableStack();
        ends.defer(folder.remove);
        const stage = await raiseStage(folder.path, ends);
        await assertEqual(stage);
        const seconds = short ? 2 : 10;
        await Promise.all([stage.server, stage.twin].map((served) => loadOn(served, 1)));
        const loads = await inTurn({
            repeats: short ? 3 : 5,
            measured: () => loadOn(stage.server, seconds),
            base: () => loadOn(stage.twin, seconds),
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

interface Served extends Asked {
    pid: number;
}

async function loadOn(served: Served, seconds: number): Promise<Load> {
    const before = await processorSeconds(served.pid);
    const perSecond = await requestsPerSecond(served, seconds);
    const used = (await processorSeconds(served.pid)) - before;
    return { perSecond, perProcessorSecond: (perSecond * seconds) / used };
}

function figuresOf(loads: Samples<Load>) {
    const goal = { of: 'ratio', is: 'at least', value: 0.75 } as const;
    const told = { row: 'svc_get_step_status', against: 'hand-written twin', goal };
    const pick = (name: keyof Load) => ({
        measured: loads.measured.map((load) => load[name]),
        base: loads.base.map((load) => load[name])
    });
    return [
        figure({ ...told, unit: 'requests/s' }, pick('perSecond')),
        figure({ ...told, unit: 'requests/CPU s' }, pick('perProcessorSecond'))
    ];
}

interface Stage {
    server: Served;
    twin: Served;
}

/** Both servers over one store with a build that stands still, each on the core for servers. */
async function raiseStage(dataDir: string, ends: AsyncDisposableStack): Promise<Stage> {
    const secret = randomBytes(32).toString('hex');
    const running = await startServer({ dataDir, env: await quietly(secret) });
    ends.defer(async () => void (await running.end('SIGTERM')));
    const poll = await pollOf(running.url);
    const twin = await startTwin(join(dataDir, 'app.db'), secret);
    ends.defer(() => void twin.child.kill());
    const served = async ({ url, child: { pid = 0 } }: Pick<Running, 'url' | 'child'>): Promise<Served> => {
        await pin(pid, cores.server);
        return { ...poll, url: url + path, pid };
    };
    return { server: await served(running), twin: await served(twin) };
}

const path = '/rest/svc/v1/admin/admin-ajax.php?action=svc_get_step_status';

/** No limits, and no PostgreSQL to be found: the build must not move while it is asked for. */
async function quietly(secret: string) {
    return {
        NODE_ENV: 'production',
        DEMO_DATA: 'on',
        RATE_POLLS: '0',
        NONCE_SECRET: secret,
        JOBS_DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none`
    };
}

async function pollOf(url: string) {
    const user = await login(url);
    const { body } = await user.action('svc_start_full_sage_build', { sage_id: 1 });
    const { run_id } = body as { run_id: string };
    const form = { action: 'svc_get_step_status', nonce: user.nonces['svc_frontend_nonce'] ?? '', run_id };
    return {
        headers: { cookie: user.cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString()
    };
}

const twinProgram = fileURLToPath(new URL('./twin-step-status.ts', import.meta.url));

async function startTwin(file: string, secret: string) {
    const port = await freePort();
    const args = [twinProgram, file, String(port), secret];
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

/** A twin that answers something else would be the twin of something else. */
async function assertEqual({ server, twin }: Stage) {
    const [ours, theirs] = await Promise.all([server, twin].map(answerTo));
    if (ours !== theirs) throw new Error(`the twin answers ${theirs}, the server ${ours}`);
}

async function answerTo({ url, headers, body }: Asked) {
    const response = await fetch(url, { method: 'POST', headers, body });
    return `${response.status} ${await response.text()}`;
}
