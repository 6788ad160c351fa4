// Deletes completed jobs and emails that are old enough. Failed, waiting and cancelled ones stay until a person handles them. The
// emails of a candidate stay as long as the candidate, as a record of what they were sent.
import { and, asc, gt, inArray, lt } from '../store/drizzle.ts';
import type { Store, Tx } from '../store/index.ts';
import { jobAttempts } from './attempts.ts';
import { jobs } from './ledger.ts';
import { mails } from './mails.ts';

/** Rows per transaction. */
const part = 500;

interface RetentionPolicy {
    /** What ended before this moment goes. */
    before: number;
    yieldNow: () => Promise<void>;
}

type Part = (tx: Tx, after: string, before: number) => Promise<string | undefined>;

/**
 * Deletes what ended before a moment, in small parts: ids are in the order of creation, so that each part continues after the
 * last.
 */
export async function purgeEnded(store: Store, { before, yieldNow }: RetentionPolicy) {
    for (const purge of [purgeMails, purgeJobs]) {
        let after: string | undefined = '';
        while (after !== undefined) {
            const from: string = after;
            after = await store.write((tx) => purge(tx, from, before));
            await yieldNow();
        }
    }
}

/** Where a part ended; undefined once it was the last. */
const endOf = (rows: readonly { id: string }[]) => (rows.length === part ? rows.at(-1)?.id : undefined);

/** An email is deleted with the jobs that sent it. */
const purgeMails: Part = async (tx, after, before) => {
    const { id, kind, state, sentAt, createdAt } = mails;
    const old = await tx
        .select({ id, kind, state, sentAt })
        .from(mails)
        .where(and(gt(id, after), lt(createdAt, before)))
        .orderBy(asc(id))
        .limit(part);
    const isOver = (mail: (typeof old)[number]) =>
        (mail.state === 'kept' && mail.kind === 'review_waits') || // one a day and reviewer where there is no mail server
        (mail.state === 'sent' && (mail.sentAt ?? before) < before && !mail.kind.startsWith('screen_'));
    const over = old.filter(isOver).map((mail) => mail.id);
    const sent = await tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.about, over));
    await deleteJobs(
        tx,
        sent.map((job) => job.id)
    );
    await tx.delete(mails).where(inArray(id, over));
    return endOf(old);
};

/** The job of a stored email has its delivery result: it stays as long as the email. */
const purgeJobs: Part = async (tx, after, before) => {
    const { id, task, state, createdAt, endedAt } = jobs;
    const old = await tx
        .select({ id, task, state, endedAt })
        .from(jobs)
        .where(and(gt(id, after), lt(createdAt, before)))
        .orderBy(asc(id))
        .limit(part);
    const over = old.filter(
        (job) =>
            job.task !== 'send-mail' &&
            (job.state === 'done' || job.state === 'cancelled') &&
            (job.endedAt ?? before) < before
    );
    await deleteJobs(
        tx,
        over.map((job) => job.id)
    );
    return endOf(old);
};

async function deleteJobs(tx: Tx, ids: readonly string[]) {
    await tx.delete(jobAttempts).where(inArray(jobAttempts.jobId, [...ids]));
    await tx.delete(jobs).where(inArray(jobs.id, [...ids]));
}
