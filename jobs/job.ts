import type { TaskName, Tasks } from '../db/jobs/ledger.ts';
import type { Tx } from '../db/store.ts';

/** What a job changes. It is committed together with the end of its ledger row, or not at all. */
export type Effect = (tx: Tx) => Promise<void>;

export interface Try {
    /** Aborts when the process stops: give up then, the job is offered again at the next start. */
    signal: AbortSignal;
    jobId: string;
    /** Counts from 1. */
    attempt: number;
}

export interface Job<Name extends TaskName> {
    /** How often it may be tried before it is dead. */
    tries: number;
    /** How many of this kind run at once, where each takes much time or memory; no other kind waits for them. */
    atOnce?: number;
    /** Does the one slow thing, and answers what it changes. A Refusal is final, all else is tried again. */
    run(payload: Tasks[Name], context: Try): Promise<Effect | void>;
    /** What follows when the job has failed for good, in the transaction that buries its row. `error` is a code. */
    dead?(tx: Tx, payload: Tasks[Name], error: string): Promise<void>;
}

export type Jobs = { [Name in TaskName]: Job<Name> };
