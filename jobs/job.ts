import type { TaskName, Tasks } from '../db/jobs/ledger.ts';
import type { Tx } from '../db/store/index.ts';

/** The changes that a job makes. They are committed together with the end of its ledger row, or not at all. */
export type Effect = (tx: Tx) => Promise<void>;

interface Attempt {
    /** Aborts when the process stops: the job should stop then, and is enqueued again at the next start. */
    signal: AbortSignal;
    jobId: string;
    /** The number of this attempt, from 1. */
    attempt: number;
    /** Disposed when the attempt has ended: when its changes are committed, or its failure is recorded. */
    ends: DisposableStack;
}

export interface Job<Name extends TaskName> {
    /** The job is dead when this many attempts have failed. */
    maxAttempts: number;
    /** But not before it is so many milliseconds old: each start of the process tries all that wait at once. */
    triedFor?: number;
    /**
     * How many jobs of this task run at the same time, where each takes much time or memory. The task then has a
     * queue of its own, so that no other task waits for it.
     */
    concurrency?: number;
    /** Does the one slow thing and returns what it changes. A Refusal is final; after any other error it is retried. */
    run(payload: Tasks[Name], context: Attempt): Promise<Effect | void>;
    /** Runs when the job has failed for good, in the transaction that marks its row dead. `error` is a code. */
    onDead?(tx: Tx, payload: Tasks[Name], error: string): Promise<void>;
}

export type Jobs = { [Name in TaskName]: Job<Name> };
