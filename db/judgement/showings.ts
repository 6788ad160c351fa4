// Records of which users have seen the evaluator's findings: a level that they give afterwards is not blind.
import { users } from '../accounts/users.ts';
import { screenAnswers, type ScreenRow, screens } from '../screens/screens.ts';
import { code, enumText, integer, time } from '../store/columns.ts';
import { and, eq, inArray, primaryKey, sqliteTable } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { digestOf } from './gold.ts';

/** `not_hidden`: its sage hides nothing. `before`: by an earlier version of this program, which showed every verdict to all who may read screens. */
const ways = ['asked', 'gave_levels', 'licensed', 'before', 'not_hidden'] as const;
export type WayToShow = (typeof ways)[number];

/** The first time that a response showed a user the evaluator's findings on a screen, and the reason. */
export const screenShowings = sqliteTable(
    'screen_showings',
    {
        screenId: code().references(() => screens.id),
        userId: integer().references(() => users.id),
        at: time(),
        how: enumText(...ways)
    },
    (t) => [primaryKey({ columns: [t.screenId, t.userId] })]
);

/** Whether a response has shown this user the evaluator's findings on this screen. */
export async function wasShown(on: Reader, screenId: string, userId: number) {
    return (await shownAmong(on, [screenId], userId)).has(screenId);
}

/** Returns the screens whose findings a response has shown this user, and why it did. */
export async function shownAmong(on: Reader, screenIds: readonly string[], userId: number) {
    const { screenId: id, how } = screenShowings;
    const isTheirs = and(inArray(id, [...screenIds]), eq(screenShowings.userId, userId));
    const rows = await on.select({ id, how }).from(screenShowings).where(isTheirs);
    return new Map(rows.map(({ id, how }) => [id, how]));
}

/** Records a showing before the response is sent. The first one is kept. */
export async function recordShowings(tx: Tx, shown: readonly Showing[]) {
    for (const showing of shown) await tx.insert(screenShowings).values(showing).onConflictDoNothing();
}

/** Records that this user asked to see the findings, whatever has shown them before: from then on pages show them. */
export async function recordAsking(tx: Tx, showing: Omit<Showing, 'how'>) {
    const { screenId, userId } = screenShowings;
    await tx
        .insert(screenShowings)
        .values({ ...showing, how: 'asked' })
        .onConflictDoUpdate({ target: [screenId, userId], set: { how: 'asked' } });
}

type Showing = typeof screenShowings.$inferInsert;

/** Whether findings are hidden until a person has reviewed: those on candidates' screens, if any exist. */
export const isHideable = ({ kind, verdict }: ScreenRow) =>
    kind === 'real' && verdict !== null && verdict.fault === undefined;

/** Returns to which users the findings of each screen of a sage were shown, and when. */
export const showingsOf = (on: Reader, sageId: number) =>
    on
        .select({ screenId: screenShowings.screenId, userId: screenShowings.userId, at: screenShowings.at })
        .from(screenShowings)
        .innerJoin(screens, eq(screens.id, screenShowings.screenId))
        .where(eq(screens.sageId, sageId));

interface Texts {
    sageId: number;
    userId: number;
}

/** Returns whether a text is, but for its white space and case, among the answers of this sage's candidates whose findings a response has shown this user. */
export async function shownTexts(on: Reader, { sageId, userId }: Texts) {
    const rows = await on
        .select({ criterionId: screenAnswers.criterionId, text: screenAnswers.answer })
        .from(screenShowings)
        .innerJoin(screens, eq(screens.id, screenShowings.screenId))
        .innerJoin(screenAnswers, eq(screenAnswers.screenId, screens.id))
        .where(and(eq(screenShowings.userId, userId), eq(screens.sageId, sageId)));
    const shown = new Set(rows.map((row) => digestOf(row.criterionId, row.text)));
    return (criterion: string, text: string) => shown.has(digestOf(criterion, text));
}
