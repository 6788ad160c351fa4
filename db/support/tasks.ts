// What support staff may see and do of a task. The rows are next to the jobs, and the root passes them down.
import type { TaskName, Tasks } from '../jobs/ledger.ts';
import type { Tx } from '../store/index.ts';

/** What a field of a payload may be: a UUID, another id, or a whole number from 1 on. */
export type Field = 'uuid' | 'id' | { most?: number };

export interface Task<Payload> {
    /** In the order of the ledger. */
    payload: { readonly [Name in keyof Payload]: Field };
    label: string;
    /** What one job does; `of` names the sage that it is about. */
    inWords: (of: string, payload: { step?: number | undefined }) => string;
    /** Whether its subject needs it, so that support staff may create or retry it. Refuses: not_found, wrong_state. */
    wanted: (tx: Tx, payload: Payload) => Promise<void>;
    /** What ends with a job that is cancelled. A screen is unchanged: a new job can evaluate or refund it. */
    giveUp?: (tx: Tx, payload: Payload, at: number) => Promise<void>;
    /** Why no job of it can be cancelled. */
    owed?: string;
}

/** Every task once. A task that is declared and missing does not compile. */
export type TaskTable = { readonly [Name in TaskName]: Task<Tasks[Name]> };
