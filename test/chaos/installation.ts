// The real server on a data folder of its own, to be killed and started again on it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grantCredits } from '../../db/accounts/credits.ts';
import { ensureInstallation } from '../../db/installation/installation.ts';
import { openStore, type Store } from '../../db/store/index.ts';
import { freePort, type Running, runCommand, spawnServer, startServer } from '../support/servers/process.ts';
import { endAtOnce, processesOf, send } from './processes.ts';

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

export const postgresPassword = 'the password of the companion PostgreSQL';

/** Of a server that many clients use at once. */
export const withoutLimits = {
    DEMO_DATA: 'off',
    RATE_ACTIONS: '0',
    RATE_LOGIN: '0',
    RATE_LOGIN_ADDRESS: '0',
    RATE_PAGES: '0'
};

/** Of a server that is asked a lot without a login, too. */
export const unguarded = { HUMAN_CHECK: 'off', RATE_RESET: '0', RATE_RESET_ADDRESS: '0' };
const env = { ...withoutLimits, POSTGRES_SECRET: postgresPassword };

/** For proofs in which no job may run: nothing listens there. */
export const withoutQueue = { JOBS_DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };

interface Setting {
    /** Each is an account entry of its own. */
    grants?: readonly number[];
    env?: Record<string, string>;
}

export async function openInstallation({ grants = [], env: more = {} }: Setting = {}) {
    const dataDir = await mkdtemp(join(tmpdir(), 'sage-council-'));
    const file = join(dataDir, 'app.db');
    const settings = { dataDir, port: await freePort(), env: { ...env, ...more } };
    let running: Running | undefined;
    const endNow = () => {
        running?.child.kill('SIGKILL');
        endAtOnce(dataDir);
    };
    process.once('exit', endNow);
    await withStore(file, (store) => grantAll(store, grants));

    return {
        dataDir,
        file,
        url: `http://127.0.0.1:${settings.port}`,
        withStore: <T>(work: (store: Store) => Promise<T>) => withStore(file, work),
        /** A command line with the settings of the server, or others of them. */
        command: (args: readonly string[], others: Record<string, string> = {}) =>
            runCommand(dataDir, args, { ...settings.env, ...others }),
        isUp: () => running?.child.exitCode === null && running.child.signalCode === null,
        output: () => running?.output() ?? '',
        pid: () => running?.child.pid ?? 0,
        /** Ends once it answers. */
        start: async () => void (running = await startServer(settings)),
        /** Ends at once. */
        launch: async () => void (running = await spawnServer(settings)),
        /** Answers its exit code. */
        stop: (signal: NodeJS.Signals = 'SIGTERM') => running?.end(signal) ?? Promise.resolve(null),
        /** To the server alone. */
        send: (signal: NodeJS.Signals) => void running?.child.kill(signal),
        /** As a crash of the program does, or with all its processes as a power cut does. */
        async kill(whom: 'app' | 'group') {
            running?.child.kill('SIGKILL');
            if (whom === 'group') await killOthers(dataDir);
            await running?.end();
        },
        async [Symbol.asyncDispose]() {
            await running?.end('SIGKILL');
            await killOthers(dataDir);
            await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
            process.off('exit', endNow);
        }
    };
}

async function killOthers(dataDir: string) {
    for (const pid of await processesOf(dataDir)) send(pid, 'SIGKILL');
}

async function withStore<T>(file: string, work: (store: Store) => Promise<T>) {
    const store = openStore(file);
    try {
        return await work(store);
    } finally {
        await store.close();
    }
}

async function grantAll(store: Store, grants: readonly number[]) {
    await store.write(ensureInstallation);
    for (const [i, amount] of grants.entries()) {
        const grant = { reference: `grant:${i}`, amount, reason: 'For the proof', at: Date.now() };
        await store.write((tx) => grantCredits(tx, grant));
    }
}
