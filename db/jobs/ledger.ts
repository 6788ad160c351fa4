// The job ledger: the truth about all work that waits. graphile-worker's queue is only a nudge.
import crypto from 'node:crypto';
import { integer, json, key, nullable, text, time, enumText } from '../store/columns.ts';
import {
    and,
    asc,
    eq,
    inArray,
    index,
    isNotNull,
    isNull,
    lt,
    lte,
    or,
    sql,
    sqliteTable
} from '../store/drizzle.ts';
import { preparedWriteReturning, preparedInsert, findBy, placeholders, query } from '../store/query.ts';
import type { Reader, Tx } from '../store.ts';

/** Every task and its payload: ids only, never data, never a secret. */
export interface Tasks {
    'answer-reset-request': { requestId: string };
    'build-step': { runId: string; step: number };
    'check-licence': { runId: string };
    'evaluate-screen': { screenId: string };
    'refund-credit': { screenId: string };
    'send-mail': { mailId: string };
}
export type TaskName = keyof Tasks;
export type JobRow = typeof jobs.$inferSelect;
export const jobStates = ['pending', 'sent', 'done', 'dead', 'held', 'cancelled'] as const;

export const jobs = sqliteTable(
    'jobs',
    {
        id: key(), // UUIDv7: sorts by the time it was made
        task: text().$type<TaskName>(),
        payload: json<Tasks[TaskName]>(),
        state: enumText(...jobStates),
        tries: integer().default(0),
        crashes: integer().default(0),
        notBefore: nullable.time(), // set by a reschedule only: the queue owns the back-off
        lastError: nullable.text(), // a code, never a message: messages may hold addresses
        createdAt: time(),
        sentAt: nullable.time(),
        startedAt: nullable.time(), // set while a try is under way
        endedAt: nullable.time()
    },
    (t) => [index('jobs_by_state').on(t.state, t.id)]
);

const unfinished = inArray(jobs.state, ['pending', 'sent']);

/** The moment that a prepared change is given. */
const { at } = placeholders({ at: jobs.startedAt });

const isDue = (at: number | ReturnType<typeof sql.placeholder>) =>
    or(isNull(jobs.notBefore), lte(jobs.notBefore, at));

/** Makes work wait in the same transaction as the change that wants it. Answers the job's id. */
export async function enqueue<Name extends TaskName>(tx: Tx, task: Name, payload: Tasks[Name], at: number) {
    const id = crypto.randomUUIDv7();
    await insertJob(tx, { ...waiting, id, task, payload, createdAt: at });
    return id;
}

const insertJob = preparedInsert(jobs);

const waiting = {
    state: 'pending',
    tries: 0,
    crashes: 0,
    notBefore: null,
    lastError: null,
    sentAt: null,
    startedAt: null,
    endedAt: null
} as const;

const due = query((on) =>
    on
        .select({ id: jobs.id, task: jobs.task })
        .from(jobs)
        .where(and(eq(jobs.state, 'pending'), isDue(sql.placeholder('at'))))
        .orderBy(asc(jobs.id))
        .limit(sql.placeholder('limit'))
);

/** The oldest jobs that may run now and that the queue has not been told of. */
export function dueJobs(on: Reader, at: number, limit: number) {
    return due.all(on, { at, limit });
}

export const findJob = findBy(jobs, jobs.id);

/** The queue has these now. Those that ended or were put off meanwhile stay so. */
export async function markSent(tx: Tx, ids: string[], at: number) {
    await tx
        .update(jobs)
        .set({ state: 'sent', sentAt: at })
        .where(and(inArray(jobs.id, ids), eq(jobs.state, 'pending'), isDue(at)));
}

/** A try begins. Answers the job as it now is, or undefined when there is nothing left to do. */
export async function beginAttempt(tx: Tx, id: string, at: number) {
    const [job] = await beginning(tx, { id, at });
    return job;
}

const isThisOne = and(eq(jobs.id, sql.placeholder('id')), unfinished);

const beginning = preparedWriteReturning((tx) =>
    tx
        .update(jobs)
        .set({ startedAt: at, tries: sql`${jobs.tries} + 1` })
        .where(and(isThisOne, isDue(sql.placeholder('at')))) // the queue may still hold what was put off
        .returning()
);

/** Ends a job in the transaction of its own effect. False: it had ended before, so the effect must not happen. */
export async function finishJob(tx: Tx, id: string, at: number) {
    return (await ending(tx, { id, at })).length === 1;
}

const ending = preparedWriteReturning((tx) =>
    tx
        .update(jobs)
        .set({ state: 'done', endedAt: at, startedAt: null, crashes: 0, lastError: null })
        .where(isThisOne)
        .returning({ id: jobs.id })
);

/** A try failed and there will be another. `error` is a code. */
export async function failAttempt(tx: Tx, id: string, error: string) {
    await tx
        .update(jobs)
        .set({ startedAt: null, crashes: 0, lastError: error })
        .where(and(eq(jobs.id, id), unfinished));
}

/** The job has failed for good. False: it had ended before. */
export async function markJobDead(tx: Tx, id: string, error: string, at: number) {
    const buried = await tx
        .update(jobs)
        .set({ state: 'dead', endedAt: at, startedAt: null, lastError: error })
        .where(and(eq(jobs.id, id), unfinished))
        .returning({ id: jobs.id });
    return buried.length === 1;
}

/** A try was given up because the process stops: it does not count. */
export async function abandonAttempt(tx: Tx, id: string) {
    await tx
        .update(jobs)
        .set({ state: 'pending', startedAt: null, tries: sql`${jobs.tries} - 1` })
        .where(and(eq(jobs.id, id), isNotNull(jobs.startedAt), unfinished));
}

/** What was sent to a queue waits again: all of it for a new queue, or the jobs that a queue has lost. */
export async function requeueJobs(tx: Tx, lost?: string[]) {
    await tx
        .update(jobs)
        .set({ state: 'pending', sentAt: null })
        .where(and(eq(jobs.state, 'sent'), lost && inArray(jobs.id, lost)));
}

/**
 * After a crash: the job that was running alone is blamed for it, several are only suspects, which run alone from
 * now on. Answers those that were blamed `limit` times in a row: they would take the process down again.
 */
export async function countCrashes(tx: Tx, limit: number) {
    const running = and(isNotNull(jobs.startedAt), unfinished);
    const alone = (await tx.select({ id: jobs.id }).from(jobs).where(running)).length === 1;
    const suspected = sql`case when ${jobs.crashes} < 1 then 1 else ${jobs.crashes} end`;
    const crashes = alone ? sql`${jobs.crashes} + 1` : suspected;
    const counted = await tx
        .update(jobs)
        .set({ crashes, tries: sql`${jobs.tries} - 1`, startedAt: null })
        .where(running)
        .returning();
    return counted.filter((job) => job.crashes >= limit);
}

/** Jobs sent before `before` that have not ended, longest ago first: the queue may have lost them. */
export async function overdueJobs(on: Reader, before: number, limit: number) {
    return on
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.state, 'sent'), lt(jobs.sentAt, before)))
        .orderBy(asc(jobs.sentAt))
        .limit(limit);
}

const tally = query((on) =>
    on
        .select({
            state: jobs.state,
            jobs: sql<number>`count(*)`,
            oldest: sql<number>`min(${jobs.createdAt})`
        })
        .from(jobs)
        .where(inArray(jobs.state, ['pending', 'sent', 'dead']))
        .groupBy(jobs.state)
);

/** How many jobs wait, are sent and are dead, and since when the oldest waits. */
export async function jobTally(on: Reader) {
    const rows = await tally.all(on);
    const of = (state: string) => rows.find((row) => row.state === state);
    return {
        waiting: (of('pending')?.jobs ?? 0) + (of('sent')?.jobs ?? 0),
        sent: of('sent')?.jobs ?? 0,
        dead: of('dead')?.jobs ?? 0,
        oldestAt: Math.min(of('pending')?.oldest ?? Infinity, of('sent')?.oldest ?? Infinity)
    };
}
