// Each heavy task has a separate queue, and all light tasks share one: a hundred emails to a slow server must not delay any other
// job.
import type { TaskName } from '../../db/jobs/ledger.ts';
import type { Job, Jobs } from '../job.ts';

/** The queue of the light tasks. */
export const sharedQueue = 'job';

/** The queues by name, each with the number of its jobs that run at the same time. */
export type Queues = Readonly<Record<string, number>>;

/** The shared queue, which runs `concurrency` jobs, and one queue for each task that limits its own concurrency. */
export function queuesFor(jobs: Jobs, concurrency: number): Queues {
    const heavy = Object.entries<Job<TaskName>>(jobs).flatMap(([task, { concurrency: own }]) =>
        own === undefined ? [] : [[task, own] as const]
    );
    return { [sharedQueue]: concurrency, ...Object.fromEntries(heavy) };
}

/** The queue of a task. Unknown tasks go to the shared queue, whose worker marks them dead. */
export const queueOf = (queues: Queues, task: string) => (Object.hasOwn(queues, task) ? task : sharedQueue);
