// Emails that a restored backup holds: an operator decides whether to send them, because they may have been sent already.
import { type Done, record } from '../record/audit.ts';
import { markMail } from '../jobs/mails.ts';
import { and, eq, sql } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { jobs, unfinished } from '../jobs/ledger.ts';

const isMail = eq(jobs.task, 'send-mail');
const isHeldMail = and(isMail, eq(jobs.state, 'held'));

/** Holds every queued email. Returns how many. */
export async function holdMails(tx: Tx) {
    const held = await tx
        .update(jobs)
        .set({ state: 'held', sentAt: null, holder: null })
        .where(and(isMail, unfinished))
        .returning({ id: jobs.id });
    return held.length;
}

/** Sends the held emails, or cancels them. Returns how many. */
export async function endHolding(tx: Tx, how: 'send' | 'drop', { by, at }: Done) {
    const freed = await tx
        .update(jobs)
        .set(how === 'send' ? { state: 'pending' } : { state: 'cancelled', endedAt: at })
        .where(isHeldMail)
        .returning({ about: jobs.about });
    if (how === 'drop') for (const { about } of freed) await markMail(tx, about ?? '', 'dead', at);
    const act = how === 'send' ? 'mail.send_held' : 'mail.drop_held';
    if (freed.length > 0) await record(tx, { by, act, target: 'mail', note: `${freed.length} emails`, at });
    return freed.length;
}

/** Returns how many emails are held. */
export async function countHeldMails(on: Reader) {
    const [row] = await on
        .select({ count: sql<number>`count(*)` })
        .from(jobs)
        .where(isHeldMail);
    return row?.count ?? 0;
}
