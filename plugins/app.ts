import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Outgoing } from '../outgoing.ts';
import type { Gate } from '../db/builds/reports.ts';
import type { ConfirmedWord, Criterion } from '../db/sages/sages.ts';
import type { Secrets } from '../db/installation/secrets.ts';
import type { Store } from '../db/store.ts';

type JobsState = 'starting' | 'running' | 'degraded' | 'stopped';

interface Rubric {
    criteria: Criterion[];
    confirmedWords: ConfirmedWord[];
}

/** The dependencies of every plugin. */
export interface App {
    readonly store: Store;
    readonly config: Config;
    readonly secrets: Secrets;
    readonly log: Logger;
    readonly outgoing: Outgoing;
    /** Milliseconds since 1970. */
    readonly now: () => number;
    /** The gates that the first steps of a build put to a rubric. */
    readonly lint: (rubric: Rubric) => Promise<Gate[]>;
    /** The state of the jobs, and what must be changed before they can run; the surfaces respond in every state. */
    readonly jobs: () => { state: JobsState; problem: string | undefined };
}
