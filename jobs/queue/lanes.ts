// Where jobs wait for their turn in the queue: the light ones together, those of a heavy kind among themselves, so that a
// hundred mails for a slow server hold up nobody else.
import type { TaskName } from '../../db/jobs/ledger.ts';
import type { Job, Jobs } from '../job.ts';

export const sharedLane = 'job';

/** How many jobs of each lane run at once. */
export type Lanes = Readonly<Record<string, number>>;

/** The lane of each task that there is, and `concurrency` for the light ones together. */
export function lanesOf(jobs: Jobs, concurrency: number): Lanes {
    const heavy = Object.entries<Job<TaskName>>(jobs).flatMap(([task, { atOnce }]) =>
        atOnce === undefined ? [] : [[task, atOnce] as const]
    );
    return { [sharedLane]: concurrency, ...Object.fromEntries(heavy) };
}

/** Where a task waits; one that is not known here is found to be so in the shared lane. */
export const laneOf = (lanes: Lanes, task: string) => (Object.hasOwn(lanes, task) ? task : sharedLane);
