// What happened to deals: each making, edit and move, with who did it. The audit log names the same acts, and no values.
import { type AuditActor, record } from '../record/audit.ts';
import { code, integer, nullable, serial, text, time, words } from '../store/columns.ts';
import { eq, getTableColumns, index, sqliteTable } from '../store/drizzle.ts';
import { preparedInsert } from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';
import { type DealBody, type DealRow, deals, type DealStatus } from './deals.ts';
import type { MoveName } from './moves.ts';

type Value = string | number | null;

/** A field that was changed, with its value before and after; amounts in cents. */
export interface Change {
    field: keyof DealBody;
    before: Value;
    after: Value;
}

/** Rows are deleted with a draft that nobody else has seen, and never otherwise. */
export const dealHistory = sqliteTable(
    'deal_history',
    {
        id: serial(),
        dealId: integer().references(() => deals.id),
        at: time(),
        by: code(), // `user:7`, `customer`
        move: code(),
        from: nullable.code(),
        to: code(),
        reason: text(words),
        changes: nullable.json<Change[]>(words) // of an edit; edits of earlier versions left no row
    },
    (t) => [index('deal_history_by_deal').on(t.dealId, t.id)]
);

interface Happened {
    dealId: number;
    by: AuditActor;
    move: MoveName | 'create' | 'edit' | 'readdress';
    from: DealStatus | null;
    to: DealStatus;
    reason?: string;
    changes?: Change[];
    /** For the audit log alone: where the deal came from. */
    note?: string;
    at: number;
}

/** Records what happened to a deal: for its sellers with all values, and for the audit log with the names of the fields. */
export async function recordMove(tx: Tx, { by, reason = '', changes, note, ...row }: Happened) {
    const { dealId, move, from: before, to: after, at } = row;
    await insert(tx, { ...row, by: by.name, reason, changes: changes ?? null });
    const fields = changes?.map(({ field }) => field).join(', ') ?? note;
    const act = { by, act: `deal.${move}`, target: `deal:${dealId}`, before, after, at };
    await record(tx, { ...act, ...(fields !== undefined && { note: fields }) });
}

const insert = preparedInsert(dealHistory, 'id');

/** What differs between a deal and the fields that are to be written. */
export function changesOf(before: DealRow, body: Omit<Partial<DealBody>, 'lines'>): Change[] {
    const fields = Object.entries(body) as [Exclude<keyof DealBody, 'lines'>, Value][];
    return fields.flatMap(([field, after]) =>
        before[field] === after ? [] : [{ field, before: before[field], after }]
    );
}

/** Returns what happened to a deal, oldest first. */
export function historyOf(on: Reader, dealId: number) {
    const { dealId: _dealId, ...shown } = getTableColumns(dealHistory);
    return on.select(shown).from(dealHistory).where(eq(dealHistory.dealId, dealId)).orderBy(dealHistory.id);
}
