// The items of the intake as a list.
import { and, asc, desc, eq, inArray, isNull, or, type SQL } from '../store/drizzle.ts';
import { countRows, holdsText, type Rows } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { intakeItems, type IntakeRow, isIntakeAdmin, type Worker } from './intake.ts';

export const intakeOrders = ['added', '-added'] as const;

export interface IntakeFilter {
    status?: IntakeRow['status'] | undefined;
    /** The id of a user, oneself, or unassigned. */
    owner?: number | 'me' | 'nobody' | undefined;
    /** Part of the title, the company, the contact's name or address, among the newest 2,000 of the others. */
    q?: string | undefined;
    sort?: (typeof intakeOrders)[number] | undefined;
}

interface Search extends IntakeFilter, Rows {
    worker: Worker;
}

/** Returns the items that this user may see, newest first unless it is said, and their number. */
export async function listIntake(
    on: Reader,
    { worker, status, owner, q = '', sort = '-added', limit, offset, most }: Search
) {
    const { id } = intakeItems;
    const all = and(
        isIntakeAdmin(worker) ? undefined : eq(intakeItems.ownerId, worker.id),
        status === undefined ? undefined : eq(intakeItems.status, status),
        ownerIs(owner, worker)
    );
    const where = q === '' ? all : inArray(id, await holding(on, q, all));
    const order = sort === 'added' ? asc(id) : desc(id);
    // Only the ids are put in order, not the rows: an index has them.
    const part = on.select({ id }).from(intakeItems).where(where).orderBy(order).limit(limit).offset(offset);
    const items = await on.select().from(intakeItems).where(inArray(id, part)).orderBy(order);
    return { items, ...(await countRows(on, intakeItems, where, most)) };
}

/** Returns the number of open items without an owner; up to `most`. */
export const countUnassigned = (on: Reader, most: number) =>
    countRows(on, intakeItems, and(eq(intakeItems.status, 'intake_open'), isNull(intakeItems.ownerId)), most);

function ownerIs(owner: IntakeFilter['owner'], { id }: Worker) {
    if (owner === undefined) return undefined;
    if (owner === 'nobody') return isNull(intakeItems.ownerId);
    return eq(intakeItems.ownerId, owner === 'me' ? id : owner);
}

/** Among these a text is looked for: to look through all of an intake of years takes longer than a page may. */
const newest = 2000;

/** The ids of the items that contain a text. */
async function holding(on: Reader, text: string, where: SQL | undefined) {
    const { id, title, company, contactName, contactEmail } = intakeItems;
    const recent = on
        .select({ id, title, company, contactName, contactEmail })
        .from(intakeItems)
        .where(where)
        .orderBy(desc(id))
        .limit(newest)
        .as('recent');
    const isHeld = or(
        holdsText(recent.title, text),
        holdsText(recent.company, text),
        holdsText(recent.contactName, text),
        holdsText(recent.contactEmail, text)
    );
    const found = await on.select({ id: recent.id }).from(recent).where(isHeld);
    return found.map((one) => one.id);
}
