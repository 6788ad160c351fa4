// Actions of support staff on jobs. Every action is written to the audit record, and none repeats an effect.
import { type By, record } from '../record/audit.ts';
import { endPreparation, findPreparation, isOpen } from '../builds/preparations.ts';
import { endRun, findProgress } from '../builds/runs.ts';
import { and, eq, inArray, isNull, ne, or, type SQL } from '../store/drizzle.ts';
import { enqueue, findJob, isDelayed, type JobRow, jobs, type TaskName, type Tasks } from '../jobs/ledger.ts';
import { sageOfRelease } from '../judgement/licence.ts';
import { findMail, markMail, requeueMail } from '../jobs/mails.ts';
import { iso } from '../store/time.ts';
import { findResetRequest } from '../accounts/password-resets.ts';
import { Refusal } from '../store/refusal.ts';
import { findScreen, waitsForVerdict } from '../screens/screens.ts';
import type { Reader, Tx } from '../store/index.ts';

interface Act {
    by: By;
    at: number;
}

/**
 * Makes a dead or delayed job run at once. It keeps its row and therefore its effect keys. Refuses: not_found;
 * wrong_state unless it is dead or delayed, no other job waits to do the same, and its subject still needs it.
 */
export async function retryJob(tx: Tx, id: string, { by, at }: Act) {
    const to = {
        state: 'pending',
        tries: 0,
        crashes: 0,
        notBefore: null,
        retryAt: null,
        sentAt: null,
        holder: null,
        endedAt: null
    } as const;
    const refusal = 'Only a dead job, or one that waits for its next attempt, can be retried.';
    const from = ['dead', 'pending', 'sent'] as const;
    const only = or(eq(jobs.state, 'dead'), isDelayed);
    const job = await moveJob(tx, id, { act: 'job.retry', from, only, to, refusal, by, at });
    await assertWanted(tx, job);
    return job;
}

/**
 * Cancels a job and what depends on it alone: its mail becomes dead, its build is cancelled.
 * Refuses: not_found; wrong_state when it has ended or is running, and for a refund, which must be paid.
 */
export async function cancelJob(tx: Tx, id: string, { by, at }: Act) {
    if ((await findJob(tx, id))?.task === 'refund-credit') {
        throw new Refusal('wrong_state', 'A refund is owed: it can be put off, not given up.');
    }
    const to = { state: 'cancelled', endedAt: at, retryAt: null } as const;
    const refusal = 'Only a job that waits can be cancelled.';
    const from = ['pending', 'sent', 'held'] as const;
    const job = await moveJob(tx, id, { act: 'job.cancel', from, to, refusal, by, at });
    await giveUp[job.task]?.(tx, job.payload as never, at);
    return job;
}

/** Postpones a job until `notBefore`. Refuses: not_found; wrong_state unless it waits and is not running. */
export async function rescheduleJob(tx: Tx, id: string, { notBefore, by, at }: Act & { notBefore: number }) {
    const to = { state: 'pending', notBefore, retryAt: null, sentAt: null, holder: null } as const;
    const refusal = 'Only a job that waits can be rescheduled.';
    return moveJob(tx, id, { act: 'job.reschedule', from: ['pending', 'sent'], to, refusal, by, at });
}

/**
 * Adds a job manually. Refuses: not_found; wrong_state unless its subject needs it and no other job waits to do
 * the same.
 */
export async function triggerJob(tx: Tx, { task, payload }: Wanted, { by, at }: Act) {
    const id = await enqueue(tx, task, payload, at);
    await assertWanted(tx, { id, task, payload });
    const note = `${task} ${JSON.stringify(payload)}`;
    await record(tx, { by, act: 'job.trigger', target: `job:${id}`, after: 'pending', note, at });
    return getJob(tx, id);
}

/** Refuses: not_found. */
export async function getJob(on: Reader, id: string) {
    const job = await findJob(on, id);
    if (!job) throw new Refusal('not_found', 'Job not found.');
    return job;
}

type Wanted = Pick<JobRow, 'task' | 'payload'>;

interface Move extends Act {
    act: string;
    from: readonly JobRow['state'][];
    only?: SQL | undefined;
    to: Partial<JobRow>;
    refusal: string;
}

async function moveJob(tx: Tx, id: string, { act, from, only, to, refusal, by, at }: Move) {
    const before = await getJob(tx, id);
    const [job] = await tx
        .update(jobs)
        .set(to)
        .where(and(eq(jobs.id, id), inArray(jobs.state, [...from]), only, isNull(jobs.startedAt)))
        .returning();
    const running = before.startedAt !== null;
    if (!job) throw new Refusal('wrong_state', running ? 'This job is running now.' : refusal);
    const digests = { before: digestOf(before), after: digestOf(job) };
    await record(tx, { by, act, target: `job:${id}`, ...digests, note: job.task, at });
    return job;
}

function digestOf({ state, notBefore, lastError }: JobRow) {
    const until = notBefore === null ? [] : [`not before ${iso(notBefore)}`];
    return [state, ...until, ...(lastError === null ? [] : [lastError])].join(', ');
}

async function assertWanted(tx: Tx, job: Wanted & Pick<JobRow, 'id'>) {
    const isWanted = wanted[job.task];
    if (!isWanted) throw new Refusal('wrong_state', 'This program has no such task.');
    await isWanted(tx, job.payload as never);
    await assertAlone(tx, job);
}

/** Refuses a second job with the same payload: two jobs for one mail would both send it. */
async function assertAlone(tx: Tx, { id, task, payload }: Wanted & Pick<JobRow, 'id'>) {
    const [twin] = await tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(
            and(
                inArray(jobs.state, ['pending', 'sent', 'held']),
                eq(jobs.task, task),
                eq(jobs.payload, payload),
                ne(jobs.id, id)
            )
        )
        .limit(1);
    if (twin) throw new Refusal('wrong_state', 'Another job already waits to do the same.');
}

/** Checks, by task, that the subject of a job still needs it. */
const wanted: { [Name in TaskName]: (tx: Tx, payload: Tasks[Name]) => Promise<void> } = {
    async 'answer-reset-request'(tx, { requestId }) {
        assertFits(await findResetRequest(tx, requestId), true, '');
    },
    async 'build-step'(tx, { runId, step }) {
        const run = await findProgress(tx, runId);
        const fits = run?.state === 'running' && run.stepOrder === step;
        assertFits(
            run,
            fits,
            'The build is not at this step, or it has ended: a failed build is retried itself.'
        );
    },
    async 'check-licence'(tx, { runId }) {
        const isCurrent = (await sageOfRelease(tx, runId)) !== undefined;
        assertFits(await findProgress(tx, runId), isCurrent, 'A newer release has replaced this one.');
    },
    async 'evaluate-screen'(tx, { screenId }) {
        const screen = await findScreen(tx, screenId);
        const fits = screen !== undefined && waitsForVerdict(screen);
        assertFits(screen, fits, 'Only a submitted screen can be evaluated.');
    },
    async 'judge-rest'(tx, { runId }) {
        const isCurrent = (await sageOfRelease(tx, runId)) !== undefined;
        assertFits(await findProgress(tx, runId), isCurrent, 'A newer release has replaced this one.');
    },
    async 'prepare-sage'(tx, { sageId }) {
        const preparation = await findPreparation(tx, sageId);
        const fits = preparation !== undefined && isOpen(preparation);
        assertFits(preparation, fits, 'It has ended: it is asked for on the page of the build.');
    },
    async 'refund-credit'(tx, { screenId }) {
        const screen = await findScreen(tx, screenId);
        const fits = screen?.kind === 'real' && screen.status === 'ss_cancelled';
        assertFits(screen, fits, 'Only the cost of a cancelled screen is given back.');
    },
    async 'send-mail'(tx, { mailId }) {
        const mail = await findMail(tx, mailId);
        assertFits(
            mail,
            await requeueMail(tx, mailId),
            'Only a queued or dead mail can be sent, and to nobody who was erased.'
        );
    }
};

function assertFits(subject: object | undefined, fits: boolean, message: string) {
    if (!subject) throw new Refusal('not_found', 'What this job would be about is not there.');
    if (!fits) throw new Refusal('wrong_state', message);
}

/** The consequences of cancelling a job, by task. A screen is unchanged: a new job can evaluate or refund it. */
const giveUp: { [Name in TaskName]?: (tx: Tx, payload: Tasks[Name], at: number) => Promise<void> } = {
    async 'build-step'(tx, { runId, step }, at) {
        const run = await findProgress(tx, runId);
        if (run?.stepOrder === step) await endRun(tx, runId, 'cancelled', { failure: 'cancelled', at });
    },
    'prepare-sage': (tx, { sageId }, at) =>
        endPreparation(tx, sageId, { state: 'failed', failure: 'It was cancelled.' }, at),
    'send-mail': (tx, { mailId }, at) => markMail(tx, mailId, 'dead', at)
};
