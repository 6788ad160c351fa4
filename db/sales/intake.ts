// Intake: enquiries that are processed with a checklist, and converted to a deal or closed.
import { mails, type MailRow, type Mails, queueMail } from '../jobs/mails.ts';
import { type Done, listAudit, record } from '../record/audit.ts';
import { enumText, flag, nullable, others, serial, text, time, words } from '../store/columns.ts';
import { createDeal } from './deal-drafts.ts';
import { type DealRow, deals, findSeller, isSalesAdmin, type SalesUser } from './deals.ts';
import {
    and,
    desc,
    eq,
    index,
    type SQLiteUpdateSetSource,
    sql,
    sqliteTable,
    asc,
    inArray,
    isNull,
    or,
    type SQL
} from '../store/drizzle.ts';
import { findBy, countRows, holdsText, insertOne, type Rows } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import { minute } from '../store/time.ts';
import type { Reader, Tx } from '../store/index.ts';
import { users } from '../accounts/users.ts';
import { tell, tellSalesAdmins } from '../accounts/news.ts';

export const intakeStatuses = ['intake_open', 'intake_converted', 'intake_closed', 'intake_spam'] as const;
export const checklistSteps = ['reviewed', 'priced', 'approved', 'responded'] as const;
export type ChecklistStep = (typeof checklistSteps)[number];

export const intakeItems = sqliteTable(
    'intake_items',
    {
        id: serial(),
        title: text(words),
        contactName: text(others),
        contactEmail: text(others),
        company: text(others),
        message: text(words),
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
    (t) => [
        index('intake_by_owner').on(t.ownerId, t.status),
        index('intake_by_status').on(t.status, t.id),
        index('intake_by_deal').on(t.dealId)
    ]
);

export type IntakeRow = typeof intakeItems.$inferSelect;

export type IntakeBody = Pick<IntakeRow, 'title' | 'contactName' | 'contactEmail' | 'company' | 'message'>;

export const intakeTarget = (id: number) => `intake:${id}`;

/** Creates an open item; one from the public form has no owner yet. */
export async function createIntake(
    tx: Tx,
    body: IntakeBody,
    { ownerId, by, at }: Done & { ownerId: number | null }
) {
    const times = { createdAt: at, updatedAt: at };
    const item = await insertOne(tx, intakeItems, { ...body, ownerId, status: 'intake_open', ...times });
    await record(tx, { by, act: 'intake.create', target: intakeTarget(item.id), at });
    return item;
}

/** The same for one from outside, of which the sales administrators are told. */
export async function receiveIntake(tx: Tx, body: IntakeBody, done: Done) {
    const item = await createIntake(tx, body, { ownerId: null, ...done });
    await tellSalesAdmins(tx, 'intake_arrived', { itemId: item.id }, done.at);
    return item;
}

/** How far back the same words are the same message, sent once more: milliseconds, and items. */
const sameWithin = 10 * minute;
const newestCompared = 100;

/** Whether an item of the very same words was created just before. */
export async function isSentAgain(on: Reader, body: IntakeBody, at: number) {
    const rows = await on.select().from(intakeItems).orderBy(desc(intakeItems.id)).limit(newestCompared);
    const names = Object.keys(body) as (keyof IntakeBody)[];
    return rows.some(
        (row) => row.createdAt > at - sameWithin && names.every((name) => row[name] === body[name])
    );
}

const findItem = findBy(intakeItems, intakeItems.id);

/** Returns the item that a deal was created from, with the customer's text; undefined for a deal without one. */
export const itemOfDeal = findBy(intakeItems, intakeItems.dealId);

/** Refuses: not_found. */
async function getItem(on: Reader, id: number) {
    const item = await findItem(on, id);
    if (!item) throw new Refusal('not_found', 'Item not found.');
    return item;
}

/** Returns the item to a user who may change it. Refuses: not_found; forbidden unless they are its owner or an administrator. */
async function itemFor(on: Reader, id: number, worker: SalesUser) {
    const item = await getItem(on, id);
    if (!mayWorkOn(item, worker)) throw notAllowed();
    return item;
}

/** Whether this user may change the item. */
export const mayWorkOn = ({ ownerId }: IntakeRow, worker: SalesUser) =>
    ownerId === worker.id || isSalesAdmin(worker);

const free = and(eq(intakeItems.status, 'intake_open'), isNull(intakeItems.ownerId));

/** Whether each seller may take the item, and so read it. */
export const isFree = ({ ownerId, status }: IntakeRow) => ownerId === null && status === 'intake_open';

/** Returns the item to a seller who may change or take it. Refuses as `itemFor`. */
export async function visibleItem(on: Reader, id: number, worker: SalesUser) {
    const item = await getItem(on, id);
    return isFree(item) ? item : itemFor(on, id, worker);
}

const notAllowed = () => new Refusal('forbidden', 'You do not have permission to perform this action.');

/** Toggles one step of the checklist and records the time. Refuses: not_found, forbidden, wrong_state. */
export async function toggleStep(tx: Tx, id: number, name: ChecklistStep, working: Working) {
    const { worker, at } = working;
    await itemFor(tx, id, worker);
    const flipped = await change(tx, id, {
        [name]: sql`1 - ${intakeItems[name]}`,
        [`${name}At`]: at,
        updatedAt: at
    });
    await note(tx, id, 'step', working, { after: stepIn(name, flipped[name]) });
    return { done: flipped[name], at };
}

/** Brings one step of the checklist into a state; where it is in it already, nothing changes. Refuses as `toggleStep`. */
export async function setStep(
    tx: Tx,
    id: number,
    { step, done }: { step: ChecklistStep; done: boolean },
    working: Working
) {
    const item = await itemFor(tx, id, working.worker);
    if (item.status !== 'intake_open') throw notOpen();
    if (item[step] !== done) await toggleStep(tx, id, step, working);
    return itemFor(tx, id, working.worker);
}

const stepIn = (name: ChecklistStep, done: boolean) => `${name} ${done ? 'on' : 'off'}`;

export interface Working extends Done {
    worker: SalesUser;
}

/** Records a user's change of an item in the audit log. */
const note = (
    tx: Tx,
    id: number,
    act: 'step' | 'answer' | 'assign' | 'take' | 'convert' | 'close' | 'restore',
    { by, at }: Working,
    states: { before?: string; after?: string } = {}
) => record(tx, { by, act: `intake.${act}`, target: intakeTarget(id), ...states, at });

/** Updates an item only while it is open. */
async function change(tx: Tx, id: number, changes: SQLiteUpdateSetSource<typeof intakeItems>) {
    const [item] = await tx
        .update(intakeItems)
        .set(changes)
        .where(and(eq(intakeItems.id, id), eq(intakeItems.status, 'intake_open')))
        .returning();
    if (!item) throw notOpen();
    return item;
}

const notOpen = () => new Refusal('wrong_state', 'This item is not open.');

/**
 * Emails an answer to the contact of an item and marks it as responded. The text of the last answer again sends nothing. Refuses
 * as `toggleStep`.
 */
export async function answerIntake(tx: Tx, id: number, text: string, { sender, ...working }: Answering) {
    const { worker, at } = working;
    const before = await itemFor(tx, id, worker);
    const respondedAt = before.responded ? before.respondedAt : at;
    const item = await change(tx, id, { responded: true, respondedAt, updatedAt: at });
    const [last] = await answersOf(tx, id);
    const isSent = last?.state !== 'dead' && last?.toEmail === item.contactEmail;
    if (isSent && last.about.text === text) return item;
    const to = { name: item.contactName, email: item.contactEmail };
    const about = { itemId: id, title: item.title, by: worker.id, sender, text };
    const mailId = await queueMail(tx, { kind: 'intake_answer', to, about, at });
    await note(tx, id, 'answer', working, { after: `mail:${mailId}` });
    return item;
}

interface Answering extends Working {
    /** The name of the user, as the email is signed. */
    sender: string;
}

const mostAnswers = 20;

/** Returns the newest emails in answer to an item, the newest first. */
export async function answersOf(on: Reader, id: number) {
    const asked = { target: intakeTarget(id), act: 'intake.answer', limit: mostAnswers, offset: 0 };
    const ids = (await listAudit(on, asked)).items.map(({ after }) => after?.slice('mail:'.length) ?? '');
    const found = await on.select().from(mails).where(inArray(mails.id, ids)).orderBy(desc(mails.id));
    return found as (MailRow & { about: Mails['intake_answer'] })[];
}

/** Writes the address of a contact anew, where an answer to it went to another one. */
export async function moveIntakeContact(tx: Tx, id: number, { from, to }: { from: string; to: string }) {
    await tx
        .update(intakeItems)
        .set({ contactEmail: to })
        .where(and(eq(intakeItems.id, id), eq(intakeItems.contactEmail, from)));
}

/** Assigns an item to a user with a sales capability. Refuses: not_found, forbidden, invalid_field, wrong_state. */
export async function assignIntake(tx: Tx, id: number, ownerId: number, working: Working) {
    const { worker, at } = working;
    if (!isSalesAdmin(worker)) throw notAllowed();
    const before = await itemFor(tx, id, worker);
    const owner = await findSeller(tx, ownerId);
    if (!owner)
        throw new Refusal('invalid_field', 'owner_id must be a user with a sales role.', {
            field: 'owner_id'
        });
    const item = await change(tx, id, { ownerId, updatedAt: at });
    await note(tx, id, 'assign', working, { before: ownerIn(before.ownerId), after: ownerIn(ownerId) });
    if (ownerId !== worker.id && ownerId !== before.ownerId)
        await tell(tx, 'intake_assigned', owner, { itemId: id, by: worker.id }, at);
    return item;
}

/**
 * Gives a free item to the seller who takes it; to take one's own again changes nothing. Refuses: not_found; wrong_state for one
 * that is not open, or that someone else took first.
 */
export async function takeIntake(tx: Tx, id: number, working: Working) {
    const { worker, at } = working;
    const before = await getItem(tx, id);
    if (before.ownerId === worker.id) return before;
    const [item] = await tx
        .update(intakeItems)
        .set({ ownerId: worker.id, updatedAt: at })
        .where(and(eq(intakeItems.id, id), free))
        .returning();
    if (!item) throw before.status === 'intake_open' ? taken() : notOpen();
    await note(tx, id, 'take', working);
    return item;
}

const taken = () => new Refusal('wrong_state', 'Someone else has taken this item.');

const ownerIn = (id: number | null) => (id === null ? 'nobody' : `user:${id}`);

/**
 * Converts an item to a draft deal, once. The deal belongs to the item's owner or, where there is none who still sells, to the
 * current user: only its rep can submit it.
 */
export async function convertIntake(
    tx: Tx,
    id: number,
    working: Working
): Promise<{ item: IntakeRow; deal: DealRow }> {
    const { worker, by, at } = working;
    const { company, contactName, contactEmail, ownerId } = await itemFor(tx, id, worker);
    await change(tx, id, { status: 'intake_converted', updatedAt: at });
    const none = { revenue: 0, commission: 0, marginDeduction: 0, referralFee: 0 };
    const body = { customerName: company || contactName, contactName, contactEmail, ...none };
    const owner = ownerId === null ? undefined : await findSeller(tx, ownerId);
    const origin = `of ${intakeTarget(id)}`;
    const deal = await createDeal(tx, body, { repId: owner?.id ?? worker.id, by, note: origin, at });
    const [item] = await tx
        .update(intakeItems)
        .set({ dealId: deal.id })
        .where(eq(intakeItems.id, id))
        .returning();
    if (!item) throw new Error('a converted item was not returned');
    await note(tx, id, 'convert', working, { after: `deal:${deal.id}` });
    return { item, deal };
}

/** Closes an item without a deal. Refuses: not_found, forbidden, wrong_state. */
export async function closeIntake(
    tx: Tx,
    id: number,
    status: 'intake_closed' | 'intake_spam',
    working: Working
) {
    const { worker, at } = working;
    await itemFor(tx, id, worker);
    const item = await change(tx, id, { status, updatedAt: at });
    await note(tx, id, 'close', working, { after: status });
    return item;
}

/** Opens an item again that was closed or marked as spam. Refuses: not_found, forbidden, wrong_state. */
export async function restoreIntake(tx: Tx, id: number, working: Working) {
    await itemFor(tx, id, working.worker);
    const isClosed = inArray(intakeItems.status, ['intake_closed', 'intake_spam']);
    const [item] = await tx
        .update(intakeItems)
        .set({ status: 'intake_open', updatedAt: working.at })
        .where(and(eq(intakeItems.id, id), isClosed))
        .returning();
    if (!item) throw new Refusal('wrong_state', 'You can restore only closed items and spam.');
    await note(tx, id, 'restore', working, { after: item.status });
}

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
    worker: SalesUser;
}

/** Returns the items that this seller may see, newest first unless it is said, and their number: without the rights of an administrator the own and the free ones. */
export async function listIntake(
    on: Reader,
    { worker, status, owner, q = '', sort = '-added', limit, offset, most }: Search
) {
    const { id } = intakeItems;
    const all = and(
        isSalesAdmin(worker) ? undefined : or(eq(intakeItems.ownerId, worker.id), free),
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

function ownerIs(owner: IntakeFilter['owner'], { id }: SalesUser) {
    if (owner === undefined) return undefined;
    if (owner === 'nobody') return isNull(intakeItems.ownerId);
    return eq(intakeItems.ownerId, owner === 'me' ? id : owner);
}

/** Among these a text is looked for: to look through all of an intake of years takes longer than a page may. */
const newestSearched = 2000;

/** The ids of the items that contain a text. */
async function holding(on: Reader, text: string, where: SQL | undefined) {
    const { id, title, company, contactName, contactEmail } = intakeItems;
    const recent = on
        .select({ id, title, company, contactName, contactEmail })
        .from(intakeItems)
        .where(where)
        .orderBy(desc(id))
        .limit(newestSearched)
        .as('recent');
    const searched = [recent.title, recent.company, recent.contactName, recent.contactEmail];
    const isHeld = or(...searched.map((column) => holdsText(column, text)));
    const found = await on.select({ id: recent.id }).from(recent).where(isHeld);
    return found.map((one) => one.id);
}
