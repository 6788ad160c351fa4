// Who did what to what: one row for each act that somebody may have to answer for.
import { nullable, serial, text, time } from '../store/columns.ts';
import { and, desc, eq, gt, index, sqliteTable } from '../store/drizzle.ts';
import { beginsLike, preparedInsert, listRows } from '../store/query.ts';
import type { Reader, Tx } from '../store.ts';

export const audit = sqliteTable(
    'audit',
    {
        id: serial(),
        at: time(),
        actor: text(), // `user:7`, `token:builder`, `cli`
        act: text(), // e.g. `sage.status`
        target: text(), // e.g. `sage:3`
        before: nullable.text(),
        after: nullable.text(),
        note: nullable.text(),
        address: nullable.text() // a keyed hash, to tell addresses apart without keeping them
    },
    (t) => [index('audit_by_target').on(t.target, t.id)]
);

/** Who acts, as the audit log names them, and from where. */
export interface By {
    name: string;
    address?: string;
}

interface Act {
    by: By;
    act: string;
    target: string;
    before?: string | null;
    after?: string | null;
    note?: string;
    at: number;
}

/** Written in the same transaction as the act itself. */
export async function record(tx: Tx, { by, ...act }: Act) {
    const row = { before: null, after: null, note: null, ...act };
    await insert(tx, { ...row, actor: by.name, address: by.address ?? null });
}

const insert = preparedInsert(audit, 'id');

interface Past {
    target: string;
    act: string;
    after: string;
    since: number;
}

/** Whether the log has this act on this target with this result, later than `since`. */
export async function wasRecorded(on: Reader, { target, act, after, since }: Past) {
    const same = and(eq(audit.target, target), eq(audit.act, act), eq(audit.after, after));
    const rows = await on
        .select({ id: audit.id })
        .from(audit)
        .where(and(same, gt(audit.at, since)))
        .limit(1);
    return rows.length > 0;
}

interface Search {
    target?: string | undefined;
    act?: string | undefined;
    limit: number;
    offset: number;
}

/** The newest acts first. `act` may be the beginning of one. */
export async function listAudit(on: Reader, { target, act, limit, offset }: Search) {
    const where = and(
        target === undefined ? undefined : eq(audit.target, target),
        act === undefined ? undefined : beginsLike(audit.act, act)
    );
    return listRows(on, audit, { where, order: [desc(audit.id)], limit, offset });
}
