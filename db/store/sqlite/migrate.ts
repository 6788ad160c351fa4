import { existsSync, rmSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { migrate } from '../drizzle.ts';
import type { Outlook } from '../interface.ts';
import { knownMigrations, migrationsFolder, outlook, pendingIn } from '../migrations.ts';
import { namingFile } from './opening.ts';

/**
 * Copies the store to a file next to it, then applies all pending migrations of a folder in one transaction. Foreign keys are off
 * during the migrations and checked afterwards: rebuilding a table with enforced keys would silently delete the rows that refer
 * to it (drizzle-team/drizzle-orm#5782). Refuses: wrong_state, for a store that this program cannot migrate.
 */
export function migrateStore(sqlite: Sqlite.Database, file: string, folder = migrationsFolder) {
    const applied = lastApplied(sqlite);
    if (pendingIn(knownMigrations(folder), applied).length === 0) return;
    if (applied > 0) copyStore(sqlite, copyOf(file));
    sqlite.pragma('foreign_keys = OFF');
    migrate(sqlite, folder);
    const broken = sqlite.pragma('foreign_key_check') as unknown[];
    if (broken.length > 0) throw new Error(`${broken.length} rows point to nothing after the migration`);
    sqlite.pragma('foreign_keys = ON');
}

/** What a start would do with the store in a file. It is only read. */
export function inspectFile(file: string): Outlook {
    if (!statSync(file, { throwIfNoEntry: false })) return outlook(0, { bytes: 0 });
    return namingFile(file, () => readOutlook(file));
}

function readOutlook(file: string): Outlook {
    // A read-only connection leaves a new log behind, and a writing one removes an existing log.
    const sqlite = new Sqlite(file, { readonly: existsSync(`${file}-wal`), fileMustExist: true });
    try {
        sqlite.pragma('query_only = ON');
        const pages = (pragma: string) => Number(sqlite.pragma(pragma, { simple: true }));
        const bytes = pages('page_count') * pages('page_size');
        return outlook(lastApplied(sqlite), { bytes, ...placeIn(sqlite) });
    } finally {
        sqlite.close();
    }
}

/** Where the data were moved, from the store itself, as far as it is new enough to have that. */
function placeIn(sqlite: Sqlite.Database) {
    const known = (sqlite.pragma('table_info(installation)') as { name: string }[]).map(({ name }) => name);
    if (!known.includes('moved_to')) return {};
    const movedTo = sqlite.prepare('select moved_to from installation').pluck().get();
    return typeof movedTo === 'string' ? { movedTo } : {};
}

function lastApplied(sqlite: Sqlite.Database) {
    const table = sqlite
        .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '__drizzle_migrations'")
        .get();
    if (!table) return 0;
    return Number(sqlite.prepare('SELECT max(created_at) FROM __drizzle_migrations').pluck().get() ?? 0);
}

function copyStore(sqlite: Sqlite.Database, copy: string) {
    rmSync(copy, { force: true });
    sqlite.prepare('VACUUM INTO ?').run(copy);
}

const copyOf = (file: string) => `${file}.before-migration`;

/** Removes the copy, in which those who were erased since would live on. */
export const dropCopy = (file: string) => rmSync(copyOf(file), { force: true });
