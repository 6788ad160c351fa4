// Which unfinished jobs a queue has: a node takes some for its own queue, and they wait again when the queue has lost them.
import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from '../store/drizzle.ts';
import { isAmong, placeholders, preparedWrite, preparedWriteReturning, query } from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';
import { isDelayed, isDue, isHeldBy, jobs, type Node, type TaskName } from './ledger.ts';
import { nodes } from './nodes.ts';

const { at, node } = placeholders({ at: jobs.sentAt, node: jobs.holder });

/** Marks jobs as sent to the queue, except those that have ended or been rescheduled in the meantime. */
export async function markSent(tx: Tx, ids: readonly string[], at: number) {
    await sending(tx, { ids: JSON.stringify(ids), at });
}

const sending = preparedWrite((tx) =>
    tx
        .update(jobs)
        .set({ state: 'sent', sentAt: at })
        .where(and(isAmong(jobs.id, 'ids'), eq(jobs.state, 'pending'), isDue(sql.placeholder('at'))))
);

const anyDue = query((on) =>
    on
        .select({ id: jobs.id })
        .from(jobs)
        .where(or(eq(jobs.state, 'sent'), and(eq(jobs.state, 'pending'), isDue(sql.placeholder('at')))))
        .limit(1)
);

/** Whether a job may run now or has been sent to the queue, in one look: a job may be sent between two. */
export async function isAnyDue(on: Reader, at: number) {
    return (await anyDue.first(on, { at })) !== undefined;
}

/** A job whose last attempt is still running on a node that has lost its queue stays this node's. */
const isFree = or(isNull(jobs.holder), eq(jobs.holder, node));

interface Wish {
    node: string;
    at: number;
    limit: number;
    /** Only jobs of these tasks, or of all but these. */
    only?: readonly string[];
    except?: readonly string[];
}

/** Returns the oldest jobs that this node may take for its queue now. */
export function dueForNode(on: Reader, { only, except = [], ...args }: Wish) {
    const [due, tasks] = only ? [dueAmong, only] : [dueBeside, except];
    return due.all(on, { ...args, tasks: JSON.stringify(tasks) });
}

const isOneOfTasks = isAmong(jobs.task, 'tasks');
const dueWhere = (chosen: SQL) =>
    query((on) =>
        on
            .select({ id: jobs.id, task: jobs.task })
            .from(jobs)
            .where(and(eq(jobs.state, 'pending'), isDue(sql.placeholder('at')), isFree, chosen))
            .orderBy(asc(jobs.id))
            .limit(sql.placeholder('limit'))
    );
const dueAmong = dueWhere(isOneOfTasks);
const dueBeside = dueWhere(sql`(case when ${isOneOfTasks} then 0 else 1 end) = 1`);

/**
 * Takes jobs for the queue of a node. Returns the ids of those that are its own now: others have ended, were rescheduled
 * or taken meanwhile. A node that the others took for dead gets none.
 */
export async function claimJobs(tx: Tx, ids: readonly string[], claim: { node: string; at: number }) {
    const claimed = await claiming(tx, { ids: JSON.stringify(ids), ...claim });
    return new Set(claimed.map(({ id }) => id));
}

const isAlive = sql`exists (select 1 from ${nodes} where ${nodes.id} = ${sql.placeholder('node')})`;
const claiming = preparedWriteReturning({ id: jobs.id }, (tx) =>
    tx
        .update(jobs)
        .set({ state: 'sent', sentAt: at, holder: node })
        .where(
            and(
                isAmong(jobs.id, 'ids'),
                eq(jobs.state, 'pending'),
                isDue(sql.placeholder('at')),
                isFree,
                isAlive
            )
        )
);

/** Returns how many jobs a node holds by task, those aside that wait for their next attempt. */
export async function heldByTask(on: Reader, node: string) {
    const rows = await held.all(on, { node });
    return new Map<TaskName, number>(rows.map(({ task, count }) => [task, count]));
}

const held = query((on) =>
    on
        .select({ task: jobs.task, count: sql<number>`count(*)` })
        .from(jobs)
        .where(
            and(
                eq(jobs.state, 'sent'),
                eq(jobs.holder, sql.placeholder('node')),
                sql`(case when ${isDelayed} then 0 else 1 end) = 1`
            )
        )
        .groupBy(jobs.task)
);

/** Of several nodes, one looks after its own jobs, and after those sent before there were several. */
const isOf = (node: Node) => (node === undefined ? undefined : or(isNull(jobs.holder), isHeldBy(node)));

/**
 * Makes sent jobs pending again: all of them when the queue is new, or only those that a queue has lost. Among several nodes any
 * may then take them, except those whose attempt is still running here.
 */
export async function requeueJobs(tx: Tx, node?: Node, lost?: string[]) {
    await tx
        .update(jobs)
        .set({
            state: 'pending',
            sentAt: null,
            retryAt: null,
            ...(node !== undefined && { holder: ifRunning })
        })
        .where(and(eq(jobs.state, 'sent'), isOf(node), lost && inArray(jobs.id, lost)));
}

const ifRunning = sql`case when ${jobs.startedAt} is null then null else ${jobs.holder} end`;

/** Returns unfinished jobs that were sent before `before`, oldest first: the queue may have lost them. */
export async function overdueJobs(
    on: Reader,
    before: number,
    { limit, node }: { limit: number; node: Node }
) {
    return on
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.state, 'sent'), lt(jobs.sentAt, before), isOf(node)))
        .orderBy(asc(jobs.sentAt))
        .limit(limit);
}
