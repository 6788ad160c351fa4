// Runs tests with their stores on PostgreSQL: an embedded one, without syncs, that ends with them. Takes files and flags of
// ava; without files all tests run that can.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { startPostgres } from '../jobs/queue/postgres.ts';
import { postgresOnly } from './support/engines.ts';
import { alone, processes } from './together/alone.ts';

const given = process.argv.slice(2);
const all = given.some((one) => !one.startsWith('-'))
    ? []
    : [processes, ...alone, ...postgresOnly, 'test/together/share-*.ts'];

const settings = {
    max_connections: '600',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off'
};

const folder = mkdtempSync(join(tmpdir(), 'sage-council-postgres-'));
const postgres = await startPostgres({
    dir: join(folder, 'postgres'),
    password: 'test',
    log: pino({ level: 'warn' }),
    settings
});
try {
    await postgres.ready();
    const { host = '', user = '', database = '' } = postgres.connection;
    const url = `postgres://${user}:test@localhost/${database}?host=${encodeURIComponent(host)}`;
    const ava = spawn('ava', ['--config', 'ava.postgres.config.js', ...given, ...all], {
        env: { ...process.env, TEST_DATABASE_URL: url },
        stdio: 'inherit'
    });
    const [code] = await once(ava, 'exit');
    process.exitCode = code ?? 1;
} finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
}
