// Stores of earlier versions on PostgreSQL: made by the migrations that those versions had, with the rows that they left on
// SQLite, and brought up to date by this program. Both engines hold the same afterwards.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { auditCredits } from '../../db/accounts/credits.ts';
import { openStoreAt } from '../../db/store/index.ts';
import { openDatabaseEnd } from '../../db/store/move/postgres-end.ts';
import { openFileToRead } from '../../db/store/move/sqlite-end.ts';
import type { End, Table } from '../../db/store/move/end.ts';
import { connect, type Connection } from '../../db/store/postgres/connections.ts';
import { knownMigrations, statementsOf } from '../../db/store/postgres/migrate.ts';
import { connectRaw, openSqlite } from '../../db/store/sqlite/index.ts';
import { typed } from '../support/servers/command-line.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { removeFolder, temporaryFolder } from '../support/servers/jobs.ts';
import { secrets } from '../support/people/roles.ts';

const folder = join(import.meta.dirname, '../db/stores');
const suffix = '.sqlite.gz';
/** The last migration before there were stores on PostgreSQL: those for older ones expect no rows there. */
const firstThere = '0019_delayed_jobs';
const tags = knownMigrations().map(({ tag }) => tag);
const isThere = (tag: string) => tags.indexOf(tag) >= tags.indexOf(firstThere);
const kept = readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => ({ name, version: basename(name, suffix) }))
    .map(({ name, version }) => ({ name, version, last: isThere(version) ? version : firstThere }));
const given = Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [`${name.toUpperCase()}_SECRET`, value])
);

/** The file of a store, brought to the tables of this version where its own is older. */
function fileOf(t: ExecutionContext, { name, version, last }: (typeof kept)[number]) {
    const dir = temporaryFolder();
    t.teardown(() => removeFolder(dir));
    const file = join(dir, 'app.db');
    writeFileSync(file, gunzipSync(readFileSync(join(folder, name))));
    const sqlite = connectRaw(file);
    sqlite.pragma('foreign_keys = OFF');
    for (const { tag, when } of knownMigrations().slice(tags.indexOf(version) + 1, tags.indexOf(last) + 1)) {
        sqlite.exec(readFileSync(join(folder, `../../../db/migrations/${tag}.sql`), 'utf8'));
        sqlite.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)').run(tag, when);
    }
    sqlite.close();
    return { dir, file };
}

/** Applies the migrations up to this one, as programs of before did. */
async function migrateTo(connection: Connection, last: string) {
    const known = knownMigrations();
    const applied = known.slice(0, known.findIndex(({ tag }) => tag === last) + 1);
    await connection.run('create table migrations (name text primary key, at bigint not null)');
    await connection.run("insert into migrations (name, at) values ('', 0)");
    for (const { tag, when } of applied) {
        await connection.run(statementsOf(tag).join(';\n'));
        await connection.run(`insert into migrations (name, at) values ('${tag}', ${when})`);
    }
}

/** A database of the version of this store, with its rows. */
async function databaseWith(file: string, last: string) {
    const { url } = await createDatabase("template template0 encoding 'UTF8' locale 'C'");
    const connection = await connect({ url, named: false }, { slowly: true });
    await migrateTo(connection, last);
    await connection.close();
    const { tables, end: source } = openFileToRead(file);
    const target = await openDatabaseEnd({ url, named: false }, tables);
    for (const table of tables) {
        for await (const rows of source.batches(table)) await target.insert(table, rows);
        const number = table.counted === undefined ? undefined : await source.lastNumber(table);
        if (number !== undefined) await target.setLastNumber(table, number);
    }
    await target.commit();
    await target.close();
    await source.close();
    return url;
}

async function rowsIn(end: End, tables: readonly Table[]) {
    const found: Record<string, unknown[]> = {};
    for (const table of tables) {
        const rows: unknown[] = [];
        for await (const batch of end.batches(table)) rows.push(...batch);
        found[table.name] = rows;
    }
    await end.close();
    return found;
}

for (const one of kept) {
    const { version, last } = one;
    test(`the store of ${version} migrates on PostgreSQL to the same result as on SQLite`, async (t) => {
        const { dir, file } = fileOf(t, one);
        const url = await databaseWith(file, last);
        const ahead = async () => {
            const args = ['upgrade', 'check', '--json'];
            const { code, out } = await typed(dir, args, { env: { ...given, DATABASE_URL: url } });
            return { code, ...(JSON.parse(out) as { last_migration: string; pending: string[] }) };
        };
        const pending = tags.slice(tags.indexOf(last) + 1);
        t.like(await ahead(), { code: 0, last_migration: last, pending });
        t.like(await ahead(), { pending }, 'looking changes nothing');
        const store = await openStoreAt({ file: '', database: { url, named: true } });
        t.deepEqual(await auditCredits(store.read), []);
        await store.close();
        t.like(await ahead(), { code: 0, last_migration: tags.at(-1), pending: [] });
        await openSqlite(file).close();
        const { tables, end } = openFileToRead(file);
        const onSqlite = await rowsIn(end, tables);
        const onPostgres = await rowsIn(await openDatabaseEnd({ url, named: false }, tables), tables);
        for (const table of Object.keys(onSqlite)) t.deepEqual(onPostgres[table], onSqlite[table], table);
    });
}

test('upgrade check on PostgreSQL accepts a new database and refuses a newer or foreign one', async (t) => {
    const dir = temporaryFolder();
    t.teardown(() => removeFolder(dir));
    const { url, run } = await createDatabase("template template0 encoding 'UTF8' locale 'C'");
    const check = async (env: Record<string, string> = {}) => {
        const args = ['upgrade', 'check', '--json'];
        const { code, out, err } = await typed(dir, args, { env: { ...given, DATABASE_URL: url, ...env } });
        return { code, says: out + err };
    };
    const fresh = await check();
    t.is(fresh.code, 0);
    t.regex(fresh.says, /Starting creates a new database\./);
    await (await openStoreAt({ file: '', database: { url, named: true } })).close();
    await run(
        "insert into installation (id, epoch, secrets_digest, demo_version) values ('one', 'e', 'another', 0)"
    );
    const other = await check();
    t.is(other.code, 78);
    t.regex(other.says, /This node has other secrets/);
    await run('delete from installation');
    await run(`insert into migrations (name, at) values ('9999_later', ${Date.UTC(2100, 0)})`);
    const newer = await check();
    t.is(newer.code, 78);
    t.regex(newer.says, /The database was written by a newer version/);
    const { url: foreign, run: there } = await createDatabase(
        "template template0 encoding 'UTF8' locale 'C'"
    );
    await there('create table others (id int)');
    const refused = await check({ DATABASE_URL: foreign });
    t.is(refused.code, 78);
    t.regex(refused.says, /contains other tables/);
});
