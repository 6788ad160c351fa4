// The job ledger is the authoritative record of all jobs; graphile-worker's queue only triggers them.
import crypto from 'node:crypto';
import { code, enumText, integer, json, key, nullable, plain, time, words } from '../store/columns.ts';
import {
    and,
    asc,
    eq,
    inArray,
    index,
    isNotNull,
    isNull,
    lte,
    or,
    type SQL,
    sql,
    sqliteTable
} from '../store/drizzle.ts';
import {
    findBy,
    isAmong,
    placeholders,
    preparedInsert,
    preparedWriteReturning,
    query
} from '../store/query.ts';
import { originNow } from '../store/origin.ts';
import type { Reader, Tx } from '../store/index.ts';
import { recordAttempt } from './attempts.ts';

/**
 * The tasks with their payloads: ids only, no data and no secrets. Each is declared next to the rule that queues it. One without
 * a job in jobs/index.ts does not compile.
 */
export interface Tasks {}
export type TaskName = keyof Tasks;
export type JobRow = typeof jobs.$inferSelect;
/** What is known of a job while an attempt is running. */
export type JobUnderWay = Pick<
    JobRow,
    'id' | 'task' | 'payload' | 'tries' | 'crashes' | 'request' | 'createdAt'
>;
export const jobStates = ['pending', 'sent', 'done', 'dead', 'held', 'cancelled'] as const;

export const jobs = sqliteTable(
    'jobs',
    {
        id: key(), // UUIDv7: sorts by creation time
        task: code().$type<TaskName>(),
        payload: json<Tasks[TaskName]>(plain),
        about: nullable.code(), // the id in the payload, to find the jobs of a run, a screen or an email
        state: enumText(...jobStates),
        tries: integer().default(0),
        crashes: integer().default(0),
        notBefore: nullable.time(), // of a job that was scheduled or rescheduled: the queue controls the back-off
        lastError: nullable.code(), // a code, never a message: messages may contain addresses
        lastWords: nullable.text(words), // the same for people, without addresses
        retryAt: nullable.time(), // after a failed attempt: about when the queue makes the next
        createdAt: time(),
        sentAt: nullable.time(),
        holder: nullable.code(), // among several nodes, the one whose queue it was sent to
        startedAt: nullable.time(), // set while an attempt is running
        endedAt: nullable.time(),
        request: nullable.code() // the id of the request of the web that wanted it, itself or through other jobs
    },
    (t) => [
        index('jobs_by_state').on(t.state, t.id),
        index('jobs_by_task').on(t.task, t.id),
        index('jobs_by_about').on(t.about)
    ]
);

export const unfinished = inArray(jobs.state, ['pending', 'sent']);

/** A job whose attempt failed and that waits for the next one. */
export const isDelayed = and(unfinished, isNull(jobs.startedAt), isNotNull(jobs.retryAt));

/** The time parameter of the prepared writes. */
const { at } = placeholders({ at: jobs.startedAt });

export const isDue = (at: number | ReturnType<typeof sql.placeholder>) =>
    or(isNull(jobs.notBefore), lte(jobs.notBefore, at));

/**
 * Adds a job in the same transaction as the change that requires it. Returns the job's id. With `notBefore` it waits until then.
 */
export async function enqueue<Name extends TaskName>(
    tx: Tx,
    task: Name,
    payload: Tasks[Name],
    at: number,
    notBefore: number | null = null
) {
    const id = crypto.randomUUIDv7();
    const [about = null] = Object.values<string | number>(payload).filter(
        (value) => typeof value === 'string'
    );
    const request = originNow();
    await insertJob(tx, { ...waiting, id, task, payload, about, request, notBefore, createdAt: at });
    return id;
}

const insertJob = preparedInsert(jobs);

const waiting = {
    state: 'pending',
    tries: 0,
    crashes: 0,
    lastError: null,
    lastWords: null,
    retryAt: null,
    sentAt: null,
    holder: null,
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

/** Returns the oldest jobs that may run now and have not been sent to the queue. */
export function dueJobs(on: Reader, at: number, limit: number) {
    return due.all(on, { at, limit });
}

/**
 * Identifies the calling node: it changes only the jobs that it holds, so that a node that was declared lost ends nothing. A
 * process with its own store has none.
 */
export type Node = string | undefined;

/** The condition that a node holds the job. */
export const isHeldBy = (node: Node) => (node === undefined ? undefined : eq(jobs.holder, node));

type Returning<Row> = (tx: Tx, args: Record<string, unknown>) => Promise<Row[]>;

/** Prepares a write for a process that is alone, and one for a node. */
function asHolder<Row>(build: (held: SQL | undefined) => Returning<Row>) {
    const alone = build(undefined);
    const amongNodes = build(eq(jobs.holder, sql.placeholder('node')));
    return (tx: Tx, args: Record<string, unknown>, node: Node) =>
        node === undefined ? alone(tx, args) : amongNodes(tx, { ...args, node });
}

export const findJob = findBy(jobs, jobs.id);

const isOneOfThem = isAmong(jobs.id, 'ids');

const { id, task, payload, tries, crashes, request, createdAt } = jobs;

/** Records the start of an attempt of each of these jobs. Returns those for which there is something left to do. */
export function beginAttempts(tx: Tx, ids: readonly string[], at: number, node?: Node) {
    return beginning(tx, { ids: JSON.stringify(ids), at }, node);
}

const beginning = asHolder((held) =>
    preparedWriteReturning(
        { id, task, payload, tries, crashes, request, createdAt },
        (tx) =>
            tx
                .update(jobs)
                .set({ startedAt: at, tries: sql`${jobs.tries} + 1` })
                .where(and(isOneOfThem, unfinished, held, isDue(sql.placeholder('at')))) // the queue may still hold a job that was rescheduled
    )
);

/**
 * Marks jobs as done in the transaction of their effects. Returns the ids of those whose effects may happen: of the others,
 * which had already ended or are another node's by now, none may.
 */
export async function finishJobs(tx: Tx, ids: readonly string[], at: number, node?: Node) {
    const finished = await ending(tx, { ids: JSON.stringify(ids), at }, node);
    return new Set(finished.map(({ id }) => id));
}

const ending = asHolder((held) =>
    preparedWriteReturning({ id: jobs.id }, (tx) =>
        tx
            .update(jobs)
            .set({
                state: 'done',
                endedAt: at,
                startedAt: null,
                crashes: 0,
                lastError: null,
                lastWords: null,
                retryAt: null
            })
            .where(and(isOneOfThem, unfinished, held))
    )
);

/** Why an attempt failed: a code, and perhaps words for people. */
interface Failure {
    code: string;
    words?: string | null | undefined;
}

/** Records a failed attempt that will be repeated at about `retryAt`. */
export async function failAttempt(
    tx: Tx,
    id: string,
    { code, words = null }: Failure,
    { at, retryAt, node }: { at: number; retryAt: number; node?: Node }
) {
    const [failed] = await tx
        .update(jobs)
        .set({ startedAt: null, crashes: 0, lastError: code, lastWords: words, retryAt })
        .where(and(eq(jobs.id, id), unfinished, isHeldBy(node)))
        .returning({ number: jobs.tries });
    if (failed) await recordAttempt(tx, { jobId: id, ...failed, at, code, words });
}

/** Marks a job as dead after its last attempt. Returns false when it had already ended. */
export async function markJobDead(
    tx: Tx,
    id: string,
    error: string,
    at: number,
    { words = null, node }: { words?: string | null | undefined; node?: Node } = {}
) {
    const [ended] = await tx
        .update(jobs)
        .set({
            state: 'dead',
            endedAt: at,
            startedAt: null,
            retryAt: null,
            lastError: error,
            lastWords: words
        })
        .where(and(eq(jobs.id, id), unfinished, isHeldBy(node)))
        .returning({ number: jobs.tries });
    if (ended) await recordAttempt(tx, { jobId: id, ...ended, at, code: error, words });
    return ended !== undefined;
}

/** Reverts an attempt that was interrupted because the process stops: it does not count. */
export async function abandonAttempt(tx: Tx, id: string, node?: Node) {
    await tx
        .update(jobs)
        .set({ state: 'pending', startedAt: null, holder: null, tries: sql`${jobs.tries} - 1` })
        .where(and(eq(jobs.id, id), isNotNull(jobs.startedAt), unfinished, isHeldBy(node)));
}
