// The failed attempts of jobs: when, and why. For a successful one the ledger is enough.
import { code, integer, nullable, serial, time, words } from '../store/columns.ts';
import { desc, eq, index, sqliteTable } from '../store/drizzle.ts';
import { preparedInsert, purgeOfOldest } from '../store/query.ts';
import type { Reader } from '../store/index.ts';

export const jobAttempts = sqliteTable(
    'job_attempts',
    {
        id: serial(),
        jobId: code(),
        number: integer(), // a job that was retried counts from 1 again
        at: time(), // when it failed
        code: code(), // never a message: messages may contain addresses
        words: nullable.text(words) // the same for people, without addresses
    },
    (t) => [index('job_attempts_of_job').on(t.jobId, t.id), index('job_attempts_by_time').on(t.at)]
);

/** Written in the transaction that records the failure on the job itself. */
export const recordAttempt = preparedInsert(jobAttempts, 'id');

const mostShown = 100;

/** Returns the newest failed attempts of a job, the first of them first. */
export async function attemptsOf(on: Reader, jobId: string) {
    const newest = await on
        .select()
        .from(jobAttempts)
        .where(eq(jobAttempts.jobId, jobId))
        .orderBy(desc(jobAttempts.id))
        .limit(mostShown);
    return newest.toReversed();
}

/** Deletes the oldest attempts from before this moment, so many at most. Returns how many were deleted. */
export const purgeAttempts = purgeOfOldest(jobAttempts);
