// Whether a licensed evaluator still gives the results of its licence: a sample each night, and one test over all these checks.
import { runs } from '../../builds/runs.ts';
import type { Level } from '../../sages/verdicts.ts';
import { code, integer, json, nullable, plain, serial } from '../../store/columns.ts';
import { and, asc, eq, inArray, isNull, sql, sqliteTable, uniqueIndex } from '../../store/drizzle.ts';
import { findBy, query } from '../../store/query.ts';
import type { Reader, Tx } from '../../store/index.ts';
import { goldAnswers } from '../gold.ts';
import { shareAtMost } from './bounds.ts';

/** The results of a release's evaluator for a labelled answer: one for an interim analysis, three where it is licensed. */
export const judgedGold = sqliteTable(
    'judged_gold',
    {
        id: serial(),
        runId: code().references(() => runs.runId),
        answerId: integer().references(() => goldAnswers.id),
        levels: json<Level[]>(plain), // one for each time that it was asked
        before: nullable.json<Level[]>(plain), // what it gave before it was stopped; null otherwise
        model: nullable.code(), // as it named itself
        nights: integer() // in how many nightly checks it was drawn
    },
    (t) => [uniqueIndex('judged_gold_of_run').on(t.runId, t.answerId)]
);

export type JudgedGold = typeof judgedGold.$inferSelect;

/** One row for each licensed release. */
export const licenceDrift = sqliteTable('licence_drift', {
    runId: code()
        .primaryKey()
        .references(() => runs.runId),
    state: json<Drift>(plain)
});

export interface Drift {
    /** The decision that granted the licence. */
    since: number;
    /** How often an evaluator that has not changed gives another level: an upper limit. */
    usual: number;
    /** How much likelier all nightly checks are for an evaluator that has changed (a sum of likelihood ratios). */
    ratio: number;
    nights: number;
    /** Of the last nightly check. */
    drawn: number;
    differed: number;
    /** While its licence is stopped: whether it is as before again. */
    stopped?: Stopped;
}

interface Stopped {
    /** The decision that granted the licence, the name of its model and the version of the evaluator. */
    licence: number;
    model: string | null;
    version: string | null;
    nights: number;
    /** How much likelier the nightly checks of this week are for an evaluator that has changed. */
    ratio: number;
}

const ofRun = query<JudgedGold>((on) =>
    on
        .select()
        .from(judgedGold)
        .where(eq(judgedGold.runId, sql.placeholder('runId')))
        .orderBy(asc(judgedGold.nights), asc(judgedGold.answerId))
);

/** Returns the results of a release's evaluator, those first that were drawn in the fewest nightly checks. */
export const judgedBy = (on: Reader, runId: string) => ofRun.all(on, { runId });

const byRun = findBy(licenceDrift, licenceDrift.runId);

export const driftOf = async (on: Reader, runId: string) => (await byRun(on, runId))?.state;

/** How often each answer is evaluated before nightly checks are compared with it. */
export const timesJudged = 3;
/** The answers of a nightly check. */
export const drawnPerCheck = 40;
const leastUsual = 0.03;
/** An evaluator that has not changed reaches this by chance in 3 of 100 years (simulated; Doob's bound is 365 nights in 1,000). */
const stopAt = 1000;

/** The level that was given most often; the first one where all differ. */
export function usualLevel(levels: readonly Level[]): Level {
    const [first = 'unscored', second, third] = levels;
    return second !== undefined && second === third ? second : first;
}

/** Returns the state before the first nightly check, from three results for each answer. */
export function beginDrift(judged: readonly Pick<JudgedGold, 'levels'>[], since: number): Drift {
    const calls = judged.flatMap(({ levels }) => levels.map((level) => level !== usualLevel(levels)));
    const usual = Math.max(leastUsual, shareAtMost(calls.filter(Boolean).length, calls.length));
    return { since, usual, ratio: 0, nights: 0, drawn: 0, differed: 0 };
}

/** Returns the state after a nightly check in which `differed` of `drawn` answers got another level than usual. */
export function afterCheck(before: Drift, { drawn, differed }: Pick<Drift, 'drawn' | 'differed'>): Drift {
    const { ratio, nights } = before;
    const factor = (1 + ratio) * likelier(before, { drawn, differed });
    return { ...before, nights: nights + 1, drawn, differed, ratio: Math.min(1e12, factor) };
}

/** How much likelier this check is for an evaluator that has changed, in the mean over four sizes of change. */
function likelier({ usual }: Drift, { drawn, differed }: Pick<Drift, 'drawn' | 'differed'>) {
    const changed = [0.04, 0.08, 0.16, 0.32].map((more) => Math.min(0.95, usual + more));
    const ratios = changed.map(
        (share) => (share / usual) ** differed * ((1 - share) / (1 - usual)) ** (drawn - differed)
    );
    return ratios.reduce((sum, one) => sum + one, 0) / ratios.length;
}

const week = 7;
const mostWeeks = 4;
/** A week like this is that much likelier for an evaluator that is as before: 64 to 88 in 100 of its weeks are (simulated). */
const asBefore = 1 / 3000;

/**
 * Returns the state of a stopped licence after a nightly check. `isAsBefore`: a whole week gave the old results, so that recommendations
 * are on again. After four weeks it is no longer measured.
 */
export function afterStoppedCheck(
    before: Drift & { stopped: Stopped },
    check: Pick<Drift, 'drawn' | 'differed'>
): Drift & { isAsBefore: boolean } {
    const { stopped, ...state } = before;
    const nights = stopped.nights + 1;
    const ratio = stopped.ratio * likelier(before, check);
    const isWeek = nights % week === 0;
    if (isWeek && ratio <= asBefore) return { ...state, ratio: 0, isAsBefore: true };
    if (nights >= week * mostWeeks) return { ...state, isAsBefore: false };
    return {
        ...state,
        ...check,
        stopped: { ...stopped, nights, ratio: isWeek ? 1 : ratio },
        isAsBefore: false
    };
}

/** Why the licence ends after this check; undefined while the evaluator is as it was. */
export function whyStopped({ ratio, drawn, differed, usual }: Drift) {
    if (ratio < stopAt) return undefined;
    return `The evaluator has changed: last night it gave ${differed} of ${drawn} answers another level than before. Expected: ${Math.ceil(usual * drawn)} or fewer. Recommendations turn on again after a week of normal nights.`;
}

/** Stores the state; the first one replaces that of an earlier licence. */
export async function storeDrift(tx: Tx, runId: string, state: Drift) {
    await tx
        .insert(licenceDrift)
        .values({ runId, state })
        .onConflictDoUpdate({ target: licenceDrift.runId, set: { state } });
}

export type NewlyJudged = Omit<JudgedGold, 'id' | 'nights' | 'runId' | 'before'>;

/** In one statement, as they may be hundreds. */
const rowsOfInsert = 100;

/**
 * Stores the results of an evaluator, and replaces earlier ones for the same answers. Skips answers that were erased meanwhile.
 */
export async function storeJudged(tx: Tx, runId: string, judged: readonly NewlyJudged[]) {
    for (let from = 0; from < judged.length; from += rowsOfInsert) {
        const some = judged.slice(from, from + rowsOfInsert);
        const there = await tx
            .select({ id: goldAnswers.id })
            .from(goldAnswers)
            .where(
                inArray(
                    goldAnswers.id,
                    some.map(({ answerId }) => answerId)
                )
            );
        const kept = some.filter(({ answerId }) => there.some(({ id }) => id === answerId));
        if (kept.length === 0) continue; // all were erased while the evaluator read them
        await tx
            .insert(judgedGold)
            .values(kept.map((one) => ({ ...one, runId, nights: 0 })))
            .onConflictDoUpdate({
                target: [judgedGold.runId, judgedGold.answerId],
                set: { levels: sql`excluded.levels`, model: sql`excluded.model` }
            });
    }
}

/** Counts a nightly check for these answers. */
export async function storeDrawn(tx: Tx, runId: string, drawn: readonly JudgedGold[]) {
    const isDrawn = inArray(
        judgedGold.answerId,
        drawn.map(({ answerId }) => answerId)
    );
    await tx
        .update(judgedGold)
        .set({ nights: sql`${judgedGold.nights} + 1` })
        .where(and(eq(judgedGold.runId, runId), isDrawn));
}

/** Puts aside the results of a stopped evaluator: the next interim analysis repeats them, and nightly checks compare it with them. */
export const putAside = (tx: Tx, runId: string) =>
    tx
        .update(judgedGold)
        .set({ before: sql`nullif(${judgedGold.levels}, '[]')`, levels: [] })
        .where(eq(judgedGold.runId, runId));

/**
 * Restores what was put aside, for an evaluator that gives its old results. Its results for other answers meanwhile are deleted.
 */
export async function takeBack(tx: Tx, runId: string) {
    await tx.delete(judgedGold).where(and(eq(judgedGold.runId, runId), isNull(judgedGold.before)));
    await tx
        .update(judgedGold)
        .set({ levels: sql`${judgedGold.before}`, before: null })
        .where(eq(judgedGold.runId, runId));
}

/** Deletes the results of a release's evaluator: a changed evaluator is asked again. */
export const forgetJudged = (tx: Tx, runId: string) =>
    tx.delete(judgedGold).where(eq(judgedGold.runId, runId));
