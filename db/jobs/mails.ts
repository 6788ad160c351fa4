// Emails that are queued or were sent. A row names its subject; the text and its links are created when it is sent.
import crypto from 'node:crypto';
import { code, enumText, json, key, nullable, personal, plain, text, time, words } from '../store/columns.ts';
import { and, asc, desc, eq, inArray, index, ne, or, type SQL, sql, sqliteTable } from '../store/drizzle.ts';
import { enqueue } from './ledger.ts';
import {
    beginsLike,
    beginsWith,
    holdsText,
    isOneOf,
    withoutIndex,
    preparedWrite,
    preparedInsert,
    listRows,
    findBy,
    placeholders,
    type Rows
} from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';

declare module './ledger.ts' {
    interface Tasks {
        'send-mail': { mailId: string };
    }
}

/** Every kind of email and what its row remembers: ids and plain facts, never a secret. */
export interface Mails {
    /** Another user requests to change to this user's address. */
    email_taken: Record<string, never>;
    email_change_notice: ChangeFacts;
    password_changed: { login: string };
    password_reset: { userId: number; issue: number; login: string };
    verify_email: ChangeFacts;
    verify_password: ChangeFacts;
    /** A copy for the customer; the email looks up what was accepted when it is written. */
    deal_accepted: DealFacts & { issue: number; language: string };
    deal_answered: DealFacts;
    deal_approved: DealFacts;
    deal_offer: DealFacts & { issue: number };
    deal_paid: DealFacts;
    deal_rejected: DealFacts;
    deal_reminder: DealFacts & { issue: number; validUntil: string | null };
    deal_reopened: DealFacts;
    /** Closing it was undone later than at once. */
    deal_reversed: DealFacts;
    deal_submitted: DealFacts;
    intake_arrived: ItemFacts;
    intake_assigned: ItemFacts;
    build_failed: { sageId: number; runId: string; sageName: string; step: string };
    /** A seller's answer to an enquiry, whose page shows the text as long as the email is stored. */
    intake_answer: { itemId: number; title: string; by: number; sender: string; text: string };
    /** Emails of earlier versions do not name the release. */
    licence_lost: { sageId: number; runId?: string; sageName: string; reason: string };
    /** After the nights that builds of earlier versions had. */
    licence_refused: { sageId: number; runId: string; sageName: string; reason: string };
    /** A candidate requests a person; the email looks up who it is when it is written. */
    person_asked: { sageId: number; sageName: string; screenId: string };
    /** How many candidates of each sage wait for this reviewer: of whom it is never said. */
    review_waits: { userId: number; sages: WaitingOf[] };
    rebuild_requested: { sageId: number; sageName: string; asker: string; reason: string };
    screen_cancelled: ScreenMailFacts;
    screen_decided: ScreenMailFacts & { decision: 'advanced' | 'rejected' | 'hired' };
    screen_invitation: ScreenMailFacts;
    screen_received: ScreenMailFacts & { answers: number; submittedAt: number };
    screen_reminder: ScreenMailFacts;
    test: Record<string, never>;
    user_invited: { userId: number; issue: number; login: string; inviter: string };
}
export interface DealFacts {
    dealId: number;
    customer: string;
    reason: string;
    /** The id of the user who did it. */
    by?: number | undefined;
    /** What the deal came to then, in cents; without it, what it comes to when the email is written. */
    was?: { revenue: number; earnings: number; validUntil: string | null };
    /** What else happened within ten minutes. */
    more?: DealFacts[];
}
/** The email looks up the words of the enquirer when it is written. */
export interface ItemFacts {
    itemId: number;
    by?: number | undefined;
    more?: ItemFacts[];
}
export interface WaitingOf {
    id: number;
    name: string;
    candidates: number;
}
interface ChangeFacts {
    changeId: string;
}
interface ScreenMailFacts {
    screenId: string; // first: the emails of a screen are found by it
    issue: number;
    position: string;
    /** Of the questions; emails of earlier versions are in English. */
    language?: string;
}
export type ScreenMail = 'screen_cancelled' | 'screen_invitation' | 'screen_received' | 'screen_reminder';
export type MailKind = keyof Mails;
export type MailRow = typeof mails.$inferSelect;

/** Named in the index too: with values in its place SQLite would not take that. */
const isOfScreen = sql`kind in ('screen_cancelled', 'screen_decided', 'screen_invitation', 'screen_received', 'screen_reminder')`;

/** A reason is free text; all other fields are ids and plain facts. */
const withoutReason = <About extends object>(about: About): About => ({
    ...about,
    ...('reason' in about && { reason: '' }),
    ...('more' in about && { more: (about.more as object[]).map(withoutReason) })
});

export const mails = sqliteTable(
    'mails',
    {
        id: key(), // its Message-ID derives from this, so a repeated delivery is recognised as one
        kind: code().$type<MailKind>(),
        toName: text(personal),
        toEmail: text(personal),
        about: json<Mails[MailKind]>({ ...words, blank: withoutReason }),
        ownText: nullable.text(plain), // what an administrator wrote in place of our words
        /** `kept`: there is no mail server; the email can be read in the list of emails. */
        state: enumText('queued', 'sent', 'kept', 'dead'),
        createdAt: time(),
        sentAt: nullable.time()
    },
    (t) => [
        index('mails_by_state').on(t.state, t.id),
        index('mails_by_email').on(sql`lower(${t.toEmail})`),
        index('mails_of_screens').on(t.about).where(isOfScreen)
    ]
);

interface Letter<Kind extends MailKind> {
    kind: Kind;
    to: { name: string; email: string };
    about: Mails[Kind];
    ownText?: string | undefined;
    at: number;
    /** Sent no earlier than this. */
    notBefore?: number | undefined;
}

/** Queues an email in the transaction of the change that it reports. */
export async function queueMail<Kind extends MailKind>(
    tx: Tx,
    { kind, to, about, ownText, at, notBefore }: Letter<Kind>
) {
    const id = crypto.randomUUIDv7();
    const row = { id, kind, toName: to.name, toEmail: to.email, about, createdAt: at };
    await insertMail(tx, { ...row, ownText: ownText ?? null, state: 'queued', sentAt: null });
    await enqueue(tx, 'send-mail', { mailId: id }, at, notBefore);
    return id;
}

const insertMail = preparedInsert(mails);

/** Queues a test email. */
export async function queueTestMail(tx: Tx, email: string, at: number) {
    const id = await queueMail(tx, { kind: 'test', to: { name: '', email }, about: {}, at });
    return { id, to: email, state: 'queued' };
}

export const findMail = findBy(mails, mails.id);

export async function markMail(tx: Tx, id: string, state: 'sent' | 'kept' | 'dead', at: number) {
    await mark(tx, { id, state, sentAt: state === 'sent' ? at : null });
}

const { state, sentAt } = mails;
const mark = preparedWrite((tx) =>
    tx
        .update(mails)
        .set(placeholders({ state, sentAt }))
        .where(and(eq(mails.id, sql.placeholder('id')), eq(mails.state, 'queued')))
);

/**
 * Requeues an email that failed for good. Returns false if it was sent or kept, its recipient was erased, or it does not exist.
 */
export async function requeueMail(tx: Tx, id: string) {
    const queued = await tx
        .update(mails)
        .set({ state: 'queued' })
        .where(and(eq(mails.id, id), inArray(mails.state, ['queued', 'dead']), ne(mails.toEmail, '')))
        .returning({ id: mails.id });
    return queued.length === 1;
}

/** Changes the recipient of an email, under the same Message-ID. */
export async function setRecipient(tx: Tx, id: string, email: string) {
    await tx.update(mails).set({ toEmail: email }).where(eq(mails.id, id));
}

export interface MailFilter {
    state?: MailRow['state'] | undefined;
    /** The start of an address or of the id of an email, or any part of an address among the newest 2,000. */
    text?: string | undefined;
}

/** The condition of a filter; `more`: it leaves out some matches, because there are too many. */
export async function mailsLike(on: Reader, { state, text }: MailFilter) {
    if (text === undefined) return { where: state && eq(mails.state, state) };
    const { ids, more } = await mailsNamed(on, text, state);
    return { where: isOneOf(mails.id, ids), ...(more && { more }) };
}

/** Searching all emails of years, or sorting all with the same start of an address, takes longer than a page may. */
const newest = 2000;
const mostNamed = 500;

/** Nearly all emails are in one of these: with a common prefix they leave out few. */
const usual: readonly MailRow['state'][] = ['sent', 'kept'];

/** Each way to find an email is a separate query, for which there is an index. */
async function mailsNamed(on: Reader, text: string, state: MailFilter['state']) {
    const { id, toEmail } = mails;
    const inState = state && eq(mails.state, state);
    const isInState = state && usual.includes(state) ? sql`${withoutIndex(mails.state)} = ${state}` : inState;
    const recent = on
        .select({ id, toEmail })
        .from(mails)
        .where(inState)
        .orderBy(desc(id))
        .limit(newest)
        .as('recent');
    const beginning = (condition: SQL) =>
        on
            .select({ id })
            .from(mails)
            .where(and(isInState, condition))
            .limit(mostNamed + 1);
    const found = [
        await on.select({ id: recent.id }).from(recent).where(holdsText(recent.toEmail, text)),
        await beginning(beginsLike(toEmail, text)),
        await beginning(beginsWith(id, text.toLowerCase()))
    ];
    const more = found.some(({ length }) => length > mostNamed) ? (true as const) : undefined;
    return { ids: [...new Set(found.flat().map((one) => one.id))], more };
}

/** The newest emails first, and how many there are. */
export async function listMails(on: Reader, { state, text, ...rows }: MailFilter & Rows) {
    const { where, ...more } = await mailsLike(on, { state, text });
    return { ...(await listRows(on, mails, { where, order: [desc(mails.id)], ...rows })), ...more };
}

/** The condition that the recipient of an email is the candidate of this screen, which its facts name first. */
const isAboutScreen = (screenId: string) =>
    and(isOfScreen, beginsWith(mails.about, `{"screenId":${JSON.stringify(screenId)}`));

/** Returns the emails to the candidate of a screen, the oldest first. */
export const mailsOfScreen = (on: Reader, screenId: string) => mailsOfScreens(on, [screenId]);

/** The same of several screens, at most those of a page; of each the oldest first. */
export async function mailsOfScreens(on: Reader, screenIds: readonly string[]): Promise<MailRow[]> {
    const found: MailRow[] = [];
    for (let from = 0; from < screenIds.length; from += screensAtOnce) {
        const isAboutThem = or(...screenIds.slice(from, from + screensAtOnce).map(isAboutScreen));
        found.push(...(await on.select().from(mails).where(isAboutThem).orderBy(asc(mails.id))));
    }
    return found;
}

/** Of twenty alternatives SQLite no longer looks up each in the index: it reads all emails. */
const screensAtOnce = 10;

/** Cancels the queued emails to the candidate of a screen. */
export async function endMailsOf(tx: Tx, screenId: string) {
    await tx
        .update(mails)
        .set({ state: 'dead' })
        .where(and(isAboutScreen(screenId), eq(mails.state, 'queued')));
}
