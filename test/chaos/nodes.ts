// Two real servers over one store on PostgreSQL, to be killed, frozen and started again.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStoreAt } from '../../db/store/index.ts';
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

/** Starts two nodes on this database, or on a separate one, with these settings. */
export async function openNodes({
    given,
    env: more
}: { given?: Address; env?: Record<string, string> } = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'sage-council-nodes-'));
    const database: Address = given ?? (await openDatabase());
    const { url } = database;
    const store = await openStoreAt({ file: '', database: { url, named: true } });
    const env = {
        ...secrets,
        ...withoutLimits,
        ...more,
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
        async [Symbol.asyncDispose]() {
            for (const node of nodes) node.signal('SIGCONT');
            await Promise.all(nodes.map((node) => node.end()));
            await store.close();
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
        start: async () => {
            port ??= await freePort();
            running = await startServer({ dataDir, env, port });
        },
        /** To the server alone, not to its queue. */
        signal: (signal: NodeJS.Signals) => void running?.child.kill(signal),
        end: async (signal: NodeJS.Signals = 'SIGKILL') => void (await running?.end(signal))
    };
}
