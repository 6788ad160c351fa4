// Two real servers over one store on PostgreSQL, to be killed, frozen and started again.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queueTestMail } from '../../db/jobs/mails.ts';
import { openStoreAt } from '../../db/store/index.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { freePort, type Running, startServer } from '../support/servers/process.ts';
import { openDatabase } from './databases.ts';
import { withoutLimits } from './installation.ts';
import { endAtOnce } from './processes.ts';

const secret = 'a secret of the proofs, long enough';
const secrets = Object.fromEntries(
    ['CHALLENGE', 'JWT', 'LINKS', 'NONCE', 'POSTGRES'].map((name) => [`${name}_SECRET`, secret])
);

interface Address {
    url: string;
    remove(): Promise<void>;
}

interface Setting {
    database?: Address;
}

/**
 * Starts two nodes on a separate database or on this one. Their emails go to a server that reports each one before it
 * answers.
 */
export async function openNodes(taken: () => Promise<void> | void, setting: Setting = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'sage-council-nodes-'));
    const database: Address = setting.database ?? (await openDatabase());
    const { url } = database;
    const store = await openStoreAt({ file: '', database: { url, named: true } });
    const mail = await openMailServer({ taken });
    const env = {
        ...secrets,
        ...withoutLimits,
        ...mail.env,
        DATABASE_URL: url,
        STORAGE_SHARED: 'on'
    };
    const nodes = [nodeIn(join(folder, 'a'), env), nodeIn(join(folder, 'b'), env)] as const;
    const endNow = () => {
        for (const { signal } of nodes) signal('SIGKILL');
        endAtOnce(folder);
    };
    process.once('exit', endNow);
    for (const node of nodes) await node.start();
    return {
        nodes,
        store,
        arrivals: mail.mails,
        named: (name: string | null | undefined) => nodes.find((node) => node.name() === name),
        /** Queues this many mails. */
        queue: async (count: number) => {
            for (let mail = 0; mail < count; mail += 1)
                await store.write((tx) => queueTestMail(tx, `${mail}@example.test`, Date.now()));
        },
        async [Symbol.asyncDispose]() {
            for (const node of nodes) node.signal('SIGCONT');
            await Promise.all(nodes.map((node) => node.end()));
            await store.close();
            await mail.close();
            endAtOnce(folder);
            await database.remove();
            await rm(folder, { recursive: true, force: true });
            process.off('exit', endNow);
        }
    };
}

function nodeIn(dataDir: string, env: Record<string, string>) {
    let running: Running | undefined;
    let port: number | undefined;
    return {
        url: () => running?.url ?? '',
        name: () => readFileSync(join(dataDir, 'node'), 'utf8').split('\n')[0] ?? '',
        start: async () => {
            port ??= await freePort();
            running = await startServer({ dataDir, env, port });
        },
        output: () => running?.output() ?? '',
        /** To the server alone, not to its queue. */
        signal: (signal: NodeJS.Signals) => void running?.child.kill(signal),
        end: async (signal: NodeJS.Signals = 'SIGKILL') => void (await running?.end(signal))
    };
}
