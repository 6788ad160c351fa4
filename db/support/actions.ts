// Actions of support staff on jobs. Every action is written to the audit record, and none repeats an effect.
import { type Done, record } from '../record/audit.ts';
import { and, eq, inArray, isNull, ne, or, type SQL } from '../store/drizzle.ts';
import { enqueue, findJob, isDelayed, type JobRow, jobs } from '../jobs/ledger.ts';
import { iso } from '../store/time.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import type { TaskTable } from './tasks.ts';

/** What changes with a task is asked of its row. */
interface TaskAct extends Done {
    tasks: TaskTable;
}

/**
 * Runs a dead or delayed job immediately. It keeps its row and therefore its effect keys. Refuses: not_found; wrong_state unless
 * it is dead or delayed, no other job waits to do the same, and its subject still needs it.
 */
export async function retryJob(tx: Tx, id: string, { tasks, by, at }: TaskAct) {
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
    const refusal = 'You can retry only failed or delayed jobs.';
    const from = ['dead', 'pending', 'sent'] as const;
    const only = or(eq(jobs.state, 'dead'), isDelayed);
    const job = await moveJob(tx, id, { act: 'job.retry', from, only, to, refusal, by, at });
    await assertStillNeeded(tx, tasks, job);
    return job;
}

/**
 * Cancels a job and what depends on it alone: its email becomes dead, its build is cancelled. Refuses: not_found; wrong_state
 * when it has ended or is running, and for a refund, which must be paid.
 */
export async function cancelJob(tx: Tx, id: string, { tasks, by, at }: TaskAct) {
    const { owed } = taskOf(tasks, await getJob(tx, id));
    if (owed !== undefined) throw new Refusal('wrong_state', owed);
    const to = { state: 'cancelled', endedAt: at, retryAt: null } as const;
    const refusal = 'You can cancel only queued jobs.';
    const from = ['pending', 'sent', 'held'] as const;
    const job = await moveJob(tx, id, { act: 'job.cancel', from, to, refusal, by, at });
    await taskOf(tasks, job).giveUp?.(tx, job.payload as never, at);
    return job;
}

/** Postpones a job until `notBefore`. Refuses: not_found; wrong_state unless it waits and is not running. */
export async function rescheduleJob(tx: Tx, id: string, { notBefore, by, at }: Done & { notBefore: number }) {
    const to = { state: 'pending', notBefore, retryAt: null, sentAt: null, holder: null } as const;
    const refusal = 'You can reschedule only queued jobs.';
    return moveJob(tx, id, { act: 'job.reschedule', from: ['pending', 'sent'], to, refusal, by, at });
}

/**
 * Adds a job manually. Refuses: not_found; wrong_state unless its subject needs it and no other job waits to do
 * the same.
 */
export async function triggerJob(tx: Tx, { task, payload }: Wanted, { tasks, by, at }: TaskAct) {
    const id = await enqueue(tx, task, payload, at);
    await assertStillNeeded(tx, tasks, { id, task, payload });
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

interface Move extends Done {
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

async function assertStillNeeded(tx: Tx, tasks: TaskTable, job: Wanted & Pick<JobRow, 'id'>) {
    await taskOf(tasks, job).wanted(tx, job.payload as never);
    await assertNoDuplicateJob(tx, job);
}

/** Refuses: wrong_state, for a task that this version of the program does not have. */
function taskOf(tasks: TaskTable, { task }: Pick<JobRow, 'task'>) {
    if (!Object.hasOwn(tasks, task)) throw new Refusal('wrong_state', 'This program has no such task.');
    return tasks[task];
}

/** Refuses a second job with the same payload: two jobs for one email would both send it. */
async function assertNoDuplicateJob(tx: Tx, { id, task, payload }: Wanted & Pick<JobRow, 'id'>) {
    const [duplicate] = await tx
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
    if (duplicate) throw new Refusal('wrong_state', 'An identical job is already queued.');
}
