import { type Config, loadConfig } from './config/index.ts'; // first: it stops on a Node that is too old
import { existsSync, statSync } from 'node:fs';
import { createServer as createListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Hapi, { type Server } from '@hapi/hapi';
import pino, { type Logger } from 'pino';
import { openBackups } from './db/installation/backup/backups.ts';
import { readyFolder, sayingOfKeys } from './db/installation/backup/settle.ts';
import { lineOf } from './db/installation/libraries.ts';
import { passesByItself } from './db/installation/passing.ts';
import { prepareStore } from './db/installation/prepare.ts';
import { assertWritable, makeDataFolder } from './db/installation/data-folder.ts';
import { greeting } from './db/installation/greeting.ts';
import { assertSharedSecrets, ensureInstallation } from './db/installation/installation.ts';
import { keepZone } from './db/record/settings.ts';
import { nodeName } from './db/installation/node-name.ts';
import { drawSecrets, keysOf, openSecrets } from './db/installation/secrets.ts';
import { lockInstance, openStoreAt, type Store } from './db/store/index.ts';
import { addRows } from './jobs/build/fixtures/rows/index.ts';
import { checkDraft } from './jobs/build/rubric/draft.ts';
import { mailReader } from './jobs/mail/text.ts';
import { isPostgresFailure } from './jobs/queue/connections.ts';
import { watchDeadlines } from './jobs/upkeep/deadlines.ts';
import { thread } from './jobs/evaluation/evidence/thread.ts';
import { makeEvaluators } from './jobs/evaluation/index.ts';
import { tryModel } from './jobs/evaluation/try-model.ts';
import { makeJobs, tasks } from './jobs/index.ts';
import { openExternalPostgres, startPostgres } from './jobs/queue/postgres.ts';
import { type Membership, startMembership } from './jobs/queue/membership.ts';
import { type JobsRuntime, lightConcurrency, startJobs } from './jobs/queue/runner.ts';
import { startUpkeep } from './jobs/upkeep/index.ts';
import { openLog, standardOutput } from './config/log.ts';
import { openOutgoing } from './config/outgoing.ts';
import { openerOf } from './plugins/agents/storage/backups.ts';
import type { App } from './plugins/app.ts';
import { plugins } from './plugins/index.ts';

// Node keeps only the first of two equal headers unless they are joined.
const listening = { joinDuplicateHeaders: true, maxHeaderSize: 16 * 1024 };

/** How long, in milliseconds, a client may take to send. Node checks for slow connections once per interval. */
export const sendingTimes = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 1000
};

// A connection that arrives just when a node stops listening is reset: proxies must see /readyz fail before that.
const untilProxiesKnow = 3000;

/** Creates the whole server over one store. It does not listen yet. */
export async function createServer(app: App, times = sendingTimes): Promise<Server> {
    const server = Hapi.server({
        host: app.config.host,
        port: app.config.port,
        listener: createListener({ ...listening, ...times }),
        compression: { minBytes: 16 * 1024 },
        mime: { override: { 'text/event-stream': { compressible: false } } }, // or events wait in the compressor
        router: { stripTrailingSlash: true },
        // For a wrong Range, hapi would send a 416 of its own past all that sets envelopes and headers.
        routes: { state: { parse: true, failAction: 'ignore' }, response: { ranges: false } }
    });
    await server.register(plugins.map((plugin) => ({ plugin, options: app })));
    return server;
}

/** Starts the parts in this order: lock, secrets, store, queue, other nodes, server, jobs. `stop` ends them in the reverse order. */
async function start(config: Config, log: Logger) {
    const lock = holdFolder(config);
    await readyFolder(config, log);
    const { secrets, store, epoch } = await openInstallation(config, log);
    const external = config.jobsDatabaseUrl ? await openExternalPostgres(config.jobsDatabaseUrl) : undefined;
    const membership = await membershipOf(config, store, log);

    let jobs: JobsRuntime | undefined;
    let isStopping = false;
    const outgoing = openOutgoing(config.outgoing);
    const backups = backupsOf({ store, config, secrets, log, outgoing });
    const deadlines = watchDeadlines({ store, now: Date.now, membership });
    const app: App = {
        store,
        config,
        secrets,
        log,
        outgoing,
        backups,
        now: Date.now,
        zone: await keepZone({ store, config }),
        lint: checkDraft,
        tasks,
        readMail: mailReader(store, mailOf(config, secrets)),
        askModel: () => tryModel({ evaluators, llm: config.llm, now: Date.now, patience: 60_000 }),
        settleDeadlines: () => deadlines.settle(),
        jobs: () => jobsNow(jobs, isStopping)
    };
    const server = await createServer(app);
    const { observeAttempt, observeEvaluation } = server.plugins.metrics;
    const evaluators = makeEvaluators({ ...app, llm: config.llm, observe: observeEvaluation });
    await server.start();
    const upkeep = startUpkeep({ ...config, ...app, membership, backups, deadlines });
    const postgres = external ?? (await startPostgres({ ...queueOf(config, secrets), log }));
    jobs = startJobs({
        store,
        jobs: makeJobs({ ...app, evaluators, mail: mailOf(config, secrets) }),
        postgres,
        epoch,
        log,
        now: Date.now,
        concurrency: lightConcurrency,
        node: membership?.node,
        observe: observeAttempt
    });
    return {
        store,
        async stop() {
            isStopping = true;
            if (membership) await sleep(untilProxiesKnow);
            await server.stop({ timeout: 2000 });
            await upkeep.stop();
            await jobs?.stop();
            await membership?.leave();
            await postgres.stop();
            await Promise.all([thread.close(), outgoing.close()]);
            await store.close();
            lock.release();
        }
    };
}

function holdFolder({ dataDir }: Config) {
    makeDataFolder(dataDir);
    assertWritable(dataDir);
    return lockInstance(join(dataDir, 'instance.lock'));
}

async function openInstallation(config: Config, log: Logger) {
    const file = join(config.dataDir, 'app.db');
    const hasData = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    const drawn = drawSecrets(config.dataDir, config.secrets);
    if (drawn.length > 0 && hasData) log.warn({ secrets: drawn }, newSecrets);
    const secrets = openSecrets(config.dataDir, config.secrets);
    const store = await openStoreAt({ file, database: config.database });
    const { epoch } = await store.write(ensureInstallation);
    if (config.database) await store.write((tx) => assertSharedSecrets(tx, secrets));
    await prepareStore(store, config, Date.now());
    return { secrets, store, epoch };
}

const newSecrets =
    'secrets.json was missing beside the data, so new secrets were created: all sessions and open links have ended. To keep them, stop the service and put secrets.json back from a backup.';

/** Warns of keys of its own, and of backups of others when it has looked: a NAS may be slow or away. */
function backupsOf(parts: Pick<App, 'store' | 'config' | 'secrets' | 'log' | 'outgoing'>) {
    const openBucket = openerOf(parts.config, parts.outgoing);
    const backups = openBackups({ ...parts, now: Date.now, openBucket });
    const says = sayingOfKeys(parts.config);
    if (says !== undefined) parts.log.warn(says);
    void backups.others().then(
        (of) => of && parts.log.warn(of),
        () => undefined
    );
    return backups;
}

const queueOf = ({ dataDir }: Config, { postgres: password }: App['secrets']) => ({
    dir: join(dataDir, 'postgres'),
    password
});

const jobsNow = (jobs: JobsRuntime | undefined, isStopping: boolean) => ({
    state: isStopping ? ('stopped' as const) : (jobs?.state() ?? 'starting'),
    problem: jobs?.problem()
});

const mailOf = ({ mail, inForce, currency, baseUrl, paths, screens }: Config, secrets: App['secrets']) => ({
    ...mail,
    inForce,
    currency,
    undoMs: screens.undoMs,
    baseUrl,
    restPath: paths.rest,
    links: secrets.links,
    keys: keysOf(secrets, 'links')
});

/** Only a store on PostgreSQL is shared by several nodes. */
async function membershipOf(
    { database, dataDir }: Config,
    store: Store,
    log: Logger
): Promise<Membership | undefined> {
    if (!database) return undefined;
    return startMembership({ store, node: nodeName(dataDir), log, now: Date.now });
}

/** One clear line and its exit code: 75 when a later start can succeed, 78 when something must be changed first. */
function explain(error: unknown): readonly [string, number] {
    const {
        code = '',
        port,
        address,
        hostname
    } = error as { code?: string; port?: number; address?: string; hostname?: string };
    const lines: Record<string, string> = {
        EADDRINUSE: `Port ${port} is in use. Set PORT to another one.`,
        EADDRNOTAVAIL: `HOST: this machine does not have the address ${address} (${code}).`,
        ENOTFOUND: `HOST: the name ${hostname} does not resolve (${code}).`,
        EAI_AGAIN: `HOST: the name ${hostname} does not resolve (${code}).`
    };
    const line = lines[code] ?? lineOf(error);
    return [line, passesByItself(error) ? 75 : 78];
}

function fail(error: unknown): never {
    const [line, code] = explain(error);
    process.stderr.write(`${line}\n`);
    process.exit(code);
}

async function main() {
    const config = loadConfig();
    addRows(config.edits);
    const out = openLog(standardOutput());
    process.once('exit', out.end);
    process.stderr.on('error', () => undefined); // its disk is full: what it says is lost
    const log = pino({ level: config.logLevel, base: null }, out);
    for (const line of config.settingWarnings) log.warn(line);
    const started = Promise.withResolvers<Awaited<ReturnType<typeof start>>>();
    endOnSignal(started.promise, log);
    process.on('unhandledRejection', (error) => {
        if (isPostgresFailure(error))
            return log.warn({ err: error }, 'rejection from a closed PostgreSQL connection');
        throw error;
    });
    process.umask(0o077);
    const running = await start(config, log);
    started.resolve(running);
    // The image leaves the demo out.
    const isWithDemo = existsSync(new URL('./test/demo/build.ts', import.meta.url));
    const isTerminal = process.stderr.isTTY;
    // Standard output holds the log, and nothing else.
    process.stderr.write(await greeting(running.store, { config, now: Date.now, isWithDemo, isTerminal }));
}

interface Ending {
    stop: (signal: string) => void;
    force: () => void;
    /** In milliseconds. */
    now: () => number;
}

/**
 * The first signal stops, and a later one forces. One within two seconds is the same one again: npm passes on what the whole
 * process group, and so the service too, has got already.
 */
export function onSignals({ stop, force, now }: Ending) {
    let first: number | undefined;
    return (signal: string) => {
        if (first === undefined) {
            first = now();
            stop(signal);
        } else if (now() - first >= 2000) force();
    };
}

/** Replaces the signal handlers of preload.js, which end the process: from now on there is something to stop. */
function endOnSignal(started: Promise<{ stop(): Promise<void> }>, log: Logger) {
    const end = onSignals({
        stop(signal) {
            log.info({ signal }, 'stopping');
            started.then((running) => running.stop()).then(() => process.exit(0), fail);
        },
        force: () => process.exit(1),
        now: () => performance.now()
    });
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
        const ofPreload = process.rawListeners(signal);
        process.on(signal, end); // before the others are removed: without any listener a pending signal would be lost
        ofPreload.forEach((listener) => process.off(signal, listener as NodeJS.SignalsListener));
    }
}

if (import.meta.main) await main().catch(fail);
