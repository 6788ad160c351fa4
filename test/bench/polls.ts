// The status poll compared with the same poll on Fastify, with the same checks, headers and limit: of one session, of many
// sessions while others commit, and of many sessions on a store of years.
import { execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { nonceFor } from '../../plugins/surfaces/auth/nonces.ts';
import { login } from '../support/clients/client.ts';
import { startServer, temporaryFolder } from '../support/servers/process.ts';
import { cores, pin } from './cores.ts';
import { type Figure, figure, ofBase, type Progress, type Row } from './figure.ts';
import { grownCopy } from './large-database/store.ts';
import { actionOf, type Asked, loadOn } from './load.ts';
import { quietly, startTwin } from './fixtures.ts';

const frameworks = { 'Fastify 5': 'fastify.ts' };
const folder = fileURLToPath(new URL('./frameworks/', import.meta.url));

interface Load {
    name: 'bench' | 'real' | 'grown';
    sessions: number;
    /** Commits a second from elsewhere. */
    commits: number;
}

const loads: Load[] = [
    { name: 'bench', sessions: 1, commits: 0 },
    { name: 'real', sessions: 500, commits: 20 },
    { name: 'grown', sessions: 500, commits: 20 }
];

export const polls: Row = {
    name: 'frameworks',
    async measure(short, progress) {
        await installFrameworks();
        const figures: Figure[] = [];
        for (const [place, load] of loads.entries())
            figures.push(
                ...(await underLoad(load, short, (share) => progress((place + share) / loads.length)))
            );
        return figures;
    }
};

/** The frameworks are no dependencies of the product: they are installed where they are compared with. */
async function installFrameworks() {
    if (existsSync(join(folder, 'node_modules'))) return;
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await promisify(execFile)('npm', ['ci', ...quiet], { cwd: folder });
}

async function underLoad({ name, sessions, commits }: Load, short: boolean, progress: Progress) {
    await using data = await temporaryFolder();
    await using ends = new AsyncDisposableStack();
    const secret = randomBytes(32).toString('hex');
    const env = { ...(await quietly(secret)), RATE_ACTIONS: '1000000000' };
    const file = join(data.path, 'app.db');
    if (name === 'grown') await grownCopy(file, { env, scale: short ? 0.1 : 1, progress: () => undefined });
    const running = await startServer({ dataDir: data.path, env });
    ends.defer(async () => void (await running.end('SIGTERM')));
    const requests = requestsOf(await startedRun(running.url), openSessions(file, sessions), secret);
    const servers = [{ against: '', url: running.url, pid: running.child.pid ?? 0 }];
    const headers = await headersOf(running.url, requests);
    for (const [against, program] of Object.entries(frameworks)) {
        const { child, url } = await startTwin(join(folder, program), [
            file,
            secret,
            JSON.stringify(headers)
        ]);
        ends.defer(() => void child.kill());
        servers.push({ against, url, pid: child.pid ?? 0 });
    }
    await Promise.all(servers.map(({ pid }) => pin(pid, cores.server)));
    for (const { url } of servers.slice(1)) await assertSame(running.url, url, requests);
    if (commits > 0) ends.defer(keepCommitting(file, commits));
    const perCpuSecond = servers.map((): number[] => []);
    const amount = short ? 2000 : 10_000;
    const rounds = short ? 5 : 7;
    for (let round = 0; round <= rounds; round += 1)
        for (const [place, server] of servers.entries()) {
            const { perProcessorSecond } = await loadOn(server.pid, { url: server.url, amount, requests });
            if (round > 0) perCpuSecond[place]?.push(perProcessorSecond); // the first round is to warm up
            progress((round * servers.length + place) / ((rounds + 1) * servers.length));
        }
    const [measured = [], ...others] = perCpuSecond;
    const goal = ofBase(1);
    return others.map((base, place) => {
        const against = servers[place + 1]?.against ?? '';
        const label = { row: `svc_get_step_status, ${name}`, unit: 'requests/CPU s', against, goal };
        return figure(label, { measured, base });
    });
}

async function startedRun(url: string) {
    const user = await login(url);
    const { body } = await user.action('svc_start_full_sage_build', { sage_id: 1 });
    return (body as { run_id: string }).run_id;
}

interface Session {
    cookie: string;
    digest: string;
}

/** Sessions of the administrator, as logging in makes them. */
function openSessions(file: string, count: number): Session[] {
    const sqlite = new Sqlite(file, { timeout: 5000 });
    const insert = sqlite.prepare(
        'INSERT INTO sessions (id, user_id, created_at, expires_at, agent) VALUES (?, 1, ?, ?, ?)'
    );
    const made = Array.from({ length: count }, () => {
        const cookie = randomBytes(32).toString('base64url');
        return { cookie, digest: hash('sha256', cookie) };
    });
    const day = 86_400_000;
    sqlite.transaction(() => {
        for (const { digest } of made) insert.run(digest, Date.now(), Date.now() + day, 'bench');
    })();
    sqlite.close();
    return made;
}

const requestsOf = (runId: string, sessions: Session[], secret: string) =>
    sessions.map(({ cookie, digest }) => {
        const holder = { id: 1, session: digest };
        const nonce = nonceFor(secret, 'svc_frontend_nonce', holder, Date.now());
        const client = { cookie: `svc_session=${cookie}`, nonces: { svc_frontend_nonce: nonce } };
        return actionOf(client, 'svc_get_step_status', { run_id: runId });
    });

async function ask(origin: string, [first]: Asked[]) {
    if (!first) throw new Error('nothing to ask');
    const { url, ...rest } = first;
    const response = await fetch(origin + url, rest);
    return {
        status: response.status,
        body: await response.text(),
        headers: Object.fromEntries(response.headers)
    };
}

const own = new Set(['date', 'content-length', 'content-type', 'connection', 'keep-alive', 'x-request-id']);

async function headersOf(origin: string, requests: Asked[]) {
    const { headers } = await ask(origin, requests);
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)));
}

/** A framework that answers something else would be compared with something else. */
async function assertSame(ours: string, theirs: string, requests: Asked[]) {
    const [expected, actual] = [await ask(ours, requests), await ask(theirs, requests)];
    const missing = Object.keys(expected.headers).filter((name) => !own.has(name) && !actual.headers[name]);
    if (expected.status !== 200 || actual.body !== expected.body || missing.length > 0)
        throw new Error(`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

/** Commits a row so many times a second until it is stopped. */
function keepCommitting(file: string, perSecond: number) {
    const sqlite = new Sqlite(file, { timeout: 5000 });
    const insert = sqlite.prepare(
        "INSERT INTO audit (at, actor, act, target) VALUES (?, 'bench', 'bench', 'bench')"
    );
    const timer = setInterval(() => insert.run(Date.now()), 1000 / perSecond);
    return () => {
        clearInterval(timer);
        sqlite.close();
    };
}
