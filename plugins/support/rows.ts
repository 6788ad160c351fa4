// A job as responses and the command line show it.
import type { jobAttempts } from '../../db/jobs/attempts.ts';
import type { JobRow } from '../../db/jobs/ledger.ts';
import { iso } from '../../db/store/time.ts';
import { onWire } from '../shared/wire.ts';

/** A job. Its payload holds ids, its error is a code. */
export const jobOf = (job: JobRow) => ({
    ...onWire(job, 'id', 'task', 'payload', 'state', 'tries', 'crashes', 'lastError'),
    ...onWire(job, 'createdAt', 'sentAt', 'startedAt', 'endedAt'),
    error: jobErrorText(job) ?? null,
    delayed: isDelayed(job),
    not_before: iso(job.notBefore),
    next_attempt_at: iso(job.retryAt)
});

/** Whether it failed and waits for its next attempt. */
export const isDelayed = ({ retryAt, startedAt }: JobRow) => retryAt !== null && startedAt === null;

/** What went wrong in the last attempt, in words; undefined where nothing did. */
export const jobErrorText = ({ lastWords, lastError }: Pick<JobRow, 'lastWords' | 'lastError'>) =>
    lastWords ?? (lastError === null ? undefined : `The last attempt failed (${lastError}).`);

/** A failed attempt: its error is a code, and of an email the response of the server. */
export const attemptOf = ({ number, at, code, words }: typeof jobAttempts.$inferSelect) => ({
    number,
    at: iso(at),
    code,
    error: words
});
