// This node among those that share the store: it sends heartbeats, and declares nodes without heartbeats lost.
import type { BaseLogger } from 'pino';
import { beat, markNodeDead, joinNodes, leaveNodes, listNodes, type NodeRow } from '../../db/jobs/nodes.ts';
import type { Store } from '../../db/store/index.ts';
import { within } from './back-off.ts';
import { startSchedule } from './schedule.ts';

const interval = 2000;
const longestSilence = 10_000;

interface Joining {
    store: Store;
    /** The name of this node. */
    node: string;
    log: BaseLogger;
    now: () => number;
    /** A monotonic clock, to measure the silence of others. */
    clock?: () => number;
}

export type Membership = Awaited<ReturnType<typeof startMembership>>;

/** Joins the nodes of a store, and stays until it leaves. */
export async function startMembership(joining: Joining) {
    const { store, node, log } = joining;
    const { turn, leads } = await joinOthers(joining);
    const schedule = startSchedule(joining);
    let isWell = true;
    schedule.every('beat', interval, async () => {
        try {
            await turn();
            isWell = true;
        } catch (error) {
            if (isWell) log.warn({ node, err: error }, 'heartbeat failed');
            isWell = false;
        }
    });
    return {
        node,
        /** Whether this node does what only one of them has to do. */
        leads,
        /** Signs off, so that the others need not wait for a missing heartbeat. */
        async leave() {
            await schedule.stop();
            await within(
                interval,
                store.write((tx) => leaveNodes(tx, node))
            );
        }
    };
}

/** Joins the nodes. `turn` is to be called every two seconds. */
export async function joinOthers({ store, node, log, now, clock = () => performance.now() }: Joining) {
    const silent = silences(clock);
    let first: string | undefined;

    async function look() {
        const all = await listNodes(store.read);
        first = all[0]?.id;
        for (const one of silent(all.filter(({ id }) => id !== node))) await declareDead(one);
    }

    async function declareDead(one: NodeRow) {
        if (await store.write((tx) => markNodeDead(tx, one)))
            log.warn({ node: one.id }, 'node lost: its jobs move to other nodes');
    }

    await store.write((tx) => joinNodes(tx, node, now()));
    await look();
    return {
        leads: () => first === node,
        turn: async () => {
            if (!(await store.write((tx) => beat(tx, node)))) {
                log.warn({ node }, 'this node was declared lost: rejoining');
                await store.write((tx) => joinNodes(tx, node, now()));
            }
            await look();
        }
    };
}

/**
 * Finds the nodes whose number has not changed for ten seconds of this process, since they joined. Time in which this process did
 * not look counts as two turns at most, because a frozen process misses heartbeats.
 */
function silences(clock: () => number) {
    let lookedAt = clock();
    let heard = new Map<string, Pick<NodeRow, 'beats' | 'joinedAt'> & { silence: number }>();
    return (others: readonly NodeRow[]) => {
        const passed = Math.min(clock() - lookedAt, 2 * interval);
        lookedAt = clock();
        const before = heard;
        heard = new Map(
            others.map(({ id, beats, joinedAt }) => {
                const last = before.get(id);
                const isSilent = last?.beats === beats && last.joinedAt === joinedAt;
                return [id, { beats, joinedAt, silence: isSilent ? last.silence + passed : 0 }];
            })
        );
        return others.filter(({ id }) => (heard.get(id)?.silence ?? 0) > longestSilence);
    };
}
