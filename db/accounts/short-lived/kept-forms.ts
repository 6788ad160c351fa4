// The input of a refused form, stored until its page shows it again. Never a password.
import { randomBytes } from 'node:crypto';
import { json, key, time, words } from '../../store/columns.ts';
import { and, desc, eq, gt, index, inArray, sqliteTable } from '../../store/drizzle.ts';
import { purgeOf } from '../../store/query.ts';
import type { Reader, Tx } from '../../store/index.ts';

export const keptForms = sqliteTable(
    'kept_forms',
    {
        id: key(),
        typed: json<object>(words),
        endsAt: time()
    },
    (t) => [index('kept_forms_by_end').on(t.endsAt)]
);

const mostKept = 500;
const mostDropped = 100; // SQLite has no offset without a limit

export const keptFormId = () => randomBytes(12).toString('base64url');

/** Stores a form, and deletes the oldest ones beyond 500. */
export async function keepForm(tx: Tx, { id, typed, endsAt }: typeof keptForms.$inferInsert) {
    await tx.insert(keptForms).values({ id, typed, endsAt });
    const beyond = await tx
        .select({ id: keptForms.id })
        .from(keptForms)
        .orderBy(desc(keptForms.endsAt), desc(keptForms.id))
        .limit(mostDropped)
        .offset(mostKept);
    if (beyond.length === 0) return;
    const ids = beyond.map((row) => row.id);
    await tx.delete(keptForms).where(inArray(keptForms.id, ids));
}

export async function findKeptForm(on: Reader, id: string, at: number) {
    const [row] = await on
        .select({ typed: keptForms.typed })
        .from(keptForms)
        .where(and(eq(keptForms.id, id), gt(keptForms.endsAt, at)));
    return row?.typed;
}

export async function dropKeptForm(tx: Tx, id: string) {
    await tx.delete(keptForms).where(eq(keptForms.id, id));
}

/** Deletes forms whose time is over. */
export const purgeKeptForms = purgeOf(keptForms.endsAt);

/** Drops the forms in which this is found, in whatever part of them. There are 500 at most. */
export async function dropKeptFormsWith(tx: Tx, isIn: (text: string) => boolean) {
    for (const { id, typed } of await tx.select().from(keptForms))
        if (textsIn(typed).some(isIn)) await dropKeptForm(tx, id);
}

const textsIn = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];
