// What graphile-worker holds locked: an abandoned lock keeps its job for four hours.
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { startPostgres } from '../../jobs/queue/postgres.ts';
import { postgresPassword } from './installation.ts';

/** How many a server that has ended has left: its PostgreSQL is started for this alone. */
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

async function locksAt(connection: ClientConfig) {
    const client = new Client(connection);
    client.on('error', () => undefined);
    try {
        await client.connect();
        const { rows } = await client.query<{ made: boolean }>(
            `select to_regclass('graphile_worker.jobs') is not null as made`
        );
        if (!rows[0]?.made) return 0;
        const locked = await client.query<{ held: number }>(
            'select count(*)::int as held from graphile_worker.jobs where locked_at is not null'
        );
        return locked.rows[0]?.held ?? 0;
    } finally {
        client.end().catch(() => undefined);
    }
}
