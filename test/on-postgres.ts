// Runs tests with their stores on PostgreSQL: an embedded one, without syncs, that ends with them. Takes files and flags of
// ava; without files those whose subject differs between the engines, with --all every test that can, and with --full those of
// .ci/full alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import pino from 'pino';
import { openPostgres } from '../db/store/postgres/index.ts';
import { startPostgres } from '../jobs/queue/postgres.ts';
import { postgresOnly } from './support/runs/engines.ts';
import { temporary } from './support/runs/memory.ts';
import { alone, full, processes } from './together/alone.ts';

const [all, last] = ['--all', '--full'].map((option) => process.argv.includes(option));
const given = process.argv.slice(2).filter((one) => one !== '--all' && one !== '--full');
const some = [...postgresOnly, 'test/together/share-*.ts', `!${full}`];
const chosen = given.some((one) => !one.startsWith('-'))
    ? []
    : last
      ? [full]
      : all
        ? [...some, processes, ...alone]
        : some;

const settings = {
    max_connections: '600',
    shared_buffers: '256MB',
    max_wal_size: '512MB',
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off'
};

const tables = 'tables';

/** Makes the database that those of tests are copies of: its tables take longer than many test files. */
async function makeTables(connection: ClientConfig, url: string) {
    const client = new Client(connection);
    await client.connect();
    await client.query(`create database ${tables} template template0`);
    await client.end();
    const store = await openPostgres({ url, named: true });
    await store.close();
}

const folder = mkdtempSync(join(temporary, 'sage-council-postgres-'));
const postgres = await startPostgres({
    dir: join(folder, 'postgres'),
    password: 'test',
    log: pino({ level: 'warn' }),
    settings
});
try {
    await postgres.ready();
    const { host = '', user = '', database = '' } = postgres.connection;
    const urlOf = (name: string) =>
        `postgres://${user}:test@localhost/${name}?host=${encodeURIComponent(host)}`;
    await makeTables(postgres.connection, urlOf(tables));
    const ava = spawn('ava', ['--config', 'test/ava/postgres.config.js', ...given, ...chosen], {
        env: {
            ...process.env,
            TEST_DATABASE_URL: urlOf(database),
            TEST_DATABASE_TEMPLATE: tables,
            ENGINES: all ? 'all' : 'differing'
        },
        stdio: 'inherit'
    });
    const [code] = await once(ava, 'exit');
    process.exitCode = code ?? 1;
} finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
}
