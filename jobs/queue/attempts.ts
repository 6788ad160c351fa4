// What one try of a job is, whoever delivers it.
import type { BaseLogger } from 'pino';
import {
    abandonAttempt,
    beginAttempt,
    markJobDead,
    countCrashes,
    failAttempt,
    findJob,
    finishJob,
    type JobRow,
    type TaskName
} from '../../db/jobs/ledger.ts';
import { Refusal } from '../../db/refusal.ts';
import { isStoreStuck, type Store } from '../../db/store.ts';
import type { Job, Jobs } from '../job.ts';
import { sharedLock } from './shared-lock.ts';

interface TriesOptions {
    store: Store;
    jobs: Jobs;
    log: BaseLogger;
    now: () => number;
    signal: AbortSignal;
}

export type Tries = ReturnType<typeof startTries>;

/** The tries of this process. However often a job is delivered, it runs once at a time and takes effect once. */
export function startTries(options: TriesOptions) {
    const underWay = new Map<string, Promise<void>>();
    const lock = sharedLock();

    /** What was running when the process crashed runs alone: the next crash would be its own. */
    async function turn(id: string) {
        const suspect = ((await findJob(options.store.read, id))?.crashes ?? 0) > 0;
        const work = () => attempt(options, id);
        await (suspect ? lock.exclusive(work) : lock.shared(work));
    }

    return {
        isRunning: (id: string) => underWay.has(id),

        /** Runs the job now, or waits for the try that is under way. */
        async run(id: string) {
            if (options.signal.aborted) return;
            const running = underWay.get(id) ?? turn(id).finally(() => underWay.delete(id));
            underWay.set(id, running);
            await running;
        },

        /** After a crash: buries what was running alone in too many crashes in a row. */
        countCrashes: () => buryCrashed(options),

        /** Gives up what does not listen to the signal: it was stopped, it did not crash. */
        abandon: () => abandonAll(options, [...underWay.keys()])
    };
}

const crashLimit = 3;
const jobOf = (jobs: Jobs, task: TaskName) => jobs[task] as Job<TaskName> | undefined;

async function attempt(options: TriesOptions, id: string) {
    const { store, jobs, now, signal } = options;
    if (signal.aborted) return;
    const row = await store.write((tx) => beginAttempt(tx, id, now()));
    if (!row) return;
    const job = jobOf(jobs, row.task);
    if (!job) return bury(options, row, 'unknown_task');
    if (row.crashes >= crashLimit) return bury(options, row, 'crashed');
    try {
        const effect = await job.run(row.payload, { signal, jobId: id, attempt: row.tries });
        await store.write(async (tx) => {
            if (await finishJob(tx, id, now())) await effect?.(tx);
        });
    } catch (error) {
        await settle(options, row, { job, error });
    }
}

interface FailedTry {
    job: Job<TaskName>;
    error: unknown;
}

async function settle(options: TriesOptions, row: JobRow, { job, error }: FailedTry) {
    const { store, log, signal } = options;
    const { id, task, tries } = row;
    if (error instanceof Refusal) return bury(options, row, error.reason);
    const code = codeOf(error);
    if (signal.aborted || isStoreStuck(error)) {
        // Neither a stop nor a full disk is the job's fault: the try does not count.
        await store.write((tx) => abandonAttempt(tx, id));
        if (signal.aborted) return;
        throw new Error(code);
    }
    log.warn({ jobId: id, task, attempt: tries, code, at: placeOf(error) }, 'a try failed');
    if (tries >= job.tries) return bury(options, row, code);
    await store.write((tx) => failAttempt(tx, id, code));
    throw new Error(code); // graphile-worker keeps the message: it must not be the one of `error`
}

async function bury({ store, jobs, log, now }: TriesOptions, { id, task, payload }: JobRow, code: string) {
    log.error({ jobId: id, task, code }, 'a job is dead');
    await store.write(async (tx) => {
        if (await markJobDead(tx, id, code, now())) await jobOf(jobs, task)?.dead?.(tx, payload, code);
    });
}

async function buryCrashed(options: TriesOptions) {
    const { store, log } = options;
    for (const row of await store.write((tx) => countCrashes(tx, crashLimit))) {
        await bury(options, row, 'crashed').catch((error: unknown) =>
            log.error({ err: error }, 'not buried')
        );
    }
}

async function abandonAll({ store }: TriesOptions, ids: readonly string[]) {
    if (ids.length === 0) return;
    await store.write(async (tx) => {
        for (const id of ids) await abandonAttempt(tx, id);
    });
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
