import { ConfigError, type Config, loadConfig } from './config.ts'; // first: it stops on a Node that is too old
import { mkdirSync, statfsSync } from 'node:fs';
import { createServer as createListener } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Hapi, { type Server } from '@hapi/hapi';
import pino, { type Logger } from 'pino';
import { clearTimedOut } from './db/builds/runs.ts';
import { seedDemo } from './db/installation/demo-data.ts';
import { ensureInstallation, issueSetupKey } from './db/installation/installation.ts';
import { expireScreens } from './db/screens/invitations.ts';
import { hashPassword } from './db/accounts/passwords.ts';
import { Refusal } from './db/refusal.ts';
import { openSecrets } from './db/installation/secrets.ts';
import { purgeChanges } from './db/accounts/pending-changes.ts';
import { purgeResetRequests } from './db/accounts/password-resets.ts';
import { purgeSessions } from './db/accounts/sessions.ts';
import { lockInstance, openStore, type Store } from './db/store.ts';
import { purgeToolCalls } from './db/tools/calls.ts';
import { purgeTraces } from './db/tools/traces.ts';
import { createFirstAdministrator, hasUsers } from './db/accounts/users.ts';
import { isPostgresFailure } from './jobs/queue/connections.ts';
import { makeJobs } from './jobs/index.ts';
import { givenPostgres, startPostgres } from './jobs/queue/postgres.ts';
import { jobsAtOnce, startJobs } from './jobs/queue/runner.ts';
import { startSchedule } from './jobs/queue/schedule.ts';
import { openOutgoing } from './outgoing.ts';
import type { App } from './plugins/app.ts';
import { features, surfaces } from './plugins/index.ts';

// Of two equal headers Node would keep the first; and it looks for slow connections once in this interval only.
const listening = {
    joinDuplicateHeaders: true,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 1000,
    maxHeaderSize: 16 * 1024
};

/** The whole server over one store, not listening yet. */
export async function createServer(app: App): Promise<Server> {
    const server = Hapi.server({
        host: app.config.host,
        port: app.config.port,
        listener: createListener(listening),
        compression: { minBytes: 16 * 1024 },
        mime: { override: { 'text/event-stream': { compressible: false } } }, // or events wait in the compressor
        router: { stripTrailingSlash: true },
        routes: { state: { parse: true, failAction: 'ignore' } }
    });
    server.listener.maxConnections = 1000;
    await server.register([...surfaces, ...features].map((plugin) => ({ plugin, options: app })));
    return server;
}

/** The order is: lock, secrets, store, listen, jobs; and backwards at the end. */
async function start(config: Config, log: Logger) {
    process.umask(0o077);
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    const lock = lockInstance(join(config.dataDir, 'instance.lock'));
    assertRoom(config.dataDir);
    const secrets = openSecrets(config.dataDir, config.secrets);
    const store = openStore(join(config.dataDir, 'app.db'));
    const { epoch } = await store.write(ensureInstallation);
    await prepare(store, config);

    let jobs: ReturnType<typeof startJobs> | undefined;
    const outgoing = openOutgoing({ allowed: config.allowPrivate });
    const app: App = {
        store,
        config,
        secrets,
        log,
        outgoing,
        now: Date.now,
        jobs: () => jobs?.state() ?? 'starting'
    };
    const server = await createServer(app);
    await server.start();
    const schedule = scheduleUpkeep(store, log, config.keepDays);
    const postgres = await companion(config, secrets.postgres, log);
    const mail = {
        ...config.mail,
        baseUrl: config.baseUrl,
        restPath: config.paths.rest,
        links: secrets.links
    };
    const tasks = makeJobs({ store, mail, log, now: Date.now });
    jobs = startJobs({ store, jobs: tasks, postgres, epoch, log, now: Date.now, concurrency: jobsAtOnce });
    return {
        store,
        async stop() {
            await server.stop({ timeout: 2000 });
            await schedule.stop();
            await jobs?.stop();
            await postgres.stop();
            await outgoing.close();
            await store.close();
            lock.release();
        }
    };
}

const leastRoom = 64 * 1024 * 1024;

function assertRoom(dataDir: string) {
    const { bavail, bsize } = statfsSync(dataDir);
    if (bavail * bsize < leastRoom)
        throw new Refusal('wrong_state', 'Less than 64 MiB are free for the data folder.');
}

function companion({ jobsDatabaseUrl, dataDir }: Config, password: string, log: Logger) {
    if (jobsDatabaseUrl) return givenPostgres(jobsDatabaseUrl);
    return startPostgres({ dir: join(dataDir, 'postgres'), password, log });
}

/** What waits for no job: time-outs and tidying must go on while PostgreSQL is down. */
function scheduleUpkeep(store: Store, log: Logger, keepDays: number) {
    const schedule = startSchedule({ log, now: Date.now });
    schedule.every('clear-timed-out-builds', 10_000, async () => {
        await store.write((tx) => clearTimedOut(tx, Date.now()));
    });
    schedule.every('expire-screens', 30_000, async () => {
        await store.write((tx) => expireScreens(tx, Date.now()));
    });
    schedule.every('purge-sessions', 10 * 60_000, () => store.write((tx) => purgeSessions(tx, Date.now())));
    if (keepDays > 0)
        schedule.every('forget', 60 * 60_000, () => forget(store, Date.now() - keepDays * 24 * 60 * 60_000));
    schedule.every('purge-reset-requests', 60 * 60_000, () =>
        store.write((tx) => purgeResetRequests(tx, Date.now()))
    );
    schedule.every('purge-changes', 60 * 60_000, () => store.write((tx) => purgeChanges(tx, Date.now())));
    schedule.every('checkpoint', 60_000, () => store.checkpoint());
    return schedule;
}

const forgottenAtOnce = 1000;

/** What is kept for a while only, from before this moment: bit by bit, so that nobody waits for it. */
async function forget(store: Store, before: number) {
    for (const purge of [purgeTraces, purgeToolCalls]) {
        const some = () => store.write((tx) => purge(tx, before, forgottenAtOnce));
        while ((await some()) === forgottenAtOnce) await setImmediate();
    }
}

/** The administrator of the settings, and demo data for a new installation. */
async function prepare(store: Store, { admin, demoData }: Config) {
    if (admin && !(await hasUsers(store.read))) {
        const { login, email, password } = admin;
        const passwordHash = await hashPassword(password);
        await store.write((tx) => createFirstAdministrator(tx, { login, email, passwordHash }, Date.now()));
    }
    if (demoData) await store.write((tx) => seedDemo(tx, Date.now()));
}

async function greeting(store: Store, { baseUrl }: Config) {
    const link = (await hasUsers(store.read))
        ? []
        : [
              `Set up, within 30 minutes:  ${baseUrl}/setup/${await store.write((tx) => issueSetupKey(tx, Date.now()))}`
          ];
    return [
        `Sage Council listens on     ${baseUrl}`,
        ...link,
        `What it can do:             ${baseUrl}/openapi.json`,
        'Watch a sage being built:   npm run demo',
        ''
    ].join('\n');
}

/** One clear line, and the exit code for it: 75 when trying again later helps, 78 when something must be changed. */
function explain(error: unknown): readonly [string, number] {
    if (error instanceof ConfigError) return [error.message, 78];
    if (error instanceof Refusal) return [error.message, error.reason === 'unavailable' ? 75 : 78];
    const { code, port } = error as { code?: string; port?: number };
    if (code === 'EADDRINUSE') return [`Port ${port} is in use. Set PORT to another one.`, 75];
    return [error instanceof Error ? error.message : String(error), 78];
}

function fail(error: unknown): never {
    const [line, code] = explain(error);
    process.stderr.write(`${line}\n`);
    process.exit(code);
}

async function main() {
    const config = loadConfig();
    const log = pino({ level: config.logLevel, base: null });
    const started = Promise.withResolvers<Awaited<ReturnType<typeof start>>>();
    endOnSignal(started.promise, log);
    process.on('unhandledRejection', (error) => {
        if (isPostgresFailure(error)) return log.warn({ err: error }, 'left behind by a lost connection');
        throw error;
    });
    const running = await start(config, log);
    started.resolve(running);
    process.stdout.write(await greeting(running.store, config));
}

/** From here on there is something to stop; before, preload.ts just ends. */
function endOnSignal(started: Promise<{ stop(): Promise<void> }>, log: Logger) {
    let ending = false;
    const end = (signal: string) => {
        if (ending) process.exit(1);
        ending = true;
        log.info({ signal }, 'stopping');
        started.then((running) => running.stop()).then(() => process.exit(0), fail);
    };
    for (const signal of ['SIGTERM', 'SIGINT']) {
        const early = process.rawListeners(signal);
        process.on(signal, end); // first: with no listener left in between, a signal that waits would be lost
        early.forEach((listener) => process.off(signal, listener as NodeJS.SignalsListener));
    }
}

if (import.meta.main) await main().catch(fail);
