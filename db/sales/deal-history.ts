// What happened to deals: each making, edit and move, with who did it. The audit log names the same acts, and no values.
import { users } from '../accounts/users.ts';
import { type AuditActor, type Done, record } from '../record/audit.ts';
import { code, integer, nullable, serial, text, time, words } from '../store/columns.ts';
import { and, eq, getTableColumns, inArray, index, max, sqliteTable } from '../store/drizzle.ts';
import { preparedInsert } from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';
import {
    type DealBody,
    type DealRow,
    deals,
    type DealStatus,
    isStill,
    type SalesUser,
    type Seen,
    visibleDeal,
    whyNot
} from './deals.ts';
import type { MoveName } from './moves.ts';

type Value = string | number | null;

/** A field that was changed, with its value before and after; amounts in cents. */
export interface Change {
    field: keyof DealBody | 'followUpOn';
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

/** Whether a row is a note, or that one is done: no move of the deal. */
export const isNote = ({ move }: { move: string }) => move === 'note' || move === 'note_done';

interface Happened {
    dealId: number;
    by: AuditActor;
    move: MoveName | 'create' | 'edit' | 'readdress' | 'note' | 'note_done';
    from: DealStatus | null;
    to: DealStatus;
    reason?: string;
    changes?: Change[] | undefined;
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

/**
 * Records a note of a seller. From the day `followUpOn`, like 2026-11-30, it stands on its rep's Start; null: what stands there is
 * done. Refuses: not_found, version_conflict.
 */
export async function noteDeal(
    tx: Tx,
    id: number,
    { text, followUpOn }: { text: string; followUpOn: string | null | undefined },
    { seller, by, seen, at }: Done & { seller: SalesUser; seen?: Seen }
) {
    const deal = await visibleDeal(tx, id, seller);
    const { status, version, followUpOn: before } = deal;
    if (followUpOn === null && before === null) return; // it is done
    const set = followUpOn !== undefined && { followUpOn, followUp: followUpOn === null ? '' : text };
    const noted = await tx
        .update(deals)
        .set({ ...set, version: version + 1, updatedAt: at })
        .where(isStill(deal, seen))
        .returning({ id: deals.id });
    if (noted.length === 0) throw whyNot(deal, seen, 'This deal changed meanwhile. Try again.');
    const changes = set ? [{ field: 'followUpOn' as const, before, after: set.followUpOn }] : undefined;
    const move = followUpOn === null ? 'note_done' : 'note';
    await recordMove(tx, { dealId: id, by, at, move, from: status, to: status, reason: text, changes });
}

/** What differs between a deal and the fields that are to be written. */
export function changesOf(before: DealRow, body: Omit<Partial<DealBody>, 'lines'>): Change[] {
    const fields = Object.entries(body) as [Exclude<keyof DealBody, 'lines'>, Value][];
    return fields.flatMap(([field, after]) =>
        before[field] === after ? [] : [{ field, before: before[field], after }]
    );
}

/** Returns the names of the reps of these deals and when those that are paid were marked so, by the ids. */
export async function repsAndPayments(on: Reader, some: readonly { id: number }[]) {
    const ids = some.map(({ id }) => id);
    const isPayment = and(eq(dealHistory.dealId, deals.id), eq(dealHistory.move, 'pay'));
    const rows = await on
        .select({ id: deals.id, rep: users.displayName, paidAt: max(dealHistory.at) })
        .from(deals)
        .leftJoin(users, eq(users.id, deals.repId))
        .leftJoin(dealHistory, and(isPayment, eq(deals.status, 'ss_paid')))
        .where(inArray(deals.id, ids))
        .groupBy(deals.id, users.id);
    return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Returns what happened to a deal, oldest first. */
export function historyOf(on: Reader, dealId: number) {
    const { dealId: _dealId, ...shown } = getTableColumns(dealHistory);
    return on.select(shown).from(dealHistory).where(eq(dealHistory.dealId, dealId)).orderBy(dealHistory.id);
}
