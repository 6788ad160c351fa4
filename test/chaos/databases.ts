// PostgreSQL for the proofs: servers that are stopped, frozen and killed, a standby, and an address that leads to the one
// that counts.
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import pino from 'pino';
import { endProcess, planCluster, startServer } from '../../jobs/queue/postgres-cluster.ts';
import { openDetour } from '../doubles/detour.ts';
import { endAtOnce, send } from './processes.ts';

const password = 'proof';
const log = pino({ level: 'silent' });
const settings = {
    max_connections: '100',
    synchronous_commit: 'on',
    wal_level: 'replica',
    max_wal_senders: '4'
};

/** A server in a folder of its own. */
export async function openDatabase() {
    const folder = await mkdtemp(join(tmpdir(), 'sage-council-database-'));
    const endNow = () => endAtOnce(folder);
    process.once('exit', endNow);
    const server = await serverIn(join(folder, 'primary'));
    await server.start();
    return {
        ...server,
        /** A second server that has whatever the first has acknowledged. It must be promoted before it takes writes. */
        makeStandby: () => standbyOf(server, join(folder, 'standby')),
        remove: async () => {
            endAtOnce(folder);
            await rm(folder, { recursive: true, force: true });
            process.off('exit', endNow);
        }
    };
}

type Server = Awaited<ReturnType<typeof serverIn>>;

async function serverIn(dir: string) {
    const cluster = await planCluster({ dir, password, log, settings });
    const { host = '', user = '', database = '' } = cluster.connection;
    let pid: number | undefined;
    const all = async (signal: NodeJS.Signals) => {
        if (pid === undefined) return;
        const backends = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
        for (const one of [pid, ...backends.split(' ').map(Number)]) if (one > 0) send(one, signal);
    };
    return {
        data: cluster.data,
        socket: join(host, '.s.PGSQL.5432'),
        host,
        url: `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`,
        start: async () => void ({ pid } = await startServer(cluster, new AbortController().signal)),
        stop: () => endProcess(pid, cluster.data, 'SIGINT'),
        freeze: () => all('SIGSTOP'),
        thaw: () => all('SIGCONT'),
        kill: () => all('SIGKILL'),
        /** In one session. */
        ask: async (...commands: string[]) => {
            const client = new Client({ ...cluster.connection });
            await client.connect();
            const answers: unknown[][] = [];
            for (const command of commands) answers.push((await client.query(command)).rows as unknown[]);
            await client.end();
            return answers;
        }
    };
}

async function standbyOf(primary: Server, dir: string) {
    const standby = await serverIn(dir);
    const client = new Client({ connectionString: primary.url });
    await client.connect();
    await client.query("select pg_backup_start('proof', true)");
    await promisify(execFile)('cp', ['-a', primary.data, standby.data]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(join(standby.data, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(standby.data, 'standby.signal'), '');
    await rm(join(standby.data, 'postmaster.pid'), { force: true });
    await appendFile(
        join(standby.data, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=${primary.host} port=5432 user=jobs password=${password}'\n`
    );
    await standby.start();
    await client.query("alter system set synchronous_standby_names = '*'");
    await client.query('select pg_reload_conf()');
    await client.end();
    return { ...standby, promote: () => standby.ask('select pg_promote(true, 60)') };
}

/** An address for clients that leads to one server, and later to another. */
export async function openSwitch(first: Pick<Server, 'socket' | 'url'>) {
    let { socket: path } = first;
    const { url, cut, close } = await openDetour(
        first.url,
        (near, far) => near.pipe(far).pipe(near),
        () => path
    );
    return {
        url,
        leadTo: ({ socket }: Pick<Server, 'socket'>) => {
            path = socket;
            cut();
        },
        [Symbol.asyncDispose]: async () => close()
    };
}
