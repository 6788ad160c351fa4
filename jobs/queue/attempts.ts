// One attempt of a job, whichever queue handed it over.
import type { BaseLogger } from 'pino';
import { countCrashes } from '../../db/jobs/crashes.ts';
import {
    abandonAttempt,
    markJobDead,
    failAttempt,
    type JobUnderWay,
    type Node,
    type TaskName
} from '../../db/jobs/ledger.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { isStoreStuck, type Store } from '../../db/store/index.ts';
import { keepOrigin, withOrigin } from '../../db/store/origin.ts';
import type { Job, Jobs } from '../job.ts';
import { sharedLock } from './shared-lock.ts';
import { type Begin, beginTogether, type End, endTogether, suspicions } from './together.ts';

export interface AttemptsOptions {
    store: Store;
    jobs: Jobs;
    log: BaseLogger;
    now: () => number;
    signal: AbortSignal;
    /** Which node this is, where several share the ledger. */
    node?: Node;
    observe?: ObserveAttempt | undefined;
}

/** Called for each attempt that ended. */
type ObserveAttempt = (attempt: { task: TaskName; outcome: 'done' | 'failed'; seconds: number }) => void;

export type Attempts = ReturnType<typeof startAttempts>;

/** Runs the jobs of this process. A job that arrives several times still runs once at a time and takes effect once. */
export function startAttempts(options: AttemptsOptions) {
    const underWay = new Map<string, Promise<void>>();
    const lock = sharedLock();
    const isSuspect = suspicions(options.store);
    const together = { begin: beginTogether(options), end: endTogether(options) };

    /** A job that ran during a crash runs alone: if the process crashes again, that job is the cause. */
    async function runLocked(id: string) {
        const work = () => runOnce({ ...options, ...together }, id);
        await ((await isSuspect(id)) ? lock.exclusive(work) : lock.shared(work));
    }

    return {
        isRunning: (id: string) => underWay.has(id),

        /** Runs the job now, or waits for the attempt that is already running. */
        async run(id: string) {
            if (options.signal.aborted) return;
            const running = underWay.get(id) ?? runLocked(id).finally(() => underWay.delete(id));
            underWay.set(id, running);
            await running;
        },

        /** Called after a start: marks jobs as dead that ran alone during too many crashes in a row. */
        countCrashes: () => markCrashedDead(options),

        /** Ends the attempts that ignore the signal, without counting them: the jobs were stopped, they did not crash. */
        abandon: () => abandonAll(options, [...underWay.keys()])
    };
}

const crashLimit = 3;
const jobOf = (jobs: Jobs, task: TaskName) => jobs[task] as Job<TaskName> | undefined;

async function runOnce({ begin, end, ...options }: AttemptsOptions & { begin: Begin; end: End }, id: string) {
    if (options.signal.aborted) return;
    const row = await begin(id);
    if (!row) return;
    await withOrigin(row.request, () => runBegun({ ...options, end }, row));
}

async function runBegun({ end, ...options }: AttemptsOptions & { end: End }, row: JobUnderWay) {
    const { jobs, signal, now, log, observe } = options;
    const { id, request, tries: attempt } = row;
    const job = jobOf(jobs, row.task);
    if (!job) return markDead(options, row, 'unknown_task');
    if (row.crashes >= crashLimit) return markDead(options, row, 'crashed');
    const began = now();
    const ended = (outcome: 'done' | 'failed') =>
        observe?.({ task: row.task, outcome, seconds: (now() - began) / 1000 });
    using ends = new DisposableStack();
    try {
        const effect = await job.run(row.payload, { signal, jobId: id, attempt, ends });
        await end(id, effect && keepOrigin(effect)); // it is committed together with those of other jobs
        ended('done');
        log.info({ jobId: id, task: row.task, attempt, request, ms: now() - began }, 'job done');
    } catch (error) {
        ended('failed');
        await recordFailure(options, row, { job, error });
    }
}

async function recordFailure(
    options: AttemptsOptions,
    row: JobUnderWay,
    { job, error }: { job: Job<TaskName>; error: unknown }
) {
    const { store, log, now, signal, node } = options;
    const { id, task, tries: attempt, request } = row;
    const words = wordsOf(error);
    if (error instanceof Refusal) return markDead(options, row, error.reason, words);
    const code = codeOf(error);
    if (signal.aborted || isStoreStuck(error)) {
        // Neither a stop nor a full disk is the job's fault: the attempt does not count.
        await store.write((tx) => abandonAttempt(tx, id, node));
        if (signal.aborted) return;
        throw new Error(code);
    }
    log.warn({ jobId: id, task, attempt, request, code, at: placeOf(error) }, 'job attempt failed');
    const at = now();
    const isEarly = job.triedFor !== undefined && at - row.createdAt < job.triedFor;
    if (attempt >= job.maxAttempts && !isEarly) return markDead(options, row, code, words);
    const retryAt = at + pauseAfter(attempt);
    await store.write((tx) => failAttempt(tx, id, { code, words }, { at, retryAt, node }));
    throw new Error(code); // graphile-worker stores the message: the message of `error` may hold an address
}

async function markDead(
    { store, jobs, log, now, node }: AttemptsOptions,
    { id, task, payload, request }: JobUnderWay,
    code: string,
    words?: string
) {
    log.error({ jobId: id, task, request, code }, 'job failed, no attempts left');
    await store.write(async (tx) => {
        if (await markJobDead(tx, id, code, now(), { words, node }))
            await jobOf(jobs, task)?.onDead?.(tx, payload, code);
    });
}

async function markCrashedDead(options: AttemptsOptions) {
    const { store, log, node } = options;
    for (const row of await store.write((tx) => countCrashes(tx, crashLimit, node))) {
        await markDead(options, row, 'crashed').catch((error: unknown) =>
            log.error({ err: error }, 'crashed job not marked as failed')
        );
    }
}

async function abandonAll({ store, node }: AttemptsOptions, ids: readonly string[]) {
    if (ids.length === 0) return;
    await store.write(async (tx) => {
        for (const id of ids) await abandonAttempt(tx, id, node);
    });
}

/** The code of an error, never its message, which may hold an address. */
function codeOf(error: unknown) {
    if (!(error instanceof Error)) return 'unknown';
    const code = 'code' in error ? String(error.code) : '';
    return /^[\w-]{1,64}$/.test(code) ? code : error.name;
}

/** The stack without its message. */
function placeOf(error: unknown) {
    return error instanceof Error
        ? error.stack?.split('\n').filter((line) => /^ +at /.test(line))
        : undefined;
}

/** The words for people that an error, or the cause of a refusal, brings along. Messages are not kept: they may hold an address. */
function wordsOf(error: unknown): string | undefined {
    if (!(error instanceof Error)) return undefined;
    if ('words' in error && typeof error.words === 'string') return error.words;
    return error instanceof Refusal ? wordsOf(error.cause) : undefined;
}

/** The back-off of graphile-worker after this many attempts, in milliseconds. */
const pauseAfter = (attempts: number) => Math.round(1000 * Math.exp(Math.min(attempts, 10)));
