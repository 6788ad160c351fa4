// The cases that a build with a model had no time for: they run at night, and no licence is given before they have.
import { enqueue } from '../jobs/ledger.ts';
import { findBy } from '../store/query.ts';
import { code, integer, json, nullable, plain, time } from '../store/columns.ts';
import { and, eq, isNull, lte, or, sqliteTable } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { sages } from '../sages/sages.ts';
import type { CaseFailure } from './reports.ts';
import { releaseIfThere } from './releases.ts';
import { artifacts, artifactsOf, runs } from './runs.ts';
import { day } from '../store/time.ts';

declare module '../jobs/ledger.ts' {
    interface Tasks {
        'judge-rest': { runId: string };
    }
}

/** One row for each release whose build left cases out. */
export const remainingCases = sqliteTable('build_rests', {
    runId: code()
        .primaryKey()
        .references(() => runs.runId),
    next: integer(), // the first unit that has not run
    casesRun: integer(),
    missed: json<CaseFailure[]>(plain), // the first ones
    missedCount: integer(),
    askedAt: time(), // when a night was last requested
    endedAt: nullable.time() // all have run, or one missed its gate
});

type RestRow = typeof remainingCases.$inferSelect;

const findRow = findBy(remainingCases, remainingCases.runId);

/** What a build left to the nights, and how far they are. */
export interface RemainingCases extends Omit<RestRow, 'runId' | 'askedAt'> {
    /** The cases that the build left out; 0 where it ran all, and in builds of earlier versions. */
    casesPlanned: number;
}

/** Returns what this build left to the nights. */
export async function restOf(on: Reader, runId: string): Promise<RemainingCases> {
    const { rest } = await artifactsOf(on, runId, ['rest']);
    const casesPlanned = (rest as { cases: number } | undefined)?.cases ?? 0;
    const row = await findRow(on, runId);
    return { next: 0, casesRun: 0, missed: [], missedCount: 0, endedAt: null, ...row, casesPlanned };
}

/** Returns why the remaining cases of a build forbid recommendations; undefined where nothing does. */
export function whyNotYet({ casesRun, casesPlanned, missed, missedCount, endedAt }: RemainingCases) {
    const [first] = missed;
    if (first)
        return `Cases that failed a check in a nightly run: ${missedCount}. First: ${first.gate_id} (${first.case_id}).`;
    if (casesPlanned === 0 || endedAt !== null) return undefined;
    return `${casesRun} of ${casesPlanned} remaining test cases have run. The others run at night.`;
}

/** Returns a live release with the first unit that has not run; undefined when all have run or the release was replaced. */
export async function restInWork(on: Reader, runId: string) {
    const row = await findRow(on, runId);
    const release = await releaseIfThere(on, runId);
    const [sage] = await on.select({ id: sages.id }).from(sages).where(eq(sages.releaseRunId, runId));
    return row && release && sage && row.endedAt === null ? { release, next: row.next } : undefined;
}

/** Enqueues a night for each live release whose cases have not all run, once a day from the day after its build. */
export async function askDueRests(tx: Tx, at: number) {
    const isDue = or(isNull(remainingCases.runId), lte(remainingCases.askedAt, at - day));
    const due = await tx
        .select({ runId: runs.runId })
        .from(sages)
        .innerJoin(runs, eq(runs.runId, sages.releaseRunId))
        .innerJoin(artifacts, and(eq(artifacts.runId, runs.runId), eq(artifacts.name, 'rest')))
        .leftJoin(remainingCases, eq(remainingCases.runId, runs.runId))
        .where(
            and(
                lte(runs.endedAt, at - day),
                isNull(remainingCases.endedAt),
                isDue,
                eq(sages.revision, runs.revision)
            )
        );
    for (const { runId } of due) await askRest(tx, runId, at);
}

async function askRest(tx: Tx, runId: string, at: number) {
    const row = { runId, next: 0, casesRun: 0, missed: [], missedCount: 0, askedAt: at, endedAt: null };
    await tx
        .insert(remainingCases)
        .values(row)
        .onConflictDoUpdate({ target: remainingCases.runId, set: { askedAt: at } });
    await enqueue(tx, 'judge-rest', { runId }, at);
}

const mostKept = 50;

export interface Night {
    runId: string;
    /** The first unit of this night, and the first that it left. */
    from: number;
    next: number;
    cases: number;
    missed: readonly CaseFailure[];
    isLast: boolean;
    at: number;
}

/** Stores the result of a night, once; false when another one has stored the same. A failed gate ends the nights. */
export async function recordNight(tx: Tx, night: Night) {
    const { runId, from, next, cases, missed, isLast, at } = night;
    const before = await findRow(tx, runId);
    if (before?.next !== from || before.endedAt !== null) return false;
    await tx
        .update(remainingCases)
        .set({
            next,
            casesRun: before.casesRun + cases,
            missed: [...before.missed, ...missed].slice(0, mostKept),
            missedCount: before.missedCount + missed.length,
            endedAt: isLast || missed.length > 0 ? at : null
        })
        .where(eq(remainingCases.runId, runId));
    return true;
}
