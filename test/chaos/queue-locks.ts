// What graphile-worker holds locked: an abandoned lock keeps its job for four hours.
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { startPostgres } from '../../jobs/queue/postgres.ts';
import { postgresPassword } from './installation.ts';

const patience = 2000;

/** While the server runs. Throws when PostgreSQL does not answer. */
export function locksOf(dataDir: string) {
    return locksAt({
        host: join(dataDir, 'postgres'),
        user: 'jobs',
        password: postgresPassword,
        database: 'postgres',
        connectionTimeoutMillis: patience,
        query_timeout: patience
    });
}

/** Of a server that has ended: its PostgreSQL is started for this alone. */
export async function locksLeft(dataDir: string) {
    const log = pino({ level: 'silent' });
    const postgres = await startPostgres({ dir: join(dataDir, 'postgres'), password: postgresPassword, log });
    try {
        await postgres.ready();
        return await locksAt(postgres.connection);
    } finally {
        await postgres.stop();
    }
}

/** How many there are, and the age of the oldest in milliseconds. */
async function locksAt(connection: ClientConfig) {
    const client = new Client(connection);
    client.on('error', () => undefined);
    try {
        await client.connect();
        const { rows } = await client.query<{ made: boolean }>(
            `select to_regclass('graphile_worker.jobs') is not null as made`
        );
        if (!rows[0]?.made) return { held: 0, oldest: 0 };
        return (await client.query<Locks>(locks)).rows[0] ?? { held: 0, oldest: 0 };
    } finally {
        client.end().catch(() => undefined);
    }
}

interface Locks {
    held: number;
    oldest: number;
}

const locks = `
    select count(*)::int as held, coalesce(max(extract(epoch from now() - locked_at)), 0)::float8 * 1000 as oldest
    from graphile_worker.jobs where locked_at is not null`;
