import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrate } from '../drizzle.ts';
import type { Outlook } from '../interface.ts';
import { Refusal } from '../refusal.ts';
import { namingFile } from './opening.ts';

const migrationsFolder = join(import.meta.dirname, '../../migrations');

/**
 * Copies the store to a file next to it, then applies all pending migrations of a folder in one transaction. Foreign keys are off
 * during the migrations and checked afterwards: rebuilding a table with enforced keys would silently delete the rows that refer
 * to it (drizzle-team/drizzle-orm#5782).
 */
export function migrateStore(sqlite: Sqlite.Database, file: string, folder = migrationsFolder) {
    const applied = lastApplied(sqlite);
    const newest = lastKnown(folder);
    if (applied > newest) {
        throw new Refusal(
            'wrong_state',
            'The data folder was written by a newer version. Start that version or a newer one.'
        );
    }
    if (applied === newest) return;
    if (applied > 0) copyStore(sqlite, copyOf(file));
    sqlite.pragma('foreign_keys = OFF');
    migrate(sqlite, folder);
    const broken = sqlite.pragma('foreign_key_check') as unknown[];
    if (broken.length > 0) throw new Error(`${broken.length} rows point to nothing after the migration`);
    sqlite.pragma('foreign_keys = ON');
    if (keptDeleted(applied)) sqlite.exec('VACUUM');
}

/** Whether deleted data may still be in free pages: with the migration named here their overwriting started. */
const keptDeleted = (applied: number) =>
    applied > 0 && applied < (journal().find(({ tag }) => tag === '0026_erasures')?.when ?? 0);

/** What a start would do with the store in a file. It is only read. */
export function lookAtFile(file: string): Outlook {
    if (!statSync(file, { throwIfNoEntry: false })) return outlook(journal(), 0, { bytes: 0 });
    return namingFile(file, () => lookInto(file));
}

function lookInto(file: string): Outlook {
    // A read-only connection leaves a new log behind, and a writing one removes an existing log.
    const sqlite = new Sqlite(file, { readonly: existsSync(`${file}-wal`), fileMustExist: true });
    try {
        sqlite.pragma('query_only = ON');
        const pages = (pragma: string) => Number(sqlite.pragma(pragma, { simple: true }));
        const bytes = pages('page_count') * pages('page_size');
        return outlook(journal(), lastApplied(sqlite), { bytes, ...placeIn(sqlite) });
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

type Found = Pick<Outlook, 'bytes'> & Partial<Pick<Outlook, 'movedTo' | 'secretsDigest'>>;

/** What is ahead of a store whose last migration is of this time. */
export function outlook(known: readonly Entry[], applied: number, found: Found): Outlook {
    const { bytes, movedTo, secretsDigest } = found;
    const pending = known.filter(({ when }) => when > applied).map(({ tag }) => tag);
    const times = keptDeleted(applied) ? 3 : 2; // copy and log, and one more to be vacuumed
    return {
        applied: applied > 0 ? (known.findLast(({ when }) => when <= applied)?.tag ?? '') : undefined,
        isNewer: applied > (known.at(-1)?.when ?? 0),
        pending,
        bytes,
        needs: pending.length > 0 ? times * bytes : 0,
        movedTo,
        secretsDigest
    };
}

interface Entry {
    tag: string;
    when: number;
}

const lastKnown = (folder: string) => journal(folder).at(-1)?.when ?? 0;

function journal(folder = migrationsFolder) {
    const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
        entries: Entry[];
    };
    return entries;
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
