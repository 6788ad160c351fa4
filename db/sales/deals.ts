// Deals: the customer, the sales representative, the amounts and the status.
import { enumText, integer, nullable, others, serial, text, time, words } from '../store/columns.ts';
import type { Actor } from '../accounts/sessions.ts';
import { type Capability, capabilitiesOf, holdsAny } from '../accounts/capabilities.ts';
import { and, eq, inArray, index, sql, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { findBy } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader } from '../store/index.ts';
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
        customerName: text(others),
        contactName: text(others),
        contactEmail: text(others),
        contactPhone: text(others).default(''),
        contactAddress: text(others).default(''), // postal
        revenue: integer(), // in cents, like all amounts
        commission: integer(),
        marginDeduction: integer(),
        referralFee: integer(),
        scope: text(words).default(''), // what is offered, as the customer reads it
        terms: text(words).default(''), // payment, delivery and the like, as the customer reads them
        validUntil: nullable.code(), // the last day on which the offer can be accepted, like 2026-11-30
        status: enumText(...dealStatuses),
        version: integer().default(1), // incremented by every edit and move
        customerIssue: integer().default(0), // issue number of the customer's link: a higher one invalidates earlier links
        customerDigest: nullable.code(), // SHA-256 of that link's token; null while no link opens the offer
        openedAt: nullable.time(), // when the customer first opened the offer that was sent last
        followUpOn: nullable.code(), // the day from which the note below stands on its rep's Start, like 2026-11-30
        followUp: text(words).default(''),
        closedAt: nullable.time(),
        createdAt: time(),
        updatedAt: time()
    },
    (t) => [
        index('deals_by_rep').on(t.repId, t.status),
        index('deals_to_follow_up').on(t.repId, t.followUpOn),
        index('deals_closed').on(t.closedAt, t.id),
        index('deals_closed_by_rep').on(t.repId, t.closedAt, t.id),
        index('deals_newest').on(t.status, t.id),
        index('deals_by_customer').on(sql`lower(${t.customerName})`),
        index('deals_by_revenue').on(t.revenue, t.id),
        index('deals_by_update').on(t.updatedAt, t.id),
        uniqueIndex('deals_by_customer_link').on(t.customerDigest)
    ]
);

export type DealRow = typeof deals.$inferSelect;

/** A line of a deal; amounts in cents, the quantity in hundredths, percentages in hundredths of a percent. */
export interface DealLine {
    text: string;
    quantity: number;
    unitPrice: number;
    discount: number;
    tax: number;
}

type Text = 'customerName' | 'contactName' | 'contactEmail' | 'contactPhone' | 'contactAddress';
type Term = 'scope' | 'terms' | 'validUntil';

/** The fields that a sales representative enters; amounts in cents. */
export interface DealBody extends Pick<
    typeof deals.$inferInsert,
    Text | Term | 'marginDeduction' | 'referralFee'
> {
    /** Left out where the deal has lines: it is their net sum. */
    revenue?: number;
    lines?: readonly DealLine[];
    /** Left out or null where the rate of the rep makes it. */
    commission?: number | null;
}

/** A user with a sales capability. */
export type SalesUser = Pick<Actor, 'id' | 'capabilities'>;

const salesAdmins: readonly Capability[] = ['ss_sales_admin', 'ss_admin_all'];

/** Whether this seller may see and manage all deals. */
export const isSalesAdmin = ({ capabilities }: SalesUser) => holdsAny(capabilities, salesAdmins);

/** A user with any one of these can own deals and intake. */
export const sellers: readonly Capability[] = ['ss_sales', ...salesAdmins];

/** Returns this user if they are active and sell; undefined for users who left or changed their role. */
export async function findSeller(on: Reader, id: number) {
    const user = await findUserById(on, id);
    return user && user.disabledAt === null && holdsAny(capabilitiesOf(user), sellers) ? user : undefined;
}

const noSuchDeal = () => new Refusal('not_found', 'Deal not found.');

export const findDeal = findBy(deals, deals.id);

/** Returns the deal if this seller may see it. Refuses: not_found. */
export async function visibleDeal(on: Reader, id: number, seller: SalesUser) {
    const deal = await findDeal(on, id);
    if (!deal || (deal.repId !== seller.id && !isSalesAdmin(seller))) throw noSuchDeal();
    return deal;
}

/** The versions of a deal that the user has seen; undefined accepts any version. */
export type Seen = readonly number[] | undefined;

/** The condition that a deal is unchanged since it was read, and at a version that the user has seen. */
export const isStill = ({ id, version }: DealRow, seen: Seen) =>
    and(eq(deals.id, id), eq(deals.version, version), seen && inArray(deals.version, [...seen]));

/** Returns the refusal for an update that found no deal: its version was not seen, or its status forbids the change. */
export function whyNot({ version }: DealRow, seen: Seen, otherwise: string) {
    if (!seen || seen.includes(version)) return new Refusal('wrong_state', otherwise);
    return new Refusal('version_conflict', 'This deal changed since you opened it. Reload it and try again.');
}
