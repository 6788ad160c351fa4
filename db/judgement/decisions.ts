// Decisions of named people about candidates. Each decision is a permanent row; the screen has the latest.
import { record } from '../record/audit.ts';
import { Refusal } from '../store/refusal.ts';
import {
    assertNotErased,
    getScreen,
    moveScreen,
    type ScreenRow,
    decisions,
    screens
} from '../screens/screens.ts';
import { code, enumText, flag, nullable, others, serial, text, time, words } from '../store/columns.ts';
import { and, asc, inArray, index, isNull, sqliteTable } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import type { Recommendation } from '../sages/verdicts.ts';
import { tellOfDecision } from './decision-mails.ts';
import { type ReviewerAct, type GivenLevel, giveNewLevels, latestOfEach, reviewsOf } from './levels.ts';
import { isLicensed } from './licence.ts';

export type DecisionRow = typeof screenDecisions.$inferSelect;

export const screenDecisions = sqliteTable(
    'screen_decisions',
    {
        id: serial(),
        screenId: code().references(() => screens.id),
        at: time(),
        decision: enumText(...decisions),
        note: text(words).default(''),
        decidedBy: nullable.integer(),
        deciderName: nullable.text(others), // their name at that time
        noteOnly: flag().default(false), // a note about the candidate: the decision stayed as it was
        undoneAt: nullable.time() // taken back by who made it
    },
    (t) => [index('screen_decisions_by_screen').on(t.screenId)]
);

/** Returns the decisions on these screens that were not undone, and the notes in addition to them (`noteOnly`), oldest first. */
export function decisionsAndNotesOf(on: Reader, screenIds: readonly string[]): Promise<DecisionRow[]> {
    const { screenId, undoneAt } = screenDecisions;
    const isOneOf = and(inArray(screenId, [...screenIds]), isNull(undoneAt));
    return on.select().from(screenDecisions).where(isOneOf).orderBy(asc(screenDecisions.id));
}

/** The same without the notes. */
export const decisionsOf = async (on: Reader, screenIds: readonly string[]) =>
    (await decisionsAndNotesOf(on, screenIds)).filter(({ noteOnly }) => !noteOnly);

interface Decision extends ReviewerAct {
    decision: ScreenRow['decision'];
    note: string;
    /** What the decider gives with it; it counts as given before. */
    levels?: readonly GivenLevel[];
    /** How long it can be undone; the candidate is told after that. */
    undoMs?: number;
}

/**
 * Records the decision of a named person, who may or may not have given levels; an evaluator never decides. Refuses:
 * wrong_state before the verdict exists; invalid_field without a note where one is required, and as giveLevels does.
 */
export async function decideScreen(tx: Tx, id: string, { levels = [], by, at, ...made }: Decision) {
    const { decision, note, undoMs } = made;
    const before = await getScreen(tx, id);
    assertNotErased(before);
    if (before.kind !== 'real')
        throw new Refusal('wrong_state', 'You can decide only on real candidates, not on tests or demos.');
    if (before.status !== 'ss_evaluated')
        throw new Refusal('wrong_state', 'You can decide only after the answers are evaluated.');
    await giveNewLevels(tx, before, { levels, by, at });
    if (note.trim() === '') await assertNoNoteNeeded(tx, before, decision);
    const to = { decision, decisionNote: note, decidedBy: by.id, deciderName: by.displayName, decidedAt: at };
    const screen = await moveScreen(tx, id, ['ss_evaluated'], to);
    if (!screen) throw new Error('an evaluated screen left its status');
    const row = { screenId: id, at, decision, note, decidedBy: by.id, deciderName: by.displayName };
    await tx.insert(screenDecisions).values(row);
    const act = { by, act: 'screen.decide', target: `screen:${id}`, before: before.decision };
    await record(tx, { ...act, after: decision, at });
    await tellOfDecision(tx, screen, at, undoMs);
    return screen;
}

async function assertNoNoteNeeded(tx: Tx, screen: ScreenRow, decision: ScreenRow['decision']) {
    if ((await decisionsOf(tx, [screen.id])).length > 0)
        throw noteMissing('There is already a decision. Add a note that explains the change.');
    const advice = await adviceOn(tx, screen);
    if (advice.some((recommendation) => isAgainst(decision, recommendation)))
        throw noteMissing(
            'This differs from the score of the levels or from the recommendation. Add a note that explains why.'
        );
}

const noteMissing = (message: string) => new Refusal('invalid_field', message, { field: 'note' });

/** The recommendations that a decision may contradict only with a note: a licensed evaluator's and those of complete reviews. */
async function adviceOn(tx: Tx, screen: ScreenRow): Promise<Recommendation[]> {
    const licensed = screen.verdict !== null && (await isLicensed(tx, screen.releaseRunId ?? ''));
    const latest = latestOfEach(await reviewsOf(tx, [screen]));
    return [
        ...(licensed && screen.verdict ? [screen.verdict.recommendation] : []),
        ...latest.map(({ recommendation }) => recommendation)
    ];
}

function isAgainst(decision: ScreenRow['decision'], recommendation: Recommendation) {
    if (recommendation === 'advance') return decision === 'rejected';
    return recommendation === 'reject' && (decision === 'advanced' || decision === 'hired');
}
