// What a reviewer saves in one form, levels, a decision and a note, and how a decision is undone.
import { record } from '../record/audit.ts';
import { assertNotErased, getScreen, moveScreen, type ScreenRow } from '../screens/screens.ts';
import { needsNoLevels } from '../sages/verdicts.ts';
import { eq } from '../store/drizzle.ts';
import { Refusal } from '../store/refusal.ts';
import type { Tx } from '../store/index.ts';
import { tellOfUndoing } from './decision-mails.ts';
import { decideScreen, decisionsAndNotesOf, decisionsOf, screenDecisions } from './decisions.ts';
import {
    type ReviewerAct,
    assertSameAnswers,
    type GivenLevel,
    giveNewLevels,
    gradableScreen,
    reviewsOf
} from './levels.ts';

/** `undoMs`: how long a decision can be undone. */
type ActToUndo = ReviewerAct & { undoMs: number };

interface Reviewing extends ActToUndo {
    levels: readonly GivenLevel[];
    /** The one that the screen has already: no decision is made, and a note is stored alone. */
    decision: ScreenRow['decision'] | undefined;
    note: string;
    /** The latest decision that the person saw, 0 for none; undefined where they do not say. */
    seen?: number | undefined;
    /** When the answers that they read were submitted; undefined where they do not say. */
    seenSubmitted?: number | undefined;
}

/**
 * Saves levels, decision and note together, or nothing. Refuses: invalid_field for a decision while answers lack a level of this
 * person, and where there is nothing to save; and as giveLevels and decideScreen do.
 */
export async function reviewScreen(
    tx: Tx,
    id: string,
    { levels, decision, note, seen, seenSubmitted, ...act }: Reviewing
) {
    const { screen, criteria } = await gradableScreen(tx, id);
    assertSameAnswers(screen, seenSubmitted);
    const { by, at } = act;
    const isNew = await giveNewLevels(tx, screen, { levels, by, at });
    const own = (await reviewsOf(tx, [screen])).findLast((one) => one.by.id === by.id)?.levels ?? [];
    const missing = criteria.flatMap(({ id }, place) =>
        own.some(({ criterion_id }) => criterion_id === id) ? [] : [place + 1]
    );
    const isDecided = decision !== undefined && decision !== screen.decision;
    const needsLevels = !needsNoLevels(screen.verdict);
    if (isDecided) await assertSeen(tx, id, seen);
    if (isDecided && needsLevels) assertNoneMissing(missing);
    if (isDecided) await decideScreen(tx, id, { decision, note, ...act });
    else if (note.trim() !== '') await addNote(tx, screen, { note, ...act });
    else if (decision === undefined && !isNew) throw nothingGiven(needsLevels && missing.length > 0);
    const decisionId = await latestOf(tx, id);
    return { screen: await getScreen(tx, id), isDecided, decisionId, isComplete: missing.length === 0 };
}

const latestOf = async (tx: Tx, id: string) => (await decisionsOf(tx, [id])).at(-1)?.id ?? 0;

/** A form that was opened before a colleague decided must not overturn their decision unseen. */
async function assertSeen(tx: Tx, id: string, seen: number | undefined) {
    if (seen === undefined || seen === (await latestOf(tx, id))) return;
    throw new Refusal('wrong_state', 'A colleague decided meanwhile. Look at their decision first.');
}

function assertNoneMissing(missing: readonly number[]) {
    if (missing.length === 0) return;
    const answers = missing.map((place) => `answer ${place}`).join(', ');
    const message = `Give every answer a level before you decide. Missing: ${answers}.`;
    throw new Refusal('invalid_field', message, { field: 'levels' });
}

const nothingGiven = (needsLevels: boolean) =>
    needsLevels
        ? new Refusal('invalid_field', 'Choose a level for at least one answer.', { field: 'levels' })
        : new Refusal('invalid_field', 'Choose a decision.', { field: 'decision' });

/** Notes are stored with the decisions, for they are about one or lead to one. What was said last is not stored again. */
async function addNote(tx: Tx, screen: ScreenRow, { note, by, at }: ReviewerAct & { note: string }) {
    const { id, decision } = screen;
    const last = (await decisionsAndNotesOf(tx, [id])).at(-1);
    if (last?.decidedBy === by.id && last.note === note) return;
    const row = { screenId: id, at, decision, note, decidedBy: by.id, deciderName: by.displayName };
    await tx.insert(screenDecisions).values({ ...row, noteOnly: true });
    await record(tx, { by, act: 'screen.note', target: `screen:${id}`, at });
}

/**
 * Takes back the latest decision: the one before is in force again, and no email reports it. Refuses: forbidden
 * for all but the person who made it; wrong_state after the time for it.
 */
export async function undoDecision(
    tx: Tx,
    id: string,
    { by, at, undoMs, decisionId }: ActToUndo & { decisionId?: number | undefined }
) {
    const screen = await getScreen(tx, id);
    assertNotErased(screen);
    const [last, before] = (await decisionsOf(tx, [id])).toReversed();
    if (last && last.decidedBy !== by.id)
        throw new Refusal('forbidden', 'Only the person who decided can undo it.');
    if (last && decisionId !== undefined && last.id !== decisionId)
        throw new Refusal('wrong_state', 'This decision is not the latest one.');
    if (!last || at >= last.at + undoMs)
        throw new Refusal(
            'wrong_state',
            'The time to undo this decision is over. Change the decision instead.'
        );
    await tx.update(screenDecisions).set({ undoneAt: at }).where(eq(screenDecisions.id, last.id));
    const to = {
        decision: before?.decision ?? 'not_reviewed',
        decisionNote: before?.note ?? null,
        decidedBy: before?.decidedBy ?? null,
        deciderName: before?.deciderName ?? null,
        decidedAt: before?.at ?? null
    } as const;
    const restored = await moveScreen(tx, id, ['ss_evaluated'], to);
    if (!restored) throw new Error('an evaluated screen left its status');
    const states = { before: last.decision, after: restored.decision };
    await record(tx, { by, act: 'screen.undo-decision', target: `screen:${id}`, ...states, at });
    await tellOfUndoing(tx, restored, { madeAt: last.at, at, undoMs });
    return restored;
}
