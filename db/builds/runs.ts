// Build runs of a sage: each sage has at most one open run, which is paid by a hold that is settled once.
import crypto from 'node:crypto';
import { assertBuildable, blockersOf } from './blockers.ts';
import { buildPlan, buildStepNames, buildTimeout } from './plan.ts';
import type { Gate } from './reports.ts';
import { code, enumText, integer, json, key, nullable, plain, time } from '../store/columns.ts';
import { captureHold, holdCredits, releaseHold, wasHeld } from '../accounts/credits.ts';
import {
    and,
    asc,
    eq,
    inArray,
    index,
    lte,
    ne,
    primaryKey,
    sql,
    sqliteTable,
    uniqueIndex
} from '../store/drizzle.ts';
import { enqueue } from '../jobs/ledger.ts';
import { opaqueParam, findBy, insertOne, query } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import { sages, type SageRow, rebuildHint } from '../sages/sages.ts';
import type { Reader, Tx } from '../store/index.ts';
import { users } from '../accounts/users.ts';

declare module '../jobs/ledger.ts' {
    interface Tasks {
        'build-step': { runId: string; step: number };
    }
}

export type RunRow = typeof runs.$inferSelect;

export const runs = sqliteTable(
    'build_runs',
    {
        runId: key(),
        sageId: integer().references(() => sages.id),
        state: enumText('running', 'completed', 'failed', 'timed_out', 'cancelled'),
        revision: integer(), // of the sage when the build started
        cost: integer(), // credits held for it
        startedBy: nullable.integer().references(() => users.id),
        startedAt: time(),
        deadlineAt: time(),
        endedAt: nullable.time(),
        failure: nullable.code(), // a code: `gate`, `timeout`, ...
        testScreenId: nullable.code()
    },
    (t) => [
        uniqueIndex('build_runs_open')
            .on(t.sageId)
            .where(sql`state = 'running'`),
        index('build_runs_by_state').on(t.state, t.startedAt, t.runId),
        index('build_runs_by_time').on(t.startedAt, t.runId),
        index('build_runs_by_sage').on(t.sageId, t.startedAt)
    ]
);

export const steps = sqliteTable(
    'build_steps',
    {
        runId: code().references(() => runs.runId),
        stepOrder: integer(),
        name: enumText(...buildStepNames),
        state: enumText('pending', 'running', 'completed', 'failed'),
        attempt: integer().default(0),
        casesRun: integer().default(0),
        casesPlanned: integer().default(0),
        startedAt: nullable.time(),
        endedAt: nullable.time()
    },
    (t) => [primaryKey({ columns: [t.runId, t.stepOrder] })]
);

/** The artifacts of a run, by name: `snapshot`, `prompt`, `fixtures`, ..., and the report of each step. */
export const artifacts = sqliteTable(
    'build_artifacts',
    {
        runId: code().references(() => runs.runId),
        name: code(),
        body: json<unknown>(plain),
        sha256: code()
    },
    (t) => [primaryKey({ columns: [t.runId, t.name] })]
);

/** Returns the reference of a build's hold. A retried run has another hold, with the next number. */
export const buildReference = (runId: string, hold = 1) =>
    hold === 1 ? `build:${runId}` : `build:${runId}:${hold}`;

/** Returns the number of a run's current hold: 1 until it is retried. */
export async function holdOf(on: Reader, runId: string, hold = 1): Promise<number> {
    const again = await wasHeld(on, buildReference(runId, hold + 1));
    return again ? holdOf(on, runId, hold + 1) : hold;
}

interface Start {
    by: number | null;
    mayRebuild: boolean;
    cost: number;
    /** The results of the first steps of a build, where they ran. */
    gates?: readonly Gate[];
    at: number;
}

/**
 * Starts a build, or resumes the one in progress. A build that has timed out is ended first.
 * Refuses: wrong_state (built already and not `mayRebuild`, or not ready to be built), insufficient_credits.
 */
export async function startBuild(tx: Tx, sage: SageRow, { by, mayRebuild, cost, gates = [], at }: Start) {
    if (sage.builtAt !== null && !mayRebuild)
        throw new Refusal('wrong_state', `This sage has already been built. ${rebuildHint}`);
    await clearTimedOut(tx, at, sage.id);
    const open = await findOpenRun(tx, sage.id);
    if (open) return { run: open, resumed: true };
    assertBuildable(blockersOf(sage, gates));
    const run = await insertRun(tx, sage, { by, cost, at });
    if (cost > 0) await holdCredits(tx, buildReference(run.runId), cost, { by, at });
    await enqueue(tx, 'build-step', { runId: run.runId, step: 1 }, at);
    return { run, resumed: false };
}

async function insertRun(
    tx: Tx,
    { id: sageId, revision }: SageRow,
    { by, cost, at }: Omit<Start, 'mayRebuild' | 'gates'>
) {
    const runId = `run_${crypto.randomUUIDv7().replaceAll('-', '')}`;
    const run = await insertOne(tx, runs, {
        runId,
        sageId,
        revision,
        cost,
        state: 'running',
        startedBy: by,
        startedAt: at,
        deadlineAt: at + buildTimeout
    });
    await tx.insert(steps).values(
        buildPlan.map(({ name, step_order }) => ({
            runId,
            stepOrder: step_order,
            name,
            state: 'pending' as const
        }))
    );
    return run;
}

const openRun = query((on) =>
    on
        .select()
        .from(runs)
        .where(and(eq(runs.sageId, sql.placeholder('sageId')), eq(runs.state, 'running')))
);

export function findOpenRun(on: Reader, sageId: number) {
    return openRun.first(on, { sageId });
}

export const findRun = findBy(runs, runs.runId);

/** Refuses: not_found. */
export async function getRun(on: Reader, runId: string) {
    const run = await findRun(on, runId);
    if (!run) throw new Refusal('not_found', 'Run not found.');
    return run;
}

/**
 * Ends every open run that has reached its deadline (of one sage, or of all) and releases its hold.
 * A run that completes at the same time is either completed or timed out, never both.
 */
export async function clearTimedOut(tx: Tx, at: number, sageId?: number) {
    const overdue = await tx
        .select({ runId: runs.runId })
        .from(runs)
        .where(
            and(
                eq(runs.state, 'running'),
                lte(runs.deadlineAt, at),
                sageId ? eq(runs.sageId, sageId) : undefined
            )
        );
    for (const { runId } of overdue) await endRun(tx, runId, 'timed_out', { failure: 'timeout', at });
}

export type Ending = 'completed' | 'failed' | 'timed_out' | 'cancelled';

/** Ends a run and settles its hold, once. Returns undefined when it had already ended; then nothing is written. */
export async function endRun(
    tx: Tx,
    runId: string,
    ending: Ending,
    { failure, at }: { failure?: string; at: number }
) {
    const [run] = await tx
        .update(runs)
        .set({ state: ending, endedAt: at, failure: failure ?? null })
        .where(and(eq(runs.runId, runId), eq(runs.state, 'running')))
        .returning();
    if (!run) return undefined;
    const settle = ending === 'completed' ? captureHold : releaseHold;
    await settle(tx, buildReference(runId, await holdOf(tx, runId)), at);
    return run;
}

const progress = query(
    (on) =>
        on
            .select({
                state: runs.state,
                failure: runs.failure,
                sageId: runs.sageId,
                testScreenId: runs.testScreenId,
                step: steps.name,
                stepState: steps.state,
                stepOrder: steps.stepOrder
            })
            .from(runs)
            .leftJoin(steps, and(eq(steps.runId, runs.runId), ne(steps.state, 'completed')))
            .where(eq(runs.runId, opaqueParam('runId', 'text')))
            .orderBy(sql`${steps.stepOrder} limit 1`) // drizzle's limit() is a parameter, for which SQLite would plan the query again
);

/** Returns the state of a run and its first step that is not completed, in one query for the status poll. */
export function findProgress(on: Reader, runId: string) {
    return progress.first(on, { runId });
}

export function stepsOf(on: Reader, runId: string) {
    return on.select().from(steps).where(eq(steps.runId, runId)).orderBy(asc(steps.stepOrder));
}

/** Returns the artifacts that a run has frozen so far, by name: all of them, or those in `names`. */
export async function artifactsOf(
    on: Reader,
    runId: string,
    names?: string[]
): Promise<Record<string, unknown>> {
    const named = names && inArray(artifacts.name, names);
    const rows = await on
        .select()
        .from(artifacts)
        .where(and(eq(artifacts.runId, runId), named));
    return Object.fromEntries(rows.map(({ name, body }) => [name, body]));
}

/**
 * Gives every open run the time that it had left before the clock of this machine jumped, so that a jump forward does not end
 * it and one backward does not extend it.
 */
export async function moveDeadlines(tx: Tx, by: number) {
    await tx
        .update(runs)
        .set({ startedAt: sql`${runs.startedAt} + ${by}`, deadlineAt: sql`${runs.deadlineAt} + ${by}` })
        .where(eq(runs.state, 'running'));
}
