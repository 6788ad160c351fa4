// Deals: the customer, the sales representative, the amounts and the status.
import { integer, nullable, serial, text, time, enumText } from '../store/columns.ts';
import type { Actor } from '../accounts/sessions.ts';
import { type Capability, capabilitiesOf, holdsAny } from '../accounts/capabilities.ts';
import { and, eq, getTableColumns, inArray, index, sql, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { findBy, preparedInsert } from '../store/query.ts';
import { Refusal } from '../refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import { findUserById, users } from '../accounts/users.ts';

export const dealStatuses = [
    'ss_draft',
    'ss_pending_approval',
    'ss_approved',
    'ss_customer_sent',
    'ss_customer_approved',
    'ss_customer_declined',
    'ss_closed',
    'ss_paid',
    'ss_lost'
] as const;
export type DealStatus = (typeof dealStatuses)[number];

export const deals = sqliteTable(
    'deals',
    {
        id: serial(),
        repId: nullable.integer().references(() => users.id), // null in the demo data
        customerName: text(),
        contactName: text(),
        contactEmail: text(),
        revenue: integer(), // in cents, like all amounts
        commission: integer(),
        marginDeduction: integer(),
        referralFee: integer(),
        scope: text().default(''), // what is offered, as the customer reads it
        validUntil: nullable.text(), // the last day on which the offer can be accepted, like 2026-11-30
        status: enumText(...dealStatuses),
        version: integer().default(1), // incremented by every edit and move
        customerIssue: integer().default(0), // issue number of the customer's link: a higher one invalidates earlier links
        customerDigest: nullable.text(), // SHA-256 of that link's token; null while no link opens the offer
        closedAt: nullable.time(),
        createdAt: time(),
        updatedAt: time()
    },
    (t) => [
        index('deals_by_rep').on(t.repId, t.status),
        index('deals_closed').on(t.closedAt, t.id),
        index('deals_closed_by_rep').on(t.repId, t.closedAt, t.id),
        index('deals_newest').on(t.status, t.id),
        index('deals_by_customer').on(sql`lower(${t.customerName})`),
        index('deals_by_revenue').on(t.revenue, t.id),
        index('deals_by_update').on(t.updatedAt, t.id),
        uniqueIndex('deals_by_customer_link').on(t.customerDigest)
    ]
);

/** Every move of a deal; rows are never deleted. */
export const dealHistory = sqliteTable(
    'deal_history',
    {
        id: serial(),
        dealId: integer().references(() => deals.id),
        at: time(),
        by: text(), // `user:7`, `customer`
        move: text(),
        from: nullable.text(),
        to: text(),
        reason: text()
    },
    (t) => [index('deal_history_by_deal').on(t.dealId, t.id)]
);

export type DealRow = typeof deals.$inferSelect;

/** The fields that a sales representative enters; amounts in cents. */
export interface DealBody {
    customerName: string;
    contactName: string;
    contactEmail: string;
    revenue: number;
    commission: number;
    marginDeduction: number;
    referralFee: number;
    scope?: string;
    /** A day, like 2026-11-30. */
    validUntil?: string | null;
}

/** A user with a sales capability. */
export type Seller = Pick<Actor, 'id' | 'capabilities'>;

const salesAdmins: readonly Capability[] = ['ss_sales_admin', 'ss_admin_all'];

/** Whether this seller may see and manage all deals. */
export const isSalesAdmin = ({ capabilities }: Seller) => holdsAny(capabilities, salesAdmins);

/** Any one of these lets somebody own deals and intake. */
export const sellers: readonly Capability[] = ['ss_sales', ...salesAdmins];

/** Returns this user if they are active and sell; whoever has left, or does something else now, is none. */
export async function findSeller(on: Reader, id: number) {
    const user = await findUserById(on, id);
    return user && user.disabledAt === null && holdsAny(capabilitiesOf(user), sellers) ? user : undefined;
}

const noSuchDeal = () => new Refusal('not_found', 'Deal not found.');

export const findDeal = findBy(deals, deals.id);

/** Returns the deal if this seller may see it. Refuses: not_found. */
export async function visibleDeal(on: Reader, id: number, seller: Seller) {
    const deal = await findDeal(on, id);
    if (!deal || (deal.repId !== seller.id && !isSalesAdmin(seller))) throw noSuchDeal();
    return deal;
}

/** Records a move of a deal. */
export const recordMove = preparedInsert(dealHistory, 'id');

/** Creates a draft. */
export async function createDeal(
    tx: Tx,
    body: DealBody,
    { repId, madeBy = repId, at, status = 'ss_draft', closedAt = null }: NewDeal
) {
    const [deal] = await tx
        .insert(deals)
        .values({ ...body, repId, status, closedAt, createdAt: at, updatedAt: at })
        .returning();
    if (!deal) throw new Error('a new deal was not returned');
    await recordMove(tx, {
        dealId: deal.id,
        at,
        by: madeBy === null ? 'demo' : `user:${madeBy}`,
        move: 'create',
        from: null,
        to: status,
        reason: ''
    });
    return deal;
}

interface NewDeal {
    repId: number | null;
    /** Who makes it, if that is somebody else than its rep. */
    madeBy?: number | null;
    at: number;
    /** Another first status, for the demo data. */
    status?: DealStatus;
    closedAt?: number | null;
}

/** The versions of a deal that the user has seen; undefined accepts any version. */
export type Seen = readonly number[] | undefined;

/** The condition that a deal is unchanged since it was read, and at a version that the user has seen. */
export const isStill = ({ id, version }: DealRow, seen: Seen) =>
    and(eq(deals.id, id), eq(deals.version, version), seen && inArray(deals.version, [...seen]));

/** Returns the refusal for an update that found no deal: its version was not seen, or its status forbids the change. */
export function whyNot({ version }: DealRow, seen: Seen, otherwise: string) {
    if (!seen || seen.includes(version)) return new Refusal('wrong_state', otherwise);
    return new Refusal('version_conflict', 'This deal is not at a version that you have seen.');
}

interface Editor {
    seller: Seller;
    seen?: Seen;
    at: number;
}

/** Changes a draft. Refuses: not_found; version_conflict for a version that was not seen; wrong_state for a non-draft. */
export async function editDeal(tx: Tx, id: number, changes: Partial<DealBody>, { seller, seen, at }: Editor) {
    const before = await visibleDeal(tx, id, seller);
    const [deal] = await tx
        .update(deals)
        .set({ ...changes, version: before.version + 1, updatedAt: at })
        .where(and(isStill(before, seen), eq(deals.status, 'ss_draft')))
        .returning();
    if (!deal) throw whyNot(before, seen, 'Only a draft can be edited.');
    return deal;
}

interface Contact {
    from: string;
    to: string;
    by: string;
    at: number;
}

/** The offer was sent to another address than its deal had: the deal has that one from now on, and its history says who did it. */
export async function moveContact(tx: Tx, id: number, { from, to, by, at }: Contact) {
    const [deal] = await tx
        .update(deals)
        .set({ contactEmail: to, version: sql`${deals.version} + 1`, updatedAt: at })
        .where(and(eq(deals.id, id), eq(deals.contactEmail, from)))
        .returning({ status: deals.status });
    if (!deal) return;
    const { status } = deal;
    await recordMove(tx, { dealId: id, at, by, move: 'readdress', from: status, to: status, reason: '' });
}

/** Returns the moves of a deal, oldest first. */
export function historyOf(on: Reader, dealId: number) {
    const { dealId: _dealId, ...shown } = getTableColumns(dealHistory);
    return on.select(shown).from(dealHistory).where(eq(dealHistory.dealId, dealId)).orderBy(dealHistory.id);
}
