// The nodes that share this store: each sends heartbeats by a counter, so that no two clocks are ever compared.
import { integer, key, time } from '../store/columns.ts';
import { and, asc, eq, sql, sqliteTable } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { countCrashes } from './crashes.ts';
import { isHeldBy, jobs, unfinished } from './ledger.ts';

export const nodes = sqliteTable('nodes', { id: key(), beats: integer().default(0), joinedAt: time() });

export type NodeRow = typeof nodes.$inferSelect;

/** A node joins, or is back before the others have missed it. */
export async function joinNodes(tx: Tx, id: string, at: number) {
    await tx
        .insert(nodes)
        .values({ id, beats: 0, joinedAt: at })
        .onConflictDoUpdate({ target: nodes.id, set: { beats: nextBeat, joinedAt: at } });
}

const nextBeat = sql`${nodes.beats} + 1`;

/** Records a heartbeat. Returns false when the others declared this node lost: then it no longer has any jobs. */
export async function beat(tx: Tx, id: string) {
    const beaten = await tx
        .update(nodes)
        .set({ beats: nextBeat })
        .where(eq(nodes.id, id))
        .returning({ id: nodes.id });
    return beaten.length === 1;
}

/** Returns the nodes, by their ids. */
export async function listNodes(on: Reader): Promise<NodeRow[]> {
    return on.select().from(nodes).orderBy(asc(nodes.id));
}

/**
 * Removes a node that was last heard with this number: what ran on it counts as crashed, and what it held waits again.
 * Returns false when it has beaten, or joined again, since.
 */
export async function markNodeDead(tx: Tx, { id, beats, joinedAt }: NodeRow) {
    const isAsHeard = and(eq(nodes.id, id), eq(nodes.beats, beats), eq(nodes.joinedAt, joinedAt));
    const removed = await tx.delete(nodes).where(isAsHeard).returning({ id: nodes.id });
    if (removed.length === 0) return false;
    await countCrashes(tx, Infinity, id); // a job that has crashed too often is marked dead when it is started again
    await freeJobs(tx, id);
    return true;
}

/** A node leaves in peace. */
export async function leaveNodes(tx: Tx, id: string) {
    await freeJobs(tx, id);
    await tx.delete(nodes).where(eq(nodes.id, id));
}

/** Resets a store that no node uses any longer: every job that was sent to a queue waits again, and no nodes are left. */
export async function forgetNodes(tx: Tx) {
    await countCrashes(tx, Infinity);
    await freeJobs(tx);
    await tx.delete(nodes);
}

/** What a node that is gone held waits again, for any of the others. */
async function freeJobs(tx: Tx, id?: string) {
    await tx
        .update(jobs)
        .set({ state: 'pending', sentAt: null, retryAt: null, startedAt: null, holder: null })
        .where(and(unfinished, isHeldBy(id)));
}
