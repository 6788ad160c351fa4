// Stores as earlier versions of the tables left them, with rows in every table.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrate } from '../../db/store/drizzle.ts';
import { knownMigrations } from '../../db/store/postgres/migrate.ts';
import { connectRaw } from '../../db/store/sqlite/index.ts';
import { contentsOf, fillTables } from '../support/stores/full-store.ts';

const migrations = join(import.meta.dirname, '../../db/migrations');
const rowsOfTable = 3;

/** How many migrations there are. */
export const versions = () => knownMigrations().length;

/** Makes a store as it was after the first so many migrations. Nothing else has its file open. */
export function makeOldStore(file: string, count: number) {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-migrations-'));
    const entries = knownMigrations().slice(0, count);
    mkdirSync(join(folder, 'meta'));
    const journal = { version: '7', dialect: 'sqlite', entries };
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal));
    for (const { tag } of entries) cpSync(join(migrations, `${tag}.sql`), join(folder, `${tag}.sql`));
    const sqlite = connectRaw(file);
    migrate(sqlite, folder);
    fillTables(sqlite, rowsOfTable);
    sqlite.close();
    rmSync(folder, { recursive: true });
}

export interface Snapshot {
    /** How many migrations it has. */
    applied: number;
    /** Tables and indexes, as they were made. */
    schema: string;
    rows: string;
}

/** Returns what a store contains, as the next process that opens it finds it. */
export function snapshotOf(file: string): Snapshot {
    const sqlite = new Sqlite(file);
    const all = (text: string) => sqlite.prepare(text).pluck().all();
    const schema = JSON.stringify(all('select sql from sqlite_schema order by type, name'));
    const applied = all('select created_at from __drizzle_migrations').length;
    sqlite.close();
    return { applied, schema, rows: textOf(contentsOf(file)) };
}

const textOf = (contents: object) =>
    JSON.stringify(contents, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
