// PostgreSQL for stores, with commits that wait for the disk, as in service.
import { Client } from 'pg';
import { startQueue } from '../job-speed.ts';
const settings = {
    max_connections: '60',
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    synchronous_commit: 'on'
};

/** Starts one. It ends with the row. */
export async function startDatabases(ends: AsyncDisposableStack) {
    const password = 'bench';
    const { queue, dir } = await startQueue(ends, { password, settings });
    const { host = '', user = '' } = queue.connection;
    const urlOf = (database: string) =>
        `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
    const ask = async (command: string) => {
        const client = new Client({ connectionString: urlOf('postgres') });
        await client.connect();
        const { rows } = await client.query<Record<string, string>>(command);
        await client.end();
        return rows;
    };
    let made = 0;
    return {
        dir,
        /** Creates an empty database. */
        async create() {
            const name = `bench_${(made += 1)}`;
            await ask(`create database ${name}`);
            return { name, url: urlOf(name) };
        },
        /** How many transactions were rolled back so far, since two of them were in each other's way. */
        async rollbacks(name: string) {
            await ask('select pg_stat_force_next_flush()');
            const [row] = await ask(
                `select xact_rollback as count from pg_stat_database where datname = '${name}'`
            );
            return Number(row?.['count'] ?? 0);
        }
    };
}
