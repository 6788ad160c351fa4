// A screen: one candidate's answers to one sage's questions, and the verdict on them.
import { integer, key, maybe, text, time, word } from '../store/columns.ts';
import { and, asc, eq, index, inArray, primaryKey, sql, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { lookup } from '../store/query.ts';
import { Refusal } from '../refusal.ts';
import { sages } from '../sages/sages.ts';
import type { Reader, Tx } from '../store.ts';
import type { Verdict } from '../sages/verdicts.ts';

export type ScreenRow = typeof screens.$inferSelect;
export type ScreenStatus = ScreenRow['status'];
export const decisions = ['not_reviewed', 'advanced', 'rejected', 'hired'] as const;

export const screens = sqliteTable(
    'screens',
    {
        id: key(),
        sageId: integer().references(() => sages.id),
        /** `test` is a build's own, `demo` a visitor's by demo key: neither costs credits nor sends mail. */
        kind: word('real', 'test', 'demo'),
        runId: maybe.text(), // of the build that a test screen belongs to
        releaseRunId: maybe.text(), // the release that asks and judges; a rebuilt sage does not change it
        status: word(
            'ss_draft',
            'ss_invited',
            'ss_started',
            'ss_submitted',
            'ss_evaluated',
            'ss_cancelled',
            'ss_expired'
        ),
        decision: word(...decisions).default('not_reviewed'),
        decidedBy: maybe.integer(),
        deciderName: maybe.text(), // as they were called then
        decidedAt: maybe.time(),
        decisionNote: maybe.text(),
        candidateName: text(),
        candidateEmail: text(),
        linkIssue: integer().default(1),
        linkDigest: maybe.text(),
        verdict: maybe.json<Verdict>(),
        cancelReason: maybe.text(),
        openedAt: maybe.time(), // first read by somebody of the staff
        createdAt: time(),
        invitedAt: maybe.time(),
        remindedAt: maybe.time(),
        expiresAt: maybe.time(), // the last moment to start
        consentedAt: maybe.time(),
        startedAt: maybe.time(),
        deadlineAt: maybe.time(), // the last moment to submit
        submittedAt: maybe.time(),
        evaluatedAt: maybe.time(),
        endedAt: maybe.time() // cancelled or expired
    },
    (t) => [
        index('screens_by_sage').on(t.sageId, t.status),
        index('screens_by_status').on(t.status, t.expiresAt),
        uniqueIndex('screens_link').on(t.linkDigest),
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

/** Moves a screen on, only from one of `from`. Undefined: it was in another status, and nothing was written. */
export async function moveScreen(tx: Tx, id: string, from: readonly ScreenStatus[], to: Partial<ScreenRow>) {
    const [moved] = await tx
        .update(screens)
        .set(to)
        .where(and(eq(screens.id, id), inArray(screens.status, [...from])))
        .returning();
    return moved;
}

/** Writes the verdict on a submitted screen, once. Refuses: wrong_state. */
export async function recordVerdict(tx: Tx, id: string, verdict: Verdict, at: number) {
    const judged = await moveScreen(tx, id, ['ss_submitted'], {
        status: 'ss_evaluated',
        verdict,
        evaluatedAt: at
    });
    if (!judged) throw new Refusal('wrong_state', 'Only a submitted screen can be evaluated.');
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
