// Whether the writer of an answer affects its level: tested on a customer's own answers, each as it is and edited.
import { runs } from '../../builds/runs.ts';
import { sages } from '../../sages/sages.ts';
import type { Level } from '../../sages/verdicts.ts';
import { code, integer, json, plain, time } from '../../store/columns.ts';
import { desc, eq, index, sql, sqliteTable } from '../../store/drizzle.ts';
import { findBy, query } from '../../store/query.ts';
import type { Reader, Tx } from '../../store/index.ts';
import { day } from '../../store/time.ts';
import { type Grade, rankOf } from './agreement.ts';
import { binomialAtMost } from './bounds.ts';

/** One row for each tested release. It contains no text: the result for an answer stays when the answer is erased. */
export const licenceFairness = sqliteTable(
    'licence_fairness',
    {
        runId: code()
            .primaryKey()
            .references(() => runs.runId),
        sageId: integer().references(() => sages.id),
        at: time(),
        state: json<Fairness>(plain)
    },
    (t) => [index('licence_fairness_by_sage').on(t.sageId, t.at)]
);

export interface Fairness {
    /** Identifies an evaluator: its version, and its prompt. */
    judge: string;
    /** When the first release of the sage was tried. */
    since: number;
    /** By change. */
    edits: Record<string, Edited>;
    /** In how many nightly checks an answer could not be evaluated. */
    failed: Record<string, number>;
    /** Whether there are pairs left for the next nightly check. */
    goesOn: boolean;
    /** Whether the evaluator was stopped since: it is tested again. */
    isOld?: boolean;
}

/** What a change did to the answers that it was tried on. */
export interface Edited {
    /** What a page calls it. */
    says: string;
    /** Whether it may only lift a level to its harm: an order, or bullets. */
    mayOnlyLift: boolean;
    /** Whether it adds a sentence: that goes with every answer, unless the rubric has its words. */
    isSentence: boolean;
    /** Whether it mattered to an earlier release. */
    mattered?: boolean;
    /** By the level that two people gave. */
    levels: Partial<Record<Grade, Pairs>>;
}

export interface Pairs {
    /** By the id of an answer: by how many levels the change lifted it. */
    shifts: Record<string, number>;
    /** How many answers of this level it leaves as they are. */
    untouched: number;
}

const byRun = findBy(licenceFairness, licenceFairness.runId);

export const fairnessOf = async (on: Reader, runId: string) => (await byRun(on, runId))?.state;

const latest = query<typeof licenceFairness.$inferSelect>((on) =>
    on
        .select()
        .from(licenceFairness)
        .where(eq(licenceFairness.sageId, sql.placeholder('sageId')))
        .orderBy(desc(licenceFairness.at))
        .limit(1)
);

interface Release {
    runId: string;
    sageId: number;
}

/** Returns what is known of the evaluator of a release. A rebuild does not forget what mattered, nor since when it is tried. */
export async function startOf(
    on: Reader,
    { runId, sageId }: Release,
    { judge, at }: { judge: string; at: number }
): Promise<Fairness> {
    const own = await fairnessOf(on, runId);
    const last = own ?? (await latest.first(on, { sageId }))?.state;
    if (last && !last.isOld && (own || last.judge === judge)) return last;
    const mattered = Object.entries(last?.edits ?? {}).filter(
        ([, one]) => one.mattered || shownOf(one, alphaOf(last)).result === 'matters'
    );
    const edits = Object.fromEntries(
        mattered.map(([id, one]) => [id, { ...one, mattered: true, levels: {} }])
    );
    return { judge, since: last?.since ?? at, edits, failed: {}, goesOn: false };
}

/** Stores the results of a nightly check. Keeps pairs that another job has stored meanwhile. */
export async function storeFairness(tx: Tx, { runId, sageId }: Release, found: Fairness, at: number) {
    const now = await fairnessOf(tx, runId);
    const isSame = now !== undefined && !now.isOld && now.judge === found.judge;
    const state = isSame ? { ...found, edits: merged(now.edits, found.edits) } : found;
    await tx
        .insert(licenceFairness)
        .values({ runId, sageId, at, state })
        .onConflictDoUpdate({ target: licenceFairness.runId, set: { state, at } });
}

function merged(now: Fairness['edits'], found: Fairness['edits']) {
    const both = (id: string, one: Edited): Edited => {
        const levels = Object.entries(one.levels).map(([level, pairs]) => {
            const shifts = { ...pairs.shifts, ...now[id]?.levels[level as Grade]?.shifts };
            return [level, { ...pairs, shifts }];
        });
        return { ...one, levels: Object.fromEntries(levels) as Edited['levels'] };
    };
    return Object.fromEntries(Object.entries(found).map(([id, one]) => [id, both(id, one)]));
}

/** An evaluator that was stopped is tested again before its recommendations are on. */
export async function putTrialsAside(tx: Tx, runId: string) {
    const state = await fairnessOf(tx, runId);
    if (!state) return;
    const isRow = eq(licenceFairness.runId, runId);
    await tx
        .update(licenceFairness)
        .set({ state: { ...state, isOld: true } })
        .where(isRow);
}

/** How far a level moves. */
export const shiftOf = (edited: Level, control: Level) => rankOf(edited) - rankOf(control);

export const results = ['matters', 'not_shown', 'no_matter', 'does_not_apply'] as const;

export interface Shown {
    says: string;
    pairs: number;
    lowered: number;
    lifted: number;
    /** The largest mean effect in levels that this many pairs may have missed. */
    hidden: number;
    result: (typeof results)[number];
    mattered: boolean;
}

const inAll = 0.05;
const least = 0.05;
const hidden = 0.1;
const z = 1.645;
/** Of each level. */
const fewestPairs = 15;
const fewestUntouched = 30;

/** The levels at which a change is tried; but those of which 30 answers and more have nothing to change, and few have. */
const levelsOf = ({ isSentence, levels }: Edited) =>
    Object.values(levels).filter(
        ({ shifts, untouched }) =>
            isSentence || untouched < fewestUntouched || Object.keys(shifts).length >= fewestPairs
    );

const applies = (edited: Edited) =>
    edited.isSentence || Object.keys(edited.levels).length === 0 || levelsOf(edited).length > 0;

/** How often one change may matter by chance. */
const alphaOf = (state: Pick<Fairness, 'edits'> | undefined) =>
    inAll / Math.max(1, Object.values(state?.edits ?? {}).filter(applies).length);

/**
 * Returns what the pairs show of each change. `matters`: levels moved one way by more than chance, with an error of 5 %
 * in all changes together. `no_matter`: the 90 % interval of the mean effect is within 0.1 levels, with pairs of both levels.
 */
export function shownBy(state: Pick<Fairness, 'edits'>): Shown[] {
    const alpha = alphaOf(state);
    return Object.values(state.edits).map((one) => shownOf(one, alpha));
}

function shownOf(edited: Edited, alpha: number): Shown {
    const { says, mayOnlyLift, mattered = false, levels } = edited;
    const moved = Object.values(levels).flatMap(({ shifts }) => Object.values(shifts));
    const pairs = moved.length;
    const lowered = moved.filter((by) => by < 0).length;
    const lifted = moved.filter((by) => by > 0).length;
    const sum = moved.reduce((all, by) => all + by, 0);
    const squares = moved.reduce((all, by) => all + by * by, 0);
    const most = largestEffect({ pairs, sum, squares }, mayOnlyLift);
    const known = { says, pairs, lowered, lifted, hidden: most, mattered };
    const isLarge = (mayOnlyLift ? sum : Math.abs(sum)) >= least * Math.max(1, pairs);
    if (isLarge && signTest(lowered, lifted) <= alpha) return { ...known, result: 'matters' };
    if (!applies(edited)) return { ...known, result: 'does_not_apply' };
    const needed = levelsOf(edited);
    const isEnough =
        needed.length > 0 && needed.every(({ shifts }) => Object.keys(shifts).length >= fewestPairs);
    return { ...known, result: isEnough && most <= hidden ? 'no_matter' : 'not_shown' };
}

/** Two-sided: how likely so uneven a split is where neither side is likelier. */
const signTest = (lowered: number, lifted: number) =>
    Math.min(1, 2 * binomialAtMost(Math.min(lowered, lifted), lowered + lifted, 0.5));

/** The far end of the 90 % interval of the mean, with two pairs more of which one moved. */
function largestEffect({ pairs, sum, squares }: Record<'pairs' | 'sum' | 'squares', number>, isUp: boolean) {
    const n = pairs + 2;
    const mean = sum / n;
    const half = z * Math.sqrt(((squares + 1) / n - mean * mean) / n);
    return isUp ? mean + half : Math.max(mean + half, half - mean);
}

/** How long recommendations stay on while a part of the fairness test is missing. */
const openFor = 90 * day;

/** Why an evaluator gets no licence, or loses it; empty where nothing forbids it. */
export function unfair(state: Fairness, at: number) {
    const shown = shownBy(state);
    const matters = shown.flatMap(({ says, pairs, lowered, lifted, result }) =>
        result === 'matters'
            ? [
                  `With ${says}, ${lowered} of ${pairs} answers got a lower level and ${lifted} a higher one. This change must not affect the level.`
              ]
            : []
    );
    if (matters.length > 0 || state.goesOn) return matters;
    const open = shown.filter(({ result }) => result === 'not_shown');
    const again = open.filter(({ mattered }) => mattered).map(({ says }) => says);
    if (again.length > 0)
        return [
            `These changes affected the level in an earlier release and are not yet proven harmless: ${again.join('; ')}.`
        ];
    if (open.length === 0 || at < state.since + openFor) return [];
    const late = open.map(({ says }) => says).join('; ');
    return [`After 90 days, these changes are not proven harmless: ${late}. Label more answers.`];
}
