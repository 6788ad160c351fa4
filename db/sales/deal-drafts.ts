// Drafts of deals: making one, changing one, and moving its contact to another address.
import type { AuditActor, Done } from '../record/audit.ts';
import { and, eq, sql } from '../store/drizzle.ts';
import { insertOne } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import type { Tx } from '../store/index.ts';
import { type Change, changesOf, recordMove } from './deal-history.ts';
import { commissionByRate } from './rates.ts';
import { linesOf, revenueWith, textOfLines, writeLines } from './deal-lines.ts';
import {
    type DealBody,
    deals,
    type DealStatus,
    isStill,
    type Seen,
    type SalesUser,
    visibleDeal,
    whyNot
} from './deals.ts';

interface NewDeal {
    repId: number | null;
    /** The creator, if that is another user than the rep. */
    by?: AuditActor;
    at: number;
    /** The present day in the time zone of the installation, like 2026-11-30. */
    today?: string;
    /** The item that it was created from, for the audit log. */
    note?: string;
    /** Another first status, for the demo data. */
    status?: DealStatus;
    closedAt?: number | null;
}

/**
 * Creates a draft. Refuses: invalid_field for a last day that is over, for a revenue that is none of its lines, and for no
 * commission where the rep has no rate.
 */
export async function createDeal(tx: Tx, { lines = [], ...body }: DealBody, creation: NewDeal) {
    const { repId, by = authorOf(repId), at, today, note, status = 'ss_draft', closedAt = null } = creation;
    assertNotOver(body, today);
    const revenue = revenueWith(lines, body.revenue);
    if (revenue === undefined)
        throw new Refusal('invalid_field', 'revenue is required.', { field: 'revenue' });
    const commission = body.commission ?? (await commissionByRate(tx, { repId, revenue }, today));
    const state = { status, closedAt, createdAt: at, updatedAt: at };
    const deal = await insertOne(tx, deals, { ...body, revenue, commission, repId, ...state });
    await writeLines(tx, deal.id, lines);
    const entry = { dealId: deal.id, by, from: null, to: status, at };
    await recordMove(tx, { ...entry, move: 'create', ...(note !== undefined && { note }) });
    return deal;
}

const authorOf = (repId: number | null) => ({ name: repId === null ? 'demo' : `user:${repId}` });

/** Days in this form are ordered as texts. */
function assertNotOver({ validUntil }: Partial<DealBody>, today = '') {
    if (typeof validUntil === 'string' && validUntil < today)
        throw new Refusal('invalid_field', 'valid_until must not be in the past.', { field: 'valid_until' });
}

interface Editor extends Done {
    seller: SalesUser;
    seen?: Seen;
    /** The day of a moment, in the time zone of the installation. */
    dayOf: (at: number) => string;
}

/**
 * Changes a draft, and keeps what each field was before. Refuses: not_found; version_conflict for a version that was not
 * seen; wrong_state for a non-draft; invalid_field as `createDeal`. A commission of null is made by the rate of now, one that is
 * left out stays, whatever the price.
 */
export async function editDeal(
    tx: Tx,
    id: number,
    { lines: written, ...body }: Partial<DealBody>,
    { seller, by, seen, at, dayOf }: Editor
) {
    const before = await visibleDeal(tx, id, seller);
    const had = await linesOf(tx, id);
    const lines = written ?? had;
    const isPriced = written !== undefined || body.revenue !== undefined;
    const revenue = (isPriced ? revenueWith(lines, body.revenue) : undefined) ?? before.revenue;
    const { commission: sent = before.commission } = body;
    const priced = { ...before, revenue };
    const commission = sent ?? (await commissionByRate(tx, priced, dayOf(before.createdAt)));
    const [deal] = await tx
        .update(deals)
        .set({ ...body, revenue, commission, version: before.version + 1, updatedAt: at })
        .where(and(isStill(before, seen), eq(deals.status, 'ss_draft')))
        .returning();
    if (!deal) throw whyNot(before, seen, 'You can edit only draft deals.');
    assertNotOver(body, dayOf(at));
    if (written) await writeLines(tx, id, written);
    const [old, now] = [textOfLines(had), textOfLines(lines)];
    const changes: Change[] = [
        ...changesOf(before, { ...body, revenue, commission }),
        ...(old === now ? [] : [{ field: 'lines' as const, before: old, after: now }])
    ];
    const { status } = deal;
    if (changes.length > 0)
        await recordMove(tx, { dealId: id, by, move: 'edit', from: status, to: status, changes, at });
    return deal;
}

/** The offer was sent to another address than its deal had: the deal has that one from now on, and its history says who did it. */
export async function moveContact(
    tx: Tx,
    id: number,
    { from, to, by, at }: Done & { from: string; to: string }
) {
    const [deal] = await tx
        .update(deals)
        .set({ contactEmail: to, version: sql`${deals.version} + 1`, updatedAt: at })
        .where(and(eq(deals.id, id), eq(deals.contactEmail, from)))
        .returning({ status: deals.status });
    if (!deal) return;
    const { status } = deal;
    const changes = [{ field: 'contactEmail' as const, before: from, after: to }];
    await recordMove(tx, { dealId: id, by, move: 'readdress', from: status, to: status, changes, at });
}
