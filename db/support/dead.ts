// Dead jobs of one kind, which are those of one task that failed for one reason, and retrying all of a kind.
import { type AuditActor, record } from '../record/audit.ts';
import { Refusal } from '../store/refusal.ts';
import { and, asc, eq, gt, sql } from '../store/drizzle.ts';
import { mostCounted } from '../store/query.ts';
import type { Reader, Store } from '../store/index.ts';
import { jobs, type TaskName } from '../jobs/ledger.ts';
import { retryJob } from './actions.ts';
import type { TaskTable } from './tasks.ts';

export interface Kind {
    task: TaskName;
    /** The code of the last error. */
    error: string;
}

/** Returns the kinds of dead jobs with their numbers, the largest first. Counts the first 10,000 dead jobs. */
export async function deadKinds(on: Reader) {
    const { task, lastError, endedAt, state } = jobs;
    const dead = on
        .select({ task, lastError, endedAt })
        .from(jobs)
        .where(eq(state, 'dead'))
        .orderBy(asc(jobs.id))
        .limit(mostCounted)
        .as('dead');
    const count = sql<number>`count(*)`;
    const lastAt = sql<number>`max(${dead.endedAt})`;
    return on
        .select({ task: dead.task, error: dead.lastError, count, lastAt })
        .from(dead)
        .groupBy(dead.task, dead.lastError)
        .orderBy(sql`count(*) desc`, asc(dead.task), asc(dead.lastError));
}

/** The most jobs per request. */
export const mostAtOnce = 500;

interface Act {
    tasks: TaskTable;
    by: AuditActor;
    now: () => number;
}

/**
 * Retries the dead jobs of a kind, the oldest first, each in a separate transaction and with an own line in the audit log, as for
 * single retries. Jobs that are no longer needed stay dead.
 */
export async function retryDead(store: Store, { task, error }: Kind, { tasks, by, now }: Act) {
    const isOfKind = and(eq(jobs.state, 'dead'), eq(jobs.task, task), eq(jobs.lastError, error));
    const next = (after: string) =>
        store.read
            .select({ id: jobs.id })
            .from(jobs)
            .where(and(isOfKind, gt(jobs.id, after)))
            .orderBy(asc(jobs.id))
            .limit(mostAtOnce + 1);
    let found = await next('');
    let { retried, refused } = await retryEach(store, found.slice(0, mostAtOnce), { tasks, by, now });
    // Jobs that are no longer needed stay dead and come first: the next call continues after them.
    while (retried === 0 && found.length > mostAtOnce) {
        found = await next(found[mostAtOnce - 1]?.id ?? '');
        const more = await retryEach(store, found.slice(0, mostAtOnce), { tasks, by, now });
        retried = more.retried;
        refused += more.refused;
    }
    const after = `${retried} retried, ${refused} no longer needed`;
    await store.write((tx) =>
        record(tx, { by, act: 'job.retry_kind', target: `jobs:${task}`, after, note: error, at: now() })
    );
    return { retried, refused, more: found.length > mostAtOnce };
}

async function retryEach(store: Store, found: readonly { id: string }[], { tasks, by, now }: Act) {
    let retried = 0;
    for (const { id } of found)
        retried += await store
            .write((tx) => retryJob(tx, id, { tasks, by, at: now() }))
            .then(() => 1, notNeeded);
    return { retried, refused: found.length - retried };
}

function notNeeded(error: unknown) {
    if (!(error instanceof Refusal)) throw error;
    return 0;
}
