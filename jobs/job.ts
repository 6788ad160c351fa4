// What a job is, and what one try of it is.
import type { BaseLogger } from 'pino';
import {
    abandonTry,
    beginTry,
    buryJob,
    countCrashes,
    failTry,
    finishJob,
    type JobRow,
    type TaskName,
    type Tasks
} from '../db/jobs.ts';
import { Refusal } from '../db/refusal.ts';
import type { Store, Tx } from '../db/store.ts';

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
    /** Does the one slow thing, and answers what it changes. A Refusal is final, all else is tried again. */
    run(payload: Tasks[Name], context: Try): Promise<Effect | void>;
    /** What follows when the job has failed for good, in the transaction that buries its row. `error` is a code. */
    dead?(tx: Tx, payload: Tasks[Name], error: string): Promise<void>;
}

export type Jobs = { [Name in TaskName]: Job<Name> };

interface TriesOptions {
    store: Store;
    jobs: Jobs;
    log: BaseLogger;
    now: () => number;
    signal: AbortSignal;
}

export type Tries = ReturnType<typeof startTries>;

const crashLimit = 3;

/** The tries of this process. However often a job is delivered, it runs once at a time and takes effect once. */
export function startTries({ store, jobs, log, now, signal }: TriesOptions) {
    const underWay = new Map<string, Promise<void>>();
    const jobOf = (task: TaskName) => jobs[task] as Job<TaskName> | undefined;

    async function attempt(id: string) {
        const row = await store.write((tx) => beginTry(tx, id, now()));
        if (!row) return;
        const job = jobOf(row.task);
        if (!job) return bury(row, 'unknown_task');
        if (row.crashes >= crashLimit) return bury(row, 'crashed');
        try {
            const effect = await job.run(row.payload, { signal, jobId: id, attempt: row.tries });
            await store.write(async (tx) => {
                if (await finishJob(tx, id, now())) await effect?.(tx);
            });
        } catch (error) {
            await settle(row, job, error);
        }
    }

    async function settle(row: JobRow, job: Job<TaskName>, error: unknown) {
        if (error instanceof Refusal) return bury(row, error.reason);
        if (signal.aborted) return store.write((tx) => abandonTry(tx, row.id));
        const code = codeOf(error);
        log.warn(
            { jobId: row.id, task: row.task, attempt: row.tries, code, at: placeOf(error) },
            'a try failed'
        );
        if (row.tries >= job.tries) return bury(row, code);
        await store.write((tx) => failTry(tx, row.id, code));
        throw new Error(code); // graphile-worker keeps the message: it must not be the one of `error`
    }

    async function bury({ id, task, payload }: JobRow, code: string) {
        log.error({ jobId: id, task, code }, 'a job is dead');
        await store.write(async (tx) => {
            if (await buryJob(tx, id, code, now())) await jobOf(task)?.dead?.(tx, payload, code);
        });
    }

    return {
        isRunning: (id: string) => underWay.has(id),

        /** Runs the job now, or waits for the try that is under way. */
        async run(id: string) {
            if (signal.aborted) return;
            const running = underWay.get(id) ?? attempt(id).finally(() => underWay.delete(id));
            underWay.set(id, running);
            await running;
        },

        /** After a crash: buries what was running in too many crashes in a row. */
        async countCrashes() {
            for (const row of await store.write((tx) => countCrashes(tx, crashLimit))) {
                await bury(row, 'crashed').catch((error: unknown) => log.error({ err: error }, 'not buried'));
            }
        },

        /** Gives up what does not listen to the signal: it was stopped, it did not crash. */
        async abandon() {
            const ids = [...underWay.keys()];
            if (ids.length === 0) return;
            await store.write(async (tx) => {
                for (const id of ids) await abandonTry(tx, id);
            });
        }
    };
}

/** Never the message: it may hold an address. */
function codeOf(error: unknown) {
    if (!(error instanceof Error)) return 'unknown';
    const code = 'code' in error ? String(error.code) : '';
    return /^[\w-]{1,64}$/.test(code) ? code : error.name;
}

function placeOf(error: unknown) {
    return error instanceof Error
        ? error.stack?.split('\n').filter((line) => /^ +at /.test(line))
        : undefined;
}
