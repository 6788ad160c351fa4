import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Outgoing } from '../outgoing.ts';
import type { Secrets } from '../db/installation/secrets.ts';
import type { Store } from '../db/store.ts';

type JobsState = 'starting' | 'running' | 'degraded' | 'stopped';

/** The dependencies of every plugin. */
export interface App {
    readonly store: Store;
    readonly config: Config;
    readonly secrets: Secrets;
    readonly log: Logger;
    readonly outgoing: Outgoing;
    /** Milliseconds since 1970. */
    readonly now: () => number;
    /** The state of the jobs, and what must be changed before they can run; the surfaces respond in every state. */
    readonly jobs: () => { state: JobsState; problem: string | undefined };
}
