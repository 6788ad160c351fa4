// Databases that the service must not begin on: one line that says what to do, and exit code 78, at a start and for a command.
import test, { type ExecutionContext } from 'ava';
import { assertSharedSecrets, ensureInstallation, installation } from '../../db/installation/installation.ts';
import { type Store, openStoreAt } from '../../db/store/index.ts';
import { externalPostgres } from '../../jobs/queue/postgres.ts';
import { openPooler } from '../doubles/forgetful-pooler.ts';
import { typed } from '../support/servers/command-line.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { secrets } from '../support/people/roles.ts';
import { spawnServer, temporaryFolder } from '../support/servers/process.ts';

type Database = Awaited<ReturnType<typeof createDatabase>>;

const given = Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [`${name.toUpperCase()}_SECRET`, value])
);

async function folder(t: ExecutionContext) {
    const { path, remove } = await temporaryFolder();
    t.teardown(remove);
    return path;
}

/** Starts what must not start. */
async function start(t: ExecutionContext, url: string, env: Record<string, string> = {}) {
    const server = await spawnServer({
        dataDir: await folder(t),
        env: { ...given, DATABASE_URL: url, DEMO_DATA: 'off', ...env }
    });
    t.teardown(() => server.child.kill('SIGKILL'));
    return { code: await server.end(), line: server.output().trim() };
}

async function refusedTwice(t: ExecutionContext, url: string, line: string) {
    t.deepEqual(await start(t, url), { code: 78, line });
    const { code, out, err } = await typed(await folder(t), ['doctor'], {
        env: { ...given, DATABASE_URL: url }
    });
    t.deepEqual([code, out, err], [78, '', `${line}\n`]);
}

/** Lets the database say something else of itself than it is. */
async function pretend({ run, rule }: Database, setting: string, value: string) {
    await run(`create schema pretended;
        create function pretended.current_setting(text) returns text language sql as
        $$ select case $1 when '${setting}' then '${value}' else pg_catalog.current_setting($1) end $$`);
    await rule((name) => `alter database ${name} set search_path = pretended, pg_catalog, public`);
}

async function inStore(url: string, work: (store: Store) => Promise<unknown>) {
    const store = await openStoreAt({ file: '', database: { url, named: true } });
    try {
        await work(store);
    } finally {
        await store.close();
    }
}

test('a database with tables of something else is refused, by a start and by a command', async (t) => {
    const { url, run } = await createDatabase();
    await run('create table other (id int)');
    await refusedTwice(
        t,
        url,
        'The database of DATABASE_URL contains other tables. Use a separate database for Sage Council.'
    );
});

test('a database older than PostgreSQL 15 is refused, by a start and by a command', async (t) => {
    const database = await createDatabase();
    await pretend(database, 'server_version_num', '140013');
    await refusedTwice(
        t,
        database.url,
        'The database of DATABASE_URL is older than PostgreSQL 15. Upgrade it.'
    );
});

test('a database that cannot be written is refused, by a start and by a command', async (t) => {
    const { url, rule } = await createDatabase();
    await rule((name) => `alter database ${name} set default_transaction_read_only = on`);
    await refusedTwice(
        t,
        url,
        'The database of DATABASE_URL is read-only. Set the address of the primary, not of a standby.'
    );
});

test('a database without SERIALIZABLE is refused, by a start and by a command', async (t) => {
    const database = await createDatabase();
    await pretend(database, 'transaction_isolation', 'repeatable read');
    await refusedTwice(
        t,
        database.url,
        'The database of DATABASE_URL does not support SERIALIZABLE transactions. Enable them.'
    );
});

test('a database that a newer version wrote is refused, by a start and by a command', async (t) => {
    const { url, run } = await createDatabase();
    await inStore(url, (store) => store.write(ensureInstallation));
    await run(`insert into migrations (name, at) values ('9999_later', ${Date.UTC(2100, 0)})`);
    await refusedTwice(
        t,
        url,
        'The database was written by a newer version. Start that version or a newer one.'
    );
});

test('a node with other secrets than its database does not start, and shows no secret', async (t) => {
    const { url } = await createDatabase();
    await inStore(url, (store) => store.write((tx) => assertSharedSecrets(tx, secrets)));
    const { code, line } = await start(t, url, { NONCE_SECRET: 'x'.repeat(40) });
    t.is(code, 78);
    t.regex(
        line,
        /^The secrets of this node differ from those of the other nodes. Use the same secrets. .*`secrets forget`\.$/
    );
    t.false(line.includes('xxx'));
});

test('a database whose data were moved is refused until `store reopen` enables it', async (t) => {
    const { url } = await createDatabase();
    await inStore(url, (store) =>
        store.write(async (tx) => {
            await ensureInstallation(tx);
            await tx.update(installation).set({ movedTo: '/data/app.db' });
        })
    );
    await refusedTwice(
        t,
        url,
        'The data was moved to /data/app.db. Use it there, or run `store reopen` to use this copy again.'
    );
    const command = async (...args: string[]) =>
        (await typed(await folder(t), args, { env: { ...given, DATABASE_URL: url } })).code;
    t.is(await command('store', 'reopen'), 0);
    t.is(await command('credits', 'show'), 0);
    t.is(await command('store', 'reopen'), 1, 'it is no more');
});

test('a pooler without prepared statements is refused, unless DATABASE_STATEMENTS allows it', async (t) => {
    const { url } = await createDatabase();
    const pooled = await openPooler(t, url);
    await refusedTwice(
        t,
        pooled,
        'DATABASE_URL is a pooler without prepared statements. Set DATABASE_STATEMENTS=unnamed.'
    );
    const { code, err } = await typed(await folder(t), ['credits', 'show'], {
        env: { ...given, DATABASE_URL: pooled, DATABASE_STATEMENTS: 'unnamed' }
    });
    t.is(code, 0, err);
});

test('a node does not start on a queue that another node has', async (t) => {
    const [{ url }, queue] = await Promise.all([createDatabase(), createDatabase()]);
    const first = externalPostgres(queue.url);
    t.teardown(() => first.stop());
    await first.ready();
    const second = await start(t, url, { JOBS_DATABASE_URL: queue.url, STORAGE_SHARED: 'on' });
    t.deepEqual(second, {
        code: 78,
        line: 'Another node already uses the database of JOBS_DATABASE_URL. Use a separate database for each node.'
    });
});
