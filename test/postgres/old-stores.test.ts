// A store of version 0.9.0 on PostgreSQL: with the tables that it had and the rows that it left on SQLite, brought up to date by
// this program. Both engines hold the same afterwards.
import test from 'ava';
import { auditCredits } from '../../db/accounts/credits.ts';
import { openStoreAt } from '../../db/store/index.ts';
import { openDatabaseEnd } from '../../db/store/move/postgres-end.ts';
import { openFileToRead } from '../../db/store/move/sqlite-end.ts';
import type { End, Table } from '../../db/store/move/end.ts';
import { connect, type Connection } from '../../db/store/postgres/connections.ts';
import { knownMigrations } from '../../db/store/migrations.ts';
import { statementsOf } from '../../db/store/postgres/migrate.ts';
import { openSqlite } from '../../db/store/sqlite/index.ts';
import { typed } from '../support/servers/command-line.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { copyOf } from '../db/stores/from.ts';
import { secrets } from '../support/people/roles.ts';
import { folderFor } from '../support/runs/folder.ts';

const [baseline = '', ...since] = knownMigrations().map(({ tag }) => tag);
const given = Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [`${name.toUpperCase()}_SECRET`, value])
);

/** Makes the tables that 0.9.0 had. */
async function makeTables(connection: Connection) {
    const [{ tag, when } = { tag: '', when: 0 }] = knownMigrations();
    await connection.run('create table migrations (name text primary key, at bigint not null)');
    await connection.run(statementsOf(tag).join(';\n'));
    await connection.run(`insert into migrations (name, at) values ('', 0), ('${tag}', ${when})`);
}

/** A database of 0.9.0 with the rows of a store. */
async function databaseWith(file: string) {
    const { url } = await createDatabase("template template0 encoding 'UTF8' locale 'C'");
    const connection = await connect({ url, named: false }, { slowly: true });
    await makeTables(connection);
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

test('a store of 0.9.0 migrates on PostgreSQL to the same result as on SQLite', async (t) => {
    const { folder: dir, file } = copyOf(t);
    const url = await databaseWith(file);
    const ahead = async () => {
        const args = ['upgrade', 'check', '--json'];
        const { code, out } = await typed(dir, args, { env: { ...given, DATABASE_URL: url } });
        return { code, ...(JSON.parse(out) as { last_migration: string; pending: string[] }) };
    };
    t.like(await ahead(), { code: 0, last_migration: baseline, pending: since });
    t.like(await ahead(), { pending: since }, 'looking changes nothing');
    const store = await openStoreAt({ file: '', database: { url, named: true } });
    t.deepEqual(await auditCredits(store.read), []);
    await store.close();
    t.like(await ahead(), { code: 0, last_migration: since.at(-1), pending: [] });
    await openSqlite(file).close();
    const { tables, end } = openFileToRead(file);
    const onSqlite = await rowsIn(end, tables);
    const onPostgres = await rowsIn(await openDatabaseEnd({ url, named: false }, tables), tables);
    for (const table of Object.keys(onSqlite)) t.deepEqual(onPostgres[table], onSqlite[table], table);
});

test('upgrade check on PostgreSQL accepts a new database and refuses a newer or foreign one', async (t) => {
    const dir = folderFor(t);
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
    await run('update migrations set at = 1');
    const older = await check();
    t.is(older.code, 78);
    t.regex(older.says, /written by a version before 0\.9\.0/);
    const { url: foreign, run: there } = await createDatabase(
        "template template0 encoding 'UTF8' locale 'C'"
    );
    await there('create table others (id int)');
    const refused = await check({ DATABASE_URL: foreign });
    t.is(refused.code, 78);
    t.regex(refused.says, /contains other tables/);
});
