// The levels that people give, and the scores that code computes from them.
import { type Done, record } from '../record/audit.ts';
import { users } from '../accounts/users.ts';
import { rubricOf, type Rubric } from '../builds/releases.ts';
import { Refusal } from '../store/refusal.ts';
import type { Criterion } from '../sages/sages.ts';
import {
    type Level,
    needsNoLevels,
    type Recommendation,
    recommendationOf,
    scoreOf
} from '../sages/verdicts.ts';
import { assertNotErased, getScreen, type ScreenRow, screens } from '../screens/screens.ts';
import { code, flag, integer, json, others, serial, text, time, words } from '../store/columns.ts';
import { and, asc, eq, inArray, index, sqliteTable } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { type Given, keepAsGold } from './gold/from-screens.ts';
import { wasShown } from './showings.ts';

/** A person's level for the answer to one criterion. */
export interface GivenLevel {
    criterion_id: string;
    level: Exclude<Level, 'unscored'>;
    reason: string;
}

const withoutReasons = (levels: GivenLevel[]) => levels.map((level) => ({ ...level, reason: '' }));

/** One row for each time a person gives levels; rows are never overwritten. */
export const screenReviews = sqliteTable(
    'screen_reviews',
    {
        id: serial(),
        screenId: code().references(() => screens.id),
        userId: integer().references(() => users.id),
        byName: text(others), // their name at that time
        at: time(),
        blind: flag(), // no response had shown them the evaluator's findings
        levels: json<GivenLevel[]>({ ...words, blank: withoutReasons })
    },
    (t) => [index('screen_reviews_by_screen').on(t.screenId)]
);

/** Who reviews, and when. */
export interface ReviewerAct extends Done {
    by: Done['by'] & { id: number; displayName: string };
}

interface Giving extends ReviewerAct {
    levels: readonly GivenLevel[];
}

/**
 * Stores a person's levels for some or all criteria. Refuses: not_found; wrong_state unless it is the evaluated screen
 * of a candidate; invalid_field for a criterion that is unknown or given twice.
 */
export async function giveLevels(tx: Tx, id: string, { levels, by, at }: Giving) {
    const { screen, criteria } = await gradableScreen(tx, id);
    assertKnown(criteria, levels);
    const blind = !needsNoLevels(screen.verdict) && !(await wasShown(tx, id, by.id)); // there all see the levels of others
    const row = { screenId: id, userId: by.id, byName: by.displayName, at, blind, levels: [...levels] };
    await tx.insert(screenReviews).values(row);
    await keepWhenComplete(tx, screen, criteria, row);
    const after = `${levels.length} of ${criteria.length}`;
    await record(tx, { by, act: 'screen.levels', target: `screen:${id}`, after, at });
    return screen;
}

/** Refuses: wrong_state where the answers that were read, submitted at `seen`, are not those that are there now. */
export function assertSameAnswers({ submittedAt }: ScreenRow, seen: number | undefined) {
    if (seen !== undefined && seen !== submittedAt)
        throw new Refusal('wrong_state', 'The candidate has changed the answers meanwhile. Read them again.');
}

/** Stores those of these levels that are not what this person's own say already, and returns whether there are any. Refuses as giveLevels does. */
export async function giveNewLevels(tx: Tx, screen: ScreenRow, giving: Giving) {
    const before = (await reviewsOf(tx, [screen])).findLast(({ by }) => by.id === giving.by.id)?.levels ?? [];
    const levels = giving.levels.filter((one) => !before.some((other) => isSame(one, other)));
    if (levels.length > 0) await giveLevels(tx, screen.id, { ...giving, levels });
    return levels.length > 0;
}

const isSame = (one: GivenLevel, other: GivenLevel) =>
    one.criterion_id === other.criterion_id && one.level === other.level && one.reason === other.reason;

/** Returns a screen that people may give levels, with its criteria. Refuses: not_found, wrong_state. */
export async function gradableScreen(on: Reader, id: string) {
    const screen = await getScreen(on, id);
    assertNotErased(screen);
    if (screen.kind !== 'real' || screen.status !== 'ss_evaluated')
        throw new Refusal('wrong_state', 'You can give levels only to evaluated candidates.');
    const criteria = (await rubricOf(on, screen.releaseRunId ?? ''))?.criteria ?? [];
    return { screen, criteria };
}

function assertKnown(criteria: readonly Criterion[], levels: readonly GivenLevel[]) {
    const given = new Set<string>();
    for (const { criterion_id } of levels) {
        if (!criteria.some(({ id }) => id === criterion_id))
            throw new Refusal('invalid_field', 'Criterion not found.', { field: 'levels' });
        if (given.has(criterion_id))
            throw new Refusal('invalid_field', 'Give each criterion only one level.', { field: 'levels' });
        given.add(criterion_id);
    }
}

/** Adds levels to the gold once every criterion has one; after that only the changed levels. */
async function keepWhenComplete(
    tx: Tx,
    { id: screenId, sageId }: ScreenRow,
    criteria: readonly Criterion[],
    { userId, at }: { userId: number; at: number }
) {
    const isTheirs = and(eq(screenReviews.screenId, screenId), eq(screenReviews.userId, userId));
    const rows = await tx.select().from(screenReviews).where(isTheirs).orderBy(asc(screenReviews.id));
    const given = rows.map(({ levels, blind }) =>
        levels.map(({ criterion_id: criterionId, level }): Given => ({ criterionId, level, blind }))
    );
    const wasComplete = isComplete(criteria, given.slice(0, -1).flat());
    const levels = wasComplete ? (given.at(-1) ?? []) : latestOf(given.flat());
    if (isComplete(criteria, levels) || wasComplete)
        await keepAsGold(tx, { screenId, sageId, userId, levels, criteria, at });
}

const isComplete = (criteria: readonly Criterion[], given: readonly Given[]) =>
    criteria.length > 0 && criteria.every(({ id }) => given.some(({ criterionId }) => criterionId === id));

const latestOf = (given: readonly Given[]) => [
    ...new Map(given.map((one) => [one.criterionId, one])).values()
];

/** One person's review of a screen: all levels given so far, and the score that code computes from them. */
export interface Review {
    screenId: string;
    by: { id: number; displayName: string };
    at: number;
    blind: boolean;
    levels: GivenLevel[];
    /** Whether every criterion has a level. */
    complete: boolean;
    /** Null while a criterion has no level. */
    score: number | null;
    recommendation: Recommendation;
}

/** The latest review of each person, of reviews in their order. */
export const latestOfEach = (reviews: readonly Review[]) =>
    Array.from(new Map(reviews.map((review) => [review.by.id, review])).values());

/** Returns the reviews of these screens, oldest first: one for each time a person gave levels. */
export async function reviewsOf(on: Reader, of: readonly ScreenRow[]): Promise<Review[]> {
    const isOneOf = inArray(
        screenReviews.screenId,
        of.map(({ id }) => id)
    );
    const rows = await on.select().from(screenReviews).where(isOneOf).orderBy(asc(screenReviews.id));
    const rubrics = await rubricsOf(on, of, rows);
    const soFar = new Map<string, GivenLevel[]>();
    return rows.map(({ screenId, userId, byName, at, blind, levels: given }) => {
        const key = `${screenId} ${userId}`;
        const levels = together(soFar.get(key) ?? [], given);
        soFar.set(key, levels);
        const by = { id: userId, displayName: byName };
        return { screenId, by, at, blind, levels, ...verdictOf(rubrics.get(screenId), levels) };
    });
}

/** Returns the criteria of the reviewed screens; screens share their releases. */
async function rubricsOf(on: Reader, of: readonly ScreenRow[], reviewed: readonly { screenId: string }[]) {
    const isReviewed = new Set(reviewed.map(({ screenId }) => screenId));
    const byRun = new Map<string, Rubric | undefined>();
    const byScreen = new Map<string, Rubric | undefined>();
    for (const { id, releaseRunId } of of) {
        if (!isReviewed.has(id)) continue;
        const run = releaseRunId ?? '';
        if (!byRun.has(run)) byRun.set(run, await rubricOf(on, run));
        byScreen.set(id, byRun.get(run));
    }
    return byScreen;
}

/** People need no licence: once every level is given, the weighted mean is compared with the threshold. */
function verdictOf(rubric: Rubric | undefined, levels: readonly GivenLevel[]) {
    const { criteria, threshold } = rubric ?? { criteria: [], threshold: 0 };
    const hasLevel = ({ id }: Criterion) => levels.some(({ criterion_id }) => criterion_id === id);
    const complete = criteria.length > 0 && criteria.every(hasLevel);
    const score = scoreOf(criteria, levels);
    return { complete, score, recommendation: recommendationOf(score, threshold) };
}

/** Merges levels: a person's later level replaces their earlier one. */
function together(before: readonly GivenLevel[], given: readonly GivenLevel[]) {
    const isGiven = (id: string) => given.some(({ criterion_id }) => criterion_id === id);
    return [...before.filter(({ criterion_id }) => !isGiven(criterion_id)), ...given];
}
