// A screen: one candidate's answers to one sage's questions, and the verdict on them.
import crypto from 'node:crypto';
import { integer, key, maybe, text, time, word } from './columns.ts';
import { and, asc, eq, index, primaryKey, sql, sqliteTable, uniqueIndex } from './drizzle.ts';
import { lookup } from './query.ts';
import { Refusal } from './refusal.ts';
import { sages } from './sages.ts';
import type { Reader, Tx } from './store.ts';
import type { Verdict } from './verdicts.ts';

export type ScreenRow = typeof screens.$inferSelect;

export const screens = sqliteTable(
    'screens',
    {
        id: key(),
        sageId: integer().references(() => sages.id),
        /** `test` is a build's own: no credits, no mail, no candidate. */
        kind: word('real', 'test', 'demo'),
        runId: maybe.text(), // of a test screen
        status: word(
            'ss_draft',
            'ss_invited',
            'ss_started',
            'ss_submitted',
            'ss_evaluated',
            'ss_cancelled',
            'ss_expired'
        ),
        decision: word('not_reviewed', 'advanced', 'rejected', 'hired').default('not_reviewed'),
        candidateName: text(),
        candidateEmail: text(),
        verdict: maybe.json<Verdict>(),
        openedAt: maybe.time(), // first read by somebody of the staff
        createdAt: time(),
        submittedAt: maybe.time(),
        evaluatedAt: maybe.time()
    },
    (t) => [
        index('screens_by_sage').on(t.sageId, t.status),
        uniqueIndex('screens_test_of_run')
            .on(t.runId)
            .where(sql`kind = 'test'`)
    ]
);

export const screenAnswers = sqliteTable(
    'screen_answers',
    {
        screenId: text().references(() => screens.id),
        criterionId: text(),
        answer: text(),
        at: time()
    },
    (t) => [primaryKey({ columns: [t.screenId, t.criterionId] })]
);

/** Makes the test screen of a build, answered and submitted. A second one for the same run is refused: wrong_state. */
export async function createTestScreen(tx: Tx, { sageId, runId, answers, at }: NewTestScreen) {
    const [screen] = await tx
        .insert(screens)
        .values({
            id: crypto.randomUUID(),
            sageId,
            runId,
            kind: 'test',
            status: 'ss_started',
            candidateName: 'Test candidate',
            candidateEmail: '',
            createdAt: at
        })
        .onConflictDoNothing()
        .returning();
    if (!screen) throw new Refusal('wrong_state', 'This build has its test screen already.');
    for (const [criterionId, answer] of Object.entries(answers)) {
        await saveAnswer(tx, { screenId: screen.id, criterionId, answer, at });
    }
    await submitScreen(tx, screen.id, at);
    return screen.id;
}

interface NewTestScreen {
    sageId: number;
    runId: string;
    answers: Readonly<Record<string, string>>;
    at: number;
}

/** Keeps an answer, the newest one for each criterion. Refuses: wrong_state unless the screen is under way. */
export async function saveAnswer(
    tx: Tx,
    { screenId, criterionId, answer, at }: typeof screenAnswers.$inferInsert
) {
    const open = await tx
        .select({ id: screens.id })
        .from(screens)
        .where(and(eq(screens.id, screenId), eq(screens.status, 'ss_started')));
    if (open.length === 0) throw new Refusal('wrong_state', 'These questions are not open any more.');
    await tx
        .insert(screenAnswers)
        .values({ screenId, criterionId, answer, at })
        .onConflictDoUpdate({
            target: [screenAnswers.screenId, screenAnswers.criterionId],
            set: { answer, at }
        });
}

export async function submitScreen(tx: Tx, id: string, at: number) {
    await move(tx, id, 'ss_started', { status: 'ss_submitted', submittedAt: at });
}

/** Writes the verdict on a submitted screen, once. Refuses: wrong_state. */
export async function recordVerdict(tx: Tx, id: string, verdict: Verdict, at: number) {
    await move(tx, id, 'ss_submitted', { status: 'ss_evaluated', verdict, evaluatedAt: at });
}

async function move(tx: Tx, id: string, from: ScreenRow['status'], to: Partial<ScreenRow>) {
    const moved = await tx
        .update(screens)
        .set(to)
        .where(and(eq(screens.id, id), eq(screens.status, from)))
        .returning({ id: screens.id });
    if (moved.length === 0)
        throw new Refusal('wrong_state', `Only a screen in ${from} can go on to ${to.status}.`);
}

export const findScreen = lookup(screens, screens.id);

export function answersOf(on: Reader, screenId: string) {
    return on
        .select({ criterion_id: screenAnswers.criterionId, answer: screenAnswers.answer })
        .from(screenAnswers)
        .where(eq(screenAnswers.screenId, screenId))
        .orderBy(asc(screenAnswers.criterionId));
}

/** Remembers that somebody of the staff has read the screen; testing a sage rests on that. */
export async function markOpened(tx: Tx, id: string, at: number) {
    await tx
        .update(screens)
        .set({ openedAt: sql`coalesce(${screens.openedAt}, ${at})` })
        .where(eq(screens.id, id));
}
