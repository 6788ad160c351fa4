// The delivery results of emails, from their jobs.
import { asc, inArray } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { jobs } from './ledger.ts';

/**
 * Returns the newest job of each of these emails, which has its delivery result. Only jobs that send emails are about emails:
 * with the task as a condition too, SQLite would read all jobs of that task.
 */
export async function deliveriesOf(on: Reader, mailIds: readonly string[]) {
    const found = await on
        .select()
        .from(jobs)
        .where(inArray(jobs.about, [...mailIds]))
        .orderBy(asc(jobs.id));
    return new Map(found.map((job) => [job.about ?? '', job]));
}
