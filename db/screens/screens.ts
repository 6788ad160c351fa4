// A screen: one candidate's answers to one sage's questions, and the verdict on them.
import type { ConsentNotice } from './consent.ts';
import {
    code,
    enumText,
    flag,
    integer,
    key,
    nullable,
    others,
    personal,
    plain,
    text,
    time,
    words
} from '../store/columns.ts';
import {
    and,
    eq,
    index,
    inArray,
    isNull,
    primaryKey,
    sql,
    sqliteTable,
    uniqueIndex
} from '../store/drizzle.ts';
import { findBy } from '../store/query.ts';
import { compareBytes } from '../store/text-order.ts';
import { Refusal } from '../store/refusal.ts';
import { sages } from '../sages/sages.ts';
import type { Reader, Tx } from '../store/index.ts';
import { needsNoLevels, type Verdict, withoutWords } from '../sages/verdicts.ts';

export type ScreenRow = typeof screens.$inferSelect;
export type ScreenStatus = ScreenRow['status'];
export const decisions = ['not_reviewed', 'advanced', 'rejected', 'hired'] as const;

export const screens = sqliteTable(
    'screens',
    {
        id: key(),
        sageId: integer().references(() => sages.id),
        /** `test` is created by a build, `demo` by a visitor with a demo key: neither costs credits nor sends email. */
        kind: enumText('real', 'test', 'demo'),
        assignedTo: nullable.integer(), // the user who is to review it; lists name them while they are active
        runId: nullable.code(), // the build of a test screen
        releaseRunId: nullable.code(), // the release that evaluates this screen; a later build does not change it
        status: enumText(
            'ss_draft',
            'ss_invited',
            'ss_started',
            'ss_submitted',
            'ss_evaluated',
            'ss_cancelled',
            'ss_expired'
        ),
        decision: enumText(...decisions).default('not_reviewed'),
        decidedBy: nullable.integer(),
        deciderName: nullable.text(others), // their name at that time
        decidedAt: nullable.time(),
        decisionNote: nullable.text({ ...words, blank: () => '' }),
        candidateName: text({ ...personal, blank: () => 'Erased candidate' }),
        candidateEmail: text(personal),
        personalLine: nullable.text(personal), // what the invitation says to this candidate, in its author's words
        linkIssue: integer().default(1),
        linkDigest: nullable.code(),
        verdict: nullable.json<Verdict>({ ...personal, blank: withoutWords }),
        flagged: flag().default(false), // the verdict has a flag of weight for an answer
        cancelReason: nullable.text(words),
        openedAt: nullable.time(), // when staff first read it
        createdAt: time(),
        invitedAt: nullable.time(),
        remindedAt: nullable.time(),
        expiresAt: nullable.time(), // the deadline for starting
        extraMinutes: integer().default(0), // of the time limit, given before the start
        consentedAt: nullable.time(),
        consentNotice: nullable.json<ConsentNotice>(plain), // as the candidate saw it when agreeing
        startedAt: nullable.time(),
        deadlineAt: nullable.time(), // the deadline for submitting
        submittedAt: nullable.time(),
        evaluatedAt: nullable.time(),
        endedAt: nullable.time(), // cancelled or expired
        erasedAt: nullable.time() // what the candidate is known by is gone
    },
    (t) => [
        index('screens_by_time').on(t.createdAt, t.id),
        index('screens_to_erase')
            .on(t.kind, t.createdAt)
            .where(sql`erased_at is null`),
        index('screens_undecided').on(t.decision, t.status, t.kind, t.evaluatedAt, t.id),
        index('screens_flagged').on(t.flagged, t.decision, t.status, t.kind, t.evaluatedAt, t.id),
        index('screens_by_state').on(t.status, t.kind, t.createdAt, t.id),
        index('screens_of_sage').on(t.sageId, t.kind, t.status, t.decision, t.evaluatedAt, t.id),
        index('screens_assigned')
            .on(t.assignedTo, t.status, t.decision, t.evaluatedAt, t.id)
            .where(sql`assigned_to is not null`),
        index('screens_by_status').on(t.status, t.expiresAt),
        index('screens_by_name').on(sql`lower(${t.candidateName})`),
        index('screens_by_email').on(sql`lower(${t.candidateEmail})`),
        index('screens_by_other_email')
            .on(t.candidateEmail)
            .where(sql`octet_length(candidate_email) <> length(candidate_email)`), // not in ASCII alone
        uniqueIndex('screens_link').on(t.linkDigest),
        uniqueIndex('screens_test_of_run')
            .on(t.runId)
            .where(sql`kind = 'test'`)
    ]
);

export const screenAnswers = sqliteTable(
    'screen_answers',
    {
        screenId: code().references(() => screens.id),
        criterionId: code(),
        answer: text(personal), // what would be submitted now
        rivals: nullable.json<string[]>(personal), // what it is put together from, while the candidate has to choose
        done: flag().default(true), // the candidate went on to another question
        at: time()
    },
    (t) => [primaryKey({ columns: [t.screenId, t.criterionId] })]
);

/** Changes the status of a screen that is in one of `from`. Returns undefined, and changes nothing, in any other. */
export async function moveScreen(tx: Tx, id: string, from: readonly ScreenStatus[], to: Partial<ScreenRow>) {
    const [moved] = await tx
        .update(screens)
        .set(to)
        .where(and(eq(screens.id, id), inArray(screens.status, [...from])))
        .returning();
    return moved;
}

/** The address of a candidate was wrong: later emails go to the right one. One that was changed meanwhile stays. */
export async function moveRecipient(tx: Tx, id: string, { from, to }: { from: string; to: string }) {
    await tx
        .update(screens)
        .set({ candidateEmail: to })
        .where(and(eq(screens.id, id), eq(screens.candidateEmail, from), isNull(screens.erasedAt)));
}

/**
 * Whether a screen waits for evaluation: it is submitted, or its evaluator was unavailable. A candidate who requested a person
 * or wrote nothing waits for none.
 */
export const waitsForVerdict = ({ status, verdict, erasedAt }: ScreenRow) =>
    erasedAt === null &&
    (status === 'ss_submitted' ||
        (status === 'ss_evaluated' && verdict?.fault !== undefined && !needsNoLevels(verdict)));

/**
 * Stores the verdict on a screen as it was judged, once. It replaces only a verdict that says that the evaluator was
 * unavailable. Reviews and decisions are unchanged. One that was erased or opened again meanwhile stays as it is. Returns whether
 * it is stored. Refuses: wrong_state.
 */
export async function recordVerdict(tx: Tx, judged: ScreenRow, verdict: Verdict, at: number) {
    const { id, submittedAt } = judged;
    const screen = await findScreen(tx, id);
    if (screen && (screen.erasedAt !== null || screen.submittedAt !== submittedAt)) return false;
    if (!screen || !waitsForVerdict(screen))
        throw new Refusal('wrong_state', 'Only submitted answers can be evaluated.');
    const to = { status: 'ss_evaluated', verdict, flagged: isFlagged(verdict), evaluatedAt: at } as const;
    await moveScreen(tx, id, [screen.status], to);
    return true;
}

/** A verdict that has a fault says nothing of the answers. */
const isFlagged = ({ fault, findings }: Verdict) =>
    fault === undefined && findings.some(({ flags }) => flags.length > 0);

/** Whether the time ended before the candidate submitted. */
export const ranOut = ({ deadlineAt, submittedAt }: Pick<ScreenRow, 'deadlineAt' | 'submittedAt'>) =>
    deadlineAt !== null && submittedAt !== null && deadlineAt <= submittedAt;

export const findScreen = findBy(screens, screens.id);

/** Refuses: not_found. */
export async function getScreen(on: Reader, id: string) {
    const screen = await findScreen(on, id);
    if (!screen) throw new Refusal('not_found', 'Screen not found.');
    return screen;
}

/** Refuses writing about an erased candidate: wrong_state. */
export function assertNotErased({ erasedAt }: ScreenRow) {
    if (erasedAt !== null) throw new Refusal('wrong_state', "This candidate's data was deleted.");
}

export const noLongerOpen = () => new Refusal('wrong_state', 'These questions are closed.');

export async function answersOf(on: Reader, screenId: string) {
    const answers = await on
        .select({ criterionId: screenAnswers.criterionId, answer: screenAnswers.answer })
        .from(screenAnswers)
        .where(eq(screenAnswers.screenId, screenId));
    return answers.toSorted((a, b) => compareBytes(a.criterionId, b.criterionId));
}

/** Whether staff may read the answers: until they are sent they are the candidate's alone. */
export const isSent = ({ submittedAt }: Pick<ScreenRow, 'submittedAt'>) => submittedAt !== null;

/** Returns the answers that staff may read: none before the candidate has sent them. */
export const sentAnswersOf = async (on: Reader, screen: Pick<ScreenRow, 'id' | 'submittedAt'>) =>
    isSent(screen) ? answersOf(on, screen.id) : [];

/** Returns the answers of these screens by screen id, each by criterion id. */
export async function answersOfAll(on: Reader, of: readonly Pick<ScreenRow, 'id'>[]) {
    const { screenId, criterionId, answer } = screenAnswers;
    const isOneOf = inArray(
        screenId,
        of.map(({ id }) => id)
    );
    const rows = await on.select({ screenId, criterionId, answer }).from(screenAnswers).where(isOneOf);
    const byScreen = Map.groupBy(rows, (row) => row.screenId);
    return new Map(
        Array.from(byScreen, ([id, some]) => [id, new Map(some.map((one) => [one.criterionId, one.answer]))])
    );
}

/** Records that staff have read the screen, which marking a sage as tested depends on. */
export async function markOpened(tx: Tx, id: string, at: number) {
    await tx
        .update(screens)
        .set({ openedAt: sql`coalesce(${screens.openedAt}, ${at})` })
        .where(eq(screens.id, id));
}
