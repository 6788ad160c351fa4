// What an author has typed into the editor of a sage and not saved: of one user, for one page of the editor.
import { enumText, integer, json, serial, time, words } from '../store/columns.ts';
import { and, desc, eq, index, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { purgeOf } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import { day } from '../store/time.ts';
import type { Reader, Tx } from '../store/index.ts';
import { users } from '../accounts/users.ts';
import { sages, seenBy, type Viewer } from './sages.ts';

/** The pages of the editor that have drafts. `context` is the form of a context that is not created yet. */
export const draftPages = ['details', 'criteria', 'results', 'context'] as const;
export type DraftPage = (typeof draftPages)[number];

export const sageDrafts = sqliteTable(
    'sage_drafts',
    {
        id: serial(),
        sageId: integer().references(() => sages.id),
        userId: integer().references(() => users.id),
        page: enumText(...draftPages),
        typed: json<Record<string, string>>(words),
        at: time() // of the last change; also the version of the draft
    },
    (t) => [
        uniqueIndex('sage_drafts_of_page').on(t.userId, t.sageId, t.page),
        index('sage_drafts_by_age').on(t.at)
    ]
);

/** Whose draft it is, and of what. */
export type DraftOf = Pick<typeof sageDrafts.$inferSelect, 'sageId' | 'userId' | 'page'>;

const isOf = ({ sageId, userId, page }: DraftOf) =>
    and(eq(sageDrafts.sageId, sageId), eq(sageDrafts.userId, userId), eq(sageDrafts.page, page));

export async function findDraft(on: Reader, of: DraftOf) {
    const [draft] = await on.select().from(sageDrafts).where(isOf(of));
    return draft;
}

/** What this user has typed and not saved, of the sages that they may see, the latest first. */
export function listDrafts(on: Reader, viewer: Viewer, limit: number) {
    const { sageId, page, at } = sageDrafts;
    return on
        .select({ sageId, page, at, sageName: sages.name })
        .from(sageDrafts)
        .innerJoin(sages, eq(sages.id, sageId))
        .where(and(eq(sageDrafts.userId, viewer.id), seenBy(viewer)))
        .orderBy(desc(at))
        .limit(limit);
}

interface Kept extends DraftOf {
    typed: Record<string, string>;
    at: number;
    /** The `at` of the draft that was typed on; 0 for none; undefined replaces whatever is there. */
    seen?: number | undefined;
}

/** The field of a form that names the window in which it is typed. */
export const windowField = 'window';

/** Stores the input. Refuses: version_conflict where another window has saved since. */
export async function keepDraft(tx: Tx, { seen, ...draft }: Kept) {
    const kept = await findDraft(tx, draft);
    if (kept && seen !== undefined && kept.at !== seen && !isOfOneWindow(kept.typed, draft.typed))
        throw new Refusal('version_conflict', 'You saved a different draft in another window.');
    const { sageId, userId, page } = sageDrafts;
    await tx
        .insert(sageDrafts)
        .values(draft)
        .onConflictDoUpdate({
            target: [userId, sageId, page],
            set: { typed: draft.typed, at: draft.at }
        });
}

/** A window may miss the answer to what it sent, and then names an earlier state of its own draft. */
const isOfOneWindow = (one: Kept['typed'], other: Kept['typed']) =>
    one[windowField] !== undefined && one[windowField] === other[windowField];

export async function dropDraft(tx: Tx, of: DraftOf) {
    await tx.delete(sageDrafts).where(isOf(of));
}

/** Deletes drafts that were not changed for half a year. */
export const purgeDrafts = purgeOf(sageDrafts.at, 180 * day);
