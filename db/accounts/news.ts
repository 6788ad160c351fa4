// News for staff by email: work that came to them, and what became of theirs. Each user turns off either in the profile.
import { activeHolders, type UserRow } from './users.ts';
import { and, desc, eq, gt, sql } from '../store/drizzle.ts';
import type { Tx } from '../store/index.ts';
import { minute } from '../store/time.ts';
import { type Mails, mails, queueMail } from '../jobs/mails.ts';

/** The kinds, and the column of the user that turns each off. */
const switches = {
    deal_submitted: 'workMails',
    intake_arrived: 'workMails',
    intake_assigned: 'workMails',
    deal_answered: 'outcomeMails',
    deal_approved: 'outcomeMails',
    deal_paid: 'outcomeMails',
    deal_rejected: 'outcomeMails',
    deal_reopened: 'outcomeMails',
    deal_reversed: 'outcomeMails'
} as const;
export type NewsKind = keyof typeof switches;

/** What happens within this time is in one email. Only in its first half something is added: nothing reads it then to send it. */
export const together = 10 * minute;
const mostInOne = 50;

export const isNews = (kind: string): kind is NewsKind => Object.hasOwn(switches, kind);

/** Queues an email to this user, or adds to one of the same kind that waits: none is sent before `together` has passed. */
export async function tell<Kind extends NewsKind>(
    tx: Tx,
    kind: Kind,
    user: UserRow,
    about: Mails[Kind],
    at: number
) {
    if (user[switches[kind]] === 'never') return;
    const to = { name: user.displayName, email: user.email };
    if (kind === 'deal_answered') return void (await queueMail(tx, { kind, to, about, at })); // a copy of what was agreed
    const isTheirs = sql`lower(${mails.toEmail}) = ${to.email.toLowerCase()}`;
    const isWaiting = and(
        eq(mails.kind, kind),
        eq(mails.state, 'queued'),
        gt(mails.createdAt, at - together / 2)
    );
    const [waiting] = await tx
        .select()
        .from(mails)
        .where(and(isTheirs, isWaiting))
        .orderBy(desc(mails.id))
        .limit(1);
    const { more = [], ...first } = (waiting?.about ?? {}) as Mails[NewsKind];
    if (!waiting || more.length + 1 >= mostInOne)
        return void (await queueMail(tx, { kind, to, about, at, notBefore: at + together }));
    const all = { ...first, more: [...more, about] } as Mails[Kind];
    await tx.update(mails).set({ about: all }).where(eq(mails.id, waiting.id));
}

/** The same to each sales administrator. */
export async function tellSalesAdmins<Kind extends NewsKind>(
    tx: Tx,
    kind: Kind,
    about: Mails[Kind],
    at: number
) {
    for (const user of await activeHolders(tx, 'ss_sales_admin')) await tell(tx, kind, user, about, at);
}
