// The migrations of this program, and what they mean to a store. Those of SQLite are the only source of tables.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outlook } from './interface.ts';
import { Refusal } from './refusal.ts';

export const migrationsFolder = join(import.meta.dirname, '../migrations');

interface Migration {
    tag: string;
    /** The time that tells their order. A store holds that of its last one, or 0. */
    when: number;
}

/** The migrations of a folder, in order. The first one makes the tables of version 0.9.0. */
export function knownMigrations(folder = migrationsFolder) {
    const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
        entries: Migration[];
    };
    return entries;
}

/** Returns those that a store is without. Refuses: wrong_state, for a store that this program cannot migrate. */
export function pendingIn(known: readonly Migration[], applied: number) {
    const refused = refusalFor(known, applied);
    if (refused !== undefined) throw new Refusal('wrong_state', refused);
    return after(known, applied);
}

const after = (known: readonly Migration[], applied: number) => known.filter(({ when }) => when > applied);

function refusalFor(known: readonly Migration[], applied: number) {
    if (applied > (known.at(-1)?.when ?? 0))
        return 'The database was written by a newer version. Start that version or a newer one.';
    if (applied > 0 && applied < (known[0]?.when ?? 0))
        return 'The database was written by a version before 0.9.0. Start version 0.9.0 with it once, then this one.';
    return undefined;
}

type Found = Pick<Outlook, 'bytes'> & Partial<Pick<Outlook, 'movedTo' | 'secretsDigest'>>;

/** What is ahead of a store whose last migration is of this time. */
export function outlook(applied: number, { bytes, movedTo, secretsDigest }: Found): Outlook {
    const known = knownMigrations();
    const refused = refusalFor(known, applied);
    const pending = refused === undefined ? after(known, applied).map(({ tag }) => tag) : [];
    return {
        applied: applied > 0 ? (known.findLast(({ when }) => when <= applied)?.tag ?? '') : undefined,
        refused,
        pending,
        bytes,
        needs: pending.length > 0 ? 2 * bytes : 0, // for the copy and the log
        movedTo,
        secretsDigest
    };
}
