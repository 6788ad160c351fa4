// A job as responses and the command line show it.
import type { jobAttempts } from '../../db/jobs/attempts.ts';
import type { JobRow } from '../../db/jobs/ledger.ts';
import { iso } from '../../db/store/time.ts';

/** A job. Its payload holds ids, its error is a code. */
export function jobOf({ id, task, payload, state, tries, crashes, ...job }: JobRow) {
    return {
        id,
        task,
        payload,
        state,
        tries,
        crashes,
        last_error: job.lastError,
        error:
            job.lastWords ?? (job.lastError === null ? null : `The last attempt failed (${job.lastError}).`),
        delayed: job.retryAt !== null && job.startedAt === null,
        next_attempt_at: iso(job.retryAt),
        not_before: iso(job.notBefore),
        created_at: iso(job.createdAt),
        sent_at: iso(job.sentAt),
        started_at: iso(job.startedAt),
        ended_at: iso(job.endedAt)
    };
}

/** A failed attempt: its error is a code, and of an email the response of the server. */
export const attemptOf = ({ number, at, code, words }: typeof jobAttempts.$inferSelect) => ({
    number,
    at: iso(at),
    code,
    error: words
});
