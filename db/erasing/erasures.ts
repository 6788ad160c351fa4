// The erased people of an installation, by id only: for audits and for the restore of a backup that still has them.
import { code, nullable, personal, time } from '../store/columns.ts';
import {
    and,
    asc,
    eq,
    gt,
    index,
    isNotNull,
    isNull,
    or,
    type SQL,
    sql,
    sqliteTable
} from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { screens } from '../screens/screens.ts';

/** The traits that find a person in texts of others. Stored only until those are searched and every doubt is settled. */
export interface Traits {
    name: string;
    email: string;
    /** Their answers. */
    texts: string[];
    /** Where the search has found them and cannot know whether it is them: a person decides. */
    doubts?: Doubt[];
    /** There are more than it lists. */
    more?: true;
}

/** A row, or a stored object, that may be about a person who was erased. */
export interface Doubt {
    /** The table, or `storage`. */
    in: string;
    /** Of the row; of an object its bucket and key. */
    key: string | number;
    /** In an object: the offset of the first occurrence, in bytes. */
    at?: number;
    /** A person has decided that it goes. */
    erase?: true;
    /** The code of what hindered it. */
    failed?: string;
}

/** Who erases by age: what others wrote is not changed for it. */
export const byAge = 'retention';

/** One row for each erased screen. */
export const erasures = sqliteTable(
    'erasures',
    {
        screenId: code()
            .primaryKey()
            .references(() => screens.id),
        at: time(),
        by: code(), // as the audit log names them
        traits: nullable.json<Traits>(personal),
        searchedAt: nullable.time(), // texts of others were searched, and the traits dropped unless there are doubts
        endedAt: nullable.time() // nothing of it is in the files of the store either
    },
    (t) => [
        index('erasures_under_way')
            .on(t.at)
            .where(sql`ended_at is null`)
    ]
);

export type ErasureRow = typeof erasures.$inferSelect;

interface Part {
    /** The last one of the part before. */
    after: ErasureRow | undefined;
    limit: number;
}

/** Returns the next erasures whose people were not searched for yet, in the order of creation. */
export function erasuresToSearch(on: Reader, { after, limit }: Part): Promise<ErasureRow[]> {
    const isLater =
        after &&
        or(gt(erasures.at, after.at), and(eq(erasures.at, after.at), gt(erasures.screenId, after.screenId)));
    return firstOf(on, and(isNull(erasures.searchedAt), isLater), limit);
}

/** Returns the first erasures whose people were searched for, and that are not complete. */
export const erasuresToEnd = (on: Reader, limit: number) =>
    firstOf(on, isNotNull(erasures.searchedAt), limit);

const firstOf = (on: Reader, where: SQL | undefined, limit: number): Promise<ErasureRow[]> =>
    on
        .select()
        .from(erasures)
        .where(and(isNull(erasures.endedAt), where))
        .orderBy(asc(erasures.at), asc(erasures.screenId))
        .limit(limit);

export async function findErasure(on: Reader, screenId: string): Promise<ErasureRow | undefined> {
    const [row] = await on.select().from(erasures).where(eq(erasures.screenId, screenId));
    return row;
}

/** The texts of others were searched: deletes the person's traits, unless a person still has to decide. */
export async function markSearched(tx: Tx, screenId: string, at: number, left: Traits | null = null) {
    await tx.update(erasures).set({ traits: left, searchedAt: at }).where(eq(erasures.screenId, screenId));
}

/** It does not end where a person has just decided that something more is erased: that is done first. */
export async function markEnded(tx: Tx, screenId: string, at: number) {
    const { traits } = (await findErasure(tx, screenId)) ?? {};
    if (traits?.doubts?.some(({ erase }) => erase)) return;
    await tx.update(erasures).set({ endedAt: at }).where(eq(erasures.screenId, screenId));
}
