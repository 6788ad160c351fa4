// Failed emails that are still needed: they can be sent once the address or the server is fixed.
import { mailsLike, type MailRow, mails } from '../jobs/mails.ts';
import { and, desc, eq, exists, ne } from '../store/drizzle.ts';
import type { Rows } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { jobs } from '../jobs/ledger.ts';
import { deliveriesOf } from '../jobs/deliveries.ts';
import { isOver } from './mail-subjects.ts';

interface Search extends Rows {
    /** As in the list of all emails. */
    text?: string | undefined;
    at: number;
}

/** The most emails per search: whether each is still needed is checked one by one. */
const mostLookedAt = 500;

/**
 * The newest first, and how many there are. Excludes emails that were rightly not sent: their subject is over, they were
 * cancelled, or their recipient was erased.
 */
export async function listFailedMails(on: Reader, { text, limit, offset, at, most = mostLookedAt }: Search) {
    const { rows, ...left } = await failedFor(on, { text, limit: most + 1 });
    const looked = rows.slice(0, most);
    const deliveries = await deliveriesOf(
        on,
        looked.map(({ id }) => id)
    );
    const failed: MailRow[] = [];
    for (const mail of looked)
        if (deliveries.get(mail.id)?.state === 'dead' && !(await isOver(on, mail, at))) failed.push(mail);
    const more = rows.length > most ? { more: true as const } : left;
    return { items: failed.slice(offset, offset + limit), deliveries, total: failed.length, ...more };
}

async function failedFor(on: Reader, { text, limit }: Pick<Search, 'text' | 'limit'>) {
    const { where: isDead, ...more } = await mailsLike(on, { state: 'dead', text });
    const job = on
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.about, mails.id), eq(jobs.task, 'send-mail'), eq(jobs.state, 'dead')));
    const rows = await on
        .select()
        .from(mails)
        .where(and(isDead, ne(mails.toEmail, ''), exists(job)))
        .orderBy(desc(mails.id))
        .limit(limit);
    return { rows, ...more };
}
