import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Outgoing } from '../outgoing.ts';
import type { Secrets } from '../db/installation/secrets.ts';
import type { Store } from '../db/store.ts';

export type JobsState = 'starting' | 'running' | 'degraded' | 'stopped';

/** All that a plugin is given. */
export interface App {
    readonly store: Store;
    readonly config: Config;
    readonly secrets: Secrets;
    readonly log: Logger;
    readonly outgoing: Outgoing;
    /** Milliseconds since 1970. */
    readonly now: () => number;
    /** How the jobs are: the surfaces answer in any case. */
    readonly jobs: () => JobsState;
}
