// What a node takes from the ledger for its own queue: no more than it can run soon, so that the others find something.
import type { TaskName } from '../../db/jobs/ledger.ts';
import { claimJobs, dueForNode, heldByTask } from '../../db/jobs/sending.ts';
import type { Store } from '../../db/store/index.ts';
import { queueOf, type Queues, sharedQueue } from './queues.ts';

interface Claims {
    store: Store;
    queues: Queues;
    now: () => number;
    node: string;
    /** Called with the ids of the jobs that are now tried to be taken: if that fails, this node may hold them all the same. */
    trying?: (ids: string[]) => void;
}

/**
 * Takes the oldest due jobs for this node: into each queue up to twice as many as it runs in parallel, once it has no more than
 * it runs. Resolves with the new jobs of this node.
 */
export async function claimDue({ store, queues, now, node, trying }: Claims) {
    const rooms = roomsIn(queues, await heldByTask(store.read, node));
    const limit = [...rooms.values()].reduce((sum, room) => sum + room, 0);
    if (limit === 0) return [];
    const due = await dueForNode(store.read, { node, at: now(), limit, ...tasksWith(rooms) });
    const wanted = due.filter(({ task }) => takeRoom(rooms, queueOf(queues, task)));
    if (wanted.length === 0) return [];
    const ids = wanted.map(({ id }) => id);
    trying?.(ids);
    const claimed = await store.write((tx) => claimJobs(tx, ids, { node, at: now() }));
    return wanted.filter(({ id }) => claimed.has(id));
}

type Rooms = Map<string, number>;

function roomsIn(queues: Queues, held: Map<TaskName, number>): Rooms {
    const inQueue = new Map<string, number>();
    for (const [task, count] of held) {
        const queue = queueOf(queues, task);
        inQueue.set(queue, (inQueue.get(queue) ?? 0) + count);
    }
    return new Map(
        Object.entries(queues).map(([queue, concurrency]) => {
            const count = inQueue.get(queue) ?? 0;
            return [queue, count > concurrency ? 0 : 2 * concurrency - count];
        })
    );
}

/** Jobs of a full queue are skipped, or a thousand of them would hide the job behind them. */
function tasksWith(rooms: Rooms) {
    const names = [...rooms.keys()].filter((queue) => queue !== sharedQueue);
    const hasRoom = (queue: string) => (rooms.get(queue) ?? 0) > 0;
    return hasRoom(sharedQueue)
        ? { except: names.filter((queue) => !hasRoom(queue)) }
        : { only: names.filter(hasRoom) };
}

function takeRoom(rooms: Rooms, queue: string) {
    const room = rooms.get(queue) ?? 0;
    rooms.set(queue, room - 1);
    return room > 0;
}
