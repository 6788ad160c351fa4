// The tables of both engines, built from nothing, are the same ones.
import Sqlite from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { Client } from 'pg';
import { openSqlite } from '../../db/store/sqlite/index.ts';
import { openPostgres } from '../../db/store/postgres/index.ts';
import { createDatabase } from '../support/stores/databases.ts';

type Tables = Record<string, string[]>;
type Cell = string | number | null;

const line = (...cells: Cell[]) => cells.map(String).join(' ');

async function ofSqlite() {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-schema-'));
    const file = join(folder, 'app.db');
    await openSqlite(file).close();
    const sqlite = new Sqlite(file, { readonly: true });
    const all = (text: string) => sqlite.prepare(text).raw().all() as Cell[][];
    const found = {
        columns:
            all(`select m.name, c.name, c.type, c."notnull", c.dflt_value from sqlite_schema m, pragma_table_info(m.name) c
            where m.type = 'table' and m.name not like 'sqlite%' and m.name not like '\\_\\_%' escape '\\'`),
        keys: all(`select m.name, c.name, c.pk from sqlite_schema m, pragma_table_info(m.name) c
            where m.type = 'table' and m.name not like '\\_\\_%' escape '\\' and c.pk > 0`),
        references:
            all(`select m.name, k."from", k."table", k."to", k.on_delete from sqlite_schema m, pragma_foreign_key_list(m.name) k
            where m.type = 'table'`),
        indexes: all("select tbl_name, name, sql from sqlite_schema where type = 'index' and sql is not null")
    };
    sqlite.close();
    rmSync(folder, { recursive: true });
    return found;
}

async function ofPostgres() {
    const { url } = await createDatabase();
    await (await openPostgres({ url, named: true })).close();
    const client = new Client({ connectionString: url });
    await client.connect();
    const all = async (text: string) => (await client.query<Cell[]>({ text, rowMode: 'array' })).rows;
    const found = {
        columns:
            await all(`select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
            where table_schema = 'public' and table_name <> 'migrations'`),
        keys: await all(`select c.conrelid::regclass::text, a.attname, array_position(c.conkey, a.attnum) from pg_constraint c
            join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
            where c.contype = 'p' and c.connamespace = 'public'::regnamespace and c.conrelid::regclass::text <> 'migrations'`),
        references:
            await all(`select c.conrelid::regclass::text, a.attname, c.confrelid::regclass::text, b.attname, c.confdeltype
            from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
            join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1] where c.contype = 'f'`),
        indexes: await all(`select tablename, indexname, indexdef from pg_indexes
            where schemaname = 'public' and indexname not like '%\\_pkey'`)
    };
    await client.end();
    return found;
}

const types: Record<string, string> = { integer: 'bigint', blob: 'bytea' };
const deletes: Record<string, string> = { a: 'NO ACTION', c: 'CASCADE', n: 'SET NULL', r: 'RESTRICT' };

function byTable(rows: Cell[][], describe: (...rest: Cell[]) => string): Tables {
    const tables: Tables = {};
    for (const [table, ...rest] of rows) (tables[String(table)] ??= []).push(describe(...rest));
    for (const found of Object.values(tables)) found.sort();
    return tables;
}

/** A default as both engines write it. */
const plain = (value: Cell) =>
    value === null
        ? null
        : String(value)
              .replace(/::\w+$/, '')
              .replace(/^'(-?\d+)'$/, '$1')
              .replace('false', '0')
              .replace('true', '1');

/** An index as both engines write it: what it is on, and where. */
const definition = (text: Cell) =>
    String(text)
        .replaceAll(/["`]|public\.|::text|USING btree /g, '')
        .replaceAll(/\b\w+\.(?=\w)/g, '')
        .replace(/(\w+) = ANY \(+ARRAY\[(.*?)\]\)+/, '$1 in ($2)')
        .replaceAll(/[\s()]/g, '')
        .toLowerCase();

test('tables, columns, defaults, keys and indexes are the same on both engines', async (t) => {
    const [sqlite, postgres] = [await ofSqlite(), await ofPostgres()];
    const column = (name: Cell = '', type: Cell = '', isNull: Cell = '', value: Cell = null) =>
        line(name, type, isNull, plain(value));
    const columns = byTable(sqlite.columns, (name, type, notNull, value) => {
        const plainType = String(type).toLowerCase();
        return column(name, types[plainType] ?? plainType, notNull === 1 ? 'NO' : 'YES', value);
    });
    t.true(Object.keys(columns).length > 30);
    t.deepEqual(byTable(postgres.columns, column), columns);
    t.deepEqual(byTable(postgres.keys, line), byTable(sqlite.keys, line));
    const reference = (from: Cell = '', table: Cell = '', to: Cell = '', deleted: Cell = '') =>
        line(from, table, to, deletes[String(deleted)] ?? deleted);
    t.deepEqual(byTable(postgres.references, reference), byTable(sqlite.references, reference));
    const index = (_name: Cell = '', text: Cell = '') => definition(text);
    t.deepEqual(byTable(postgres.indexes, index), byTable(sqlite.indexes, index));
});
