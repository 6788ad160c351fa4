// How the delivery of mails went, as their jobs say it.
import { asc, inArray } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { jobs } from './ledger.ts';

/**
 * Returns the newest job of each of these mails, which says how its delivery went. Only jobs that send mails are about
 * mails: were the task a condition too, SQLite would read all jobs of that task.
 */
export async function deliveriesOf(on: Reader, mailIds: readonly string[]) {
    const found = await on
        .select()
        .from(jobs)
        .where(inArray(jobs.about, [...mailIds]))
        .orderBy(asc(jobs.id));
    return new Map(found.map((job) => [job.about ?? '', job]));
}
