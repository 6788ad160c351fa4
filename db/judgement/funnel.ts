// How many candidates of a sage came how far.
import { screens } from '../screens/screens.ts';
import { and, eq, inArray, sql } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { queueStateOf, type QueueState } from './queue.ts';

/** In their order: who is at one was at all before it. */
export const funnelSteps = ['invited', 'started', 'submitted', 'decided', 'advanced', 'hired'] as const;
export type Funnel = Record<(typeof funnelSteps)[number] | 'waiting', number>;

/** The steps that a candidate in this state has reached for certain; one who was cancelled may have started, and is not counted there. */
const reached: Record<QueueState, number> = {
    draft: 0,
    invited: 1,
    cancelled: 1,
    expired: 1,
    started: 2,
    submitted: 3,
    waiting: 3,
    rejected: 4,
    advanced: 5,
    hired: 6
};

/** Returns the counts of these sages by id; a sage without candidates has none. One query on an index that has all it needs. */
export async function funnelsOf(on: Reader, sageIds: readonly number[]) {
    const { sageId, kind, status, decision } = screens;
    const rows = await on
        .select({ sageId, status, decision, n: sql<number>`count(*)` })
        .from(screens)
        .where(and(inArray(sageId, [...sageIds]), eq(kind, 'real')))
        .groupBy(sageId, status, decision);
    const funnels = new Map<number, Funnel>();
    for (const { n, ...row } of rows) {
        const state = queueStateOf(row);
        const funnel = funnels.get(row.sageId) ?? { ...none };
        for (const step of funnelSteps.slice(0, reached[state])) funnel[step] += n;
        if (state === 'waiting') funnel.waiting += n;
        if (reached[state] > 0) funnels.set(row.sageId, funnel);
    }
    return funnels;
}

const none = Object.fromEntries([...funnelSteps, 'waiting'].map((step) => [step, 0])) as Funnel;
