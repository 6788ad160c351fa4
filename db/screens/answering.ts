// Answering a screen: the candidate consents and starts, each answer is saved, and all are submitted in time.
import crypto from 'node:crypto';
import { and, eq, getTableColumns, gt, isNull, or, sql } from '../store/drizzle.ts';
import { findBy, placeholders, preparedWrite, query } from '../store/query.ts';
import { sha256 } from '../tokens.ts';
import { enqueue } from '../jobs/ledger.ts';
import { Refusal } from '../refusal.ts';
import { findSage, type SageRow } from '../sages/sages.ts';
import { findScreen, moveScreen, screenAnswers, type ScreenRow, screens } from './screens.ts';
import type { ConsentNotice } from './consent.ts';
import type { Reader, Tx } from '../store/index.ts';
import { minute } from '../store/time.ts';

/** Finds the screen of a private link by the link's token. */
export const findByLink = (on: Reader, token: string) => findByDigest(on, sha256(token));

const findByDigest = findBy(screens, screens.linkDigest);

interface Beginning {
    minutes: number;
    /** What the candidate agreed to; null where there was nothing to agree to. */
    notice: ConsentNotice | null;
    at: number;
}

/** Records the consent and starts the screen. A second start changes nothing. Refuses: wrong_state when it is over or expired. */
export async function startScreen(tx: Tx, screen: ScreenRow, { minutes, notice, at }: Beginning) {
    if (screen.status === 'ss_started') return;
    if (screen.expiresAt !== null && screen.expiresAt <= at) throw over();
    if ((await findSage(tx, screen.sageId))?.status === 'ss_inactive') throw over(); // it is about to be cancelled
    const deadlineAt = minutes > 0 ? at + minutes * minute : null;
    const to = {
        status: 'ss_started',
        consentedAt: at,
        consentNotice: notice,
        startedAt: at,
        deadlineAt
    } as const;
    if (await moveScreen(tx, screen.id, ['ss_invited'], to)) return;
    if ((await findScreen(tx, screen.id))?.status !== 'ss_started') throw over(); // a second click is not an error
}

/**
 * Saves the answer to a question in place of an earlier one. An answer that the candidate did not edit on this device
 * (`untouched`) never replaces a saved one. Refuses: wrong_state unless the screen is started and in time.
 */
export async function saveAnswer(
    tx: Tx,
    { screenId, criterionId, answer, at }: typeof screenAnswers.$inferInsert,
    { untouched = false } = {}
) {
    if (!(await openScreen.first(tx, { screenId, at }))) throw over();
    const save = untouched ? insertAnswer : putAnswer;
    await save(tx, { screenId, criterionId, answer, at });
}

const openScreen = query((on) =>
    on
        .select({ id: screens.id })
        .from(screens)
        .where(
            and(
                eq(screens.id, sql.placeholder('screenId')),
                eq(screens.status, 'ss_started'),
                or(isNull(screens.deadlineAt), gt(screens.deadlineAt, sql.placeholder('at')))
            )
        )
);

const answerRow = placeholders(getTableColumns(screenAnswers));

const insertAnswer = preparedWrite((tx) => tx.insert(screenAnswers).values(answerRow).onConflictDoNothing());

const putAnswer = preparedWrite((tx) => {
    const target = [screenAnswers.screenId, screenAnswers.criterionId];
    const { answer, at } = answerRow;
    return tx.insert(screenAnswers).values(answerRow).onConflictDoUpdate({ target, set: { answer, at } });
});

/** Submits the answers once and enqueues their evaluation; a second call changes nothing. Refuses: wrong_state. */
export async function submitScreen(tx: Tx, id: string, at: number) {
    const submitted = await moveScreen(tx, id, ['ss_started'], { status: 'ss_submitted', submittedAt: at });
    if (!submitted) {
        const known = await findScreen(tx, id);
        if (known?.submittedAt) return known; // a second click, or the time limit has already submitted it
        throw over();
    }
    if (submitted.kind !== 'test') await enqueue(tx, 'evaluate-screen', { screenId: id }, at);
    return submitted;
}

/** Starts a demonstration for a visitor with a demo key: it costs no credits, sends no mail and shows the verdict. */
export async function startDemo(tx: Tx, sage: SageRow, { token, minutes, notice, at }: NewDemo) {
    if (sage.releaseRunId === null) throw new Refusal('not_found', 'This demonstration is not there.');
    const [screen] = await tx
        .insert(screens)
        .values({
            id: crypto.randomUUID(),
            sageId: sage.id,
            releaseRunId: sage.releaseRunId,
            kind: 'demo',
            status: 'ss_started',
            candidateName: 'Demo visitor',
            candidateEmail: '',
            linkDigest: sha256(token),
            createdAt: at,
            consentedAt: at,
            consentNotice: notice,
            startedAt: at,
            deadlineAt: minutes > 0 ? at + minutes * minute : null
        })
        .returning();
    if (!screen) throw new Error('a new screen was not returned');
    return screen;
}

interface NewDemo extends Beginning {
    token: string;
}

/** Creates the test screen of a build, answered and submitted. Refuses: wrong_state for a second one of the same run. */
export async function createTestScreen(tx: Tx, { sageId, runId, answers, at }: NewTestScreen) {
    const [screen] = await tx
        .insert(screens)
        .values({
            id: crypto.randomUUID(),
            sageId,
            runId,
            releaseRunId: runId,
            kind: 'test',
            status: 'ss_started',
            candidateName: 'Test candidate',
            candidateEmail: '',
            createdAt: at,
            startedAt: at
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

const over = () => new Refusal('wrong_state', 'These questions are not open any more.');
