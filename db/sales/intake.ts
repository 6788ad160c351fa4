// Intake: enquiries that are processed with a checklist, and converted to a deal or closed.
import { type Capability, capabilitiesOf, holdsAny } from '../accounts/capabilities.ts';
import { flag, nullable, serial, text, time, enumText } from '../store/columns.ts';
import { createDeal, type DealRow, deals } from './deals.ts';
import { and, desc, eq, index, type SQLiteUpdateSetSource, sql, sqliteTable } from '../store/drizzle.ts';
import { listRows, findBy, type Rows } from '../store/query.ts';
import { Refusal } from '../refusal.ts';
import type { Actor } from '../accounts/sessions.ts';
import type { Reader, Tx } from '../store.ts';
import { findUserById, users } from '../accounts/users.ts';

export const intakeStatuses = ['intake_open', 'intake_converted', 'intake_closed', 'intake_spam'] as const;
export const checklistSteps = ['reviewed', 'priced', 'approved', 'responded'] as const;
export type ChecklistStep = (typeof checklistSteps)[number];

export const intakeItems = sqliteTable(
    'intake_items',
    {
        id: serial(),
        title: text(),
        contactName: text(),
        contactEmail: text(),
        company: text(),
        message: text(),
        status: enumText(...intakeStatuses),
        ownerId: nullable.integer().references(() => users.id),
        dealId: nullable.integer().references(() => deals.id),
        reviewed: flag().default(false),
        reviewedAt: nullable.time(), // the last change, in either direction; the next three are alike
        priced: flag().default(false),
        pricedAt: nullable.time(),
        approved: flag().default(false),
        approvedAt: nullable.time(),
        responded: flag().default(false),
        respondedAt: nullable.time(),
        createdAt: time(),
        updatedAt: time()
    },
    (t) => [index('intake_by_owner').on(t.ownerId, t.status), index('intake_by_status').on(t.status, t.id)]
);

export type IntakeRow = typeof intakeItems.$inferSelect;

export interface IntakeBody {
    title: string;
    contactName: string;
    contactEmail: string;
    company: string;
    message: string;
}

type Worker = Pick<Actor, 'id' | 'capabilities'>;

const admins: readonly Capability[] = ['ss_sales_admin', 'ss_admin_all'];
const sellers: readonly Capability[] = ['ss_sales', ...admins];
const isAdmin = ({ capabilities }: Worker) => holdsAny(capabilities, admins);

/** Creates an open item; one from the public form has no owner yet. */
export async function createIntake(
    tx: Tx,
    body: IntakeBody,
    { ownerId, at }: { ownerId: number | null; at: number }
) {
    const [item] = await tx
        .insert(intakeItems)
        .values({ ...body, ownerId, status: 'intake_open', createdAt: at, updatedAt: at })
        .returning();
    if (!item) throw new Error('a new intake item was not returned');
    return item;
}

const findItem = findBy(intakeItems, intakeItems.id);

/** Returns the item if this user may change it. Refuses: not_found; forbidden unless they are its owner or an administrator. */
async function itemFor(on: Reader, id: number, worker: Worker) {
    const item = await findItem(on, id);
    if (!item) throw new Refusal('not_found', 'Item not found.');
    if (item.ownerId !== worker.id && !isAdmin(worker)) throw notAllowed();
    return item;
}

const notAllowed = () => new Refusal('forbidden', 'You do not have permission to perform this action.');

/** Toggles one step of the checklist and records the time. Refuses: not_found, forbidden, wrong_state. */
export async function toggleStep(tx: Tx, id: number, name: ChecklistStep, { worker, at }: Working) {
    await itemFor(tx, id, worker);
    const flipped = await change(tx, id, {
        [name]: sql`1 - ${intakeItems[name]}`,
        [`${name}At`]: at,
        updatedAt: at
    });
    return { done: flipped[name], at };
}

interface Working {
    worker: Worker;
    at: number;
}

/** Updates an item only while it is open. */
async function change(tx: Tx, id: number, changes: SQLiteUpdateSetSource<typeof intakeItems>) {
    const [item] = await tx
        .update(intakeItems)
        .set(changes)
        .where(and(eq(intakeItems.id, id), eq(intakeItems.status, 'intake_open')))
        .returning();
    if (!item) throw new Refusal('wrong_state', 'This item is not open.');
    return item;
}

/** Assigns an item to a user with a sales capability. Refuses: not_found, forbidden, invalid_field, wrong_state. */
export async function assignIntake(tx: Tx, id: number, ownerId: number, { worker, at }: Working) {
    if (!isAdmin(worker)) throw notAllowed();
    await itemFor(tx, id, worker);
    const owner = await findUserById(tx, ownerId);
    if (!owner || owner.disabledAt !== null || !holdsAny(capabilitiesOf(owner), sellers))
        throw new Refusal('invalid_field', 'owner_id must be somebody of the sales side.', {
            field: 'owner_id'
        });
    return change(tx, id, { ownerId, updatedAt: at });
}

/** Converts an item to a draft deal, once. The deal belongs to the item's owner or, without one, to the current user. */
export async function convertIntake(
    tx: Tx,
    id: number,
    { worker, at }: Working
): Promise<{ item: IntakeRow; deal: DealRow }> {
    const { title, company, contactName, contactEmail, ownerId } = await itemFor(tx, id, worker);
    await change(tx, id, { status: 'intake_converted', updatedAt: at });
    const none = { revenue: 0, commission: 0, marginDeduction: 0, referralFee: 0 };
    const body = { customerName: company || title, contactName, contactEmail, ...none };
    const deal = await createDeal(tx, body, { repId: ownerId ?? worker.id, at });
    const [item] = await tx
        .update(intakeItems)
        .set({ dealId: deal.id })
        .where(eq(intakeItems.id, id))
        .returning();
    if (!item) throw new Error('a converted item was not returned');
    return { item, deal };
}

/** Closes an item without a deal. Refuses: not_found, forbidden, wrong_state. */
export async function closeIntake(
    tx: Tx,
    id: number,
    status: 'intake_closed' | 'intake_spam',
    { worker, at }: Working
) {
    await itemFor(tx, id, worker);
    return change(tx, id, { status, updatedAt: at });
}

interface Search extends Rows {
    worker: Worker;
    status?: IntakeRow['status'] | undefined;
}

/** Returns the items that this user may see, newest first, and their number. */
export async function listIntake(on: Reader, { worker, status, ...rows }: Search) {
    const where = and(
        isAdmin(worker) ? undefined : eq(intakeItems.ownerId, worker.id),
        status === undefined ? undefined : eq(intakeItems.status, status)
    );
    return listRows(on, intakeItems, { where, order: [desc(intakeItems.id)], ...rows });
}
