// Answering a screen: the candidate consents and starts, and their answers are submitted in time.
import crypto from 'node:crypto';
import { findBy, insertOne } from '../store/query.ts';
import { sha256 } from '../accounts/tokens.ts';
import { enqueue } from '../jobs/ledger.ts';
import { queueMail } from '../jobs/mails.ts';
import { Refusal } from '../store/refusal.ts';
import { findSage, type SageRow } from '../sages/sages.ts';
import { saveAnswer } from './saving.ts';
import { answersOf, findScreen, moveScreen, type ScreenRow, screens, noLongerOpen } from './screens.ts';
import type { ConsentNotice } from './consent.ts';
import type { Reader, Tx } from '../store/index.ts';
import { minute } from '../store/time.ts';

declare module '../jobs/ledger.ts' {
    interface Tasks {
        'evaluate-screen': { screenId: string };
    }
}

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
    if (screen.expiresAt !== null && screen.expiresAt <= at) throw noLongerOpen();
    if ((await findSage(tx, screen.sageId))?.status === 'ss_inactive') throw noLongerOpen(); // it is about to be cancelled
    const deadlineAt = minutes > 0 ? at + (minutes + screen.extraMinutes) * minute : null;
    const to = {
        status: 'ss_started',
        consentedAt: at,
        consentNotice: notice,
        startedAt: at,
        deadlineAt
    } as const;
    if (await moveScreen(tx, screen.id, ['ss_invited'], to)) return;
    if ((await findScreen(tx, screen.id))?.status !== 'ss_started') throw noLongerOpen(); // a second click is not an error
}

/** Submits the answers once and enqueues their evaluation; a second call changes nothing. Refuses: wrong_state. */
export async function submitScreen(tx: Tx, id: string, now: number) {
    const { deadlineAt = null } = (await findScreen(tx, id)) ?? {};
    const at = deadlineAt !== null && deadlineAt <= now ? deadlineAt - 1 : now; // it counts as in time, for nobody else has submitted it
    const submitted = await moveScreen(tx, id, ['ss_started'], { status: 'ss_submitted', submittedAt: at });
    if (!submitted) {
        const known = await findScreen(tx, id);
        if (known?.submittedAt) return known; // a second click, or the time limit has already submitted it
        throw noLongerOpen();
    }
    if (submitted.kind !== 'test') await afterSubmission(tx, submitted, at);
    return submitted;
}

/** Enqueues the evaluation of submitted answers, and a receipt to their candidate. */
export async function afterSubmission(tx: Tx, screen: ScreenRow, at: number) {
    const {
        id: screenId,
        kind,
        sageId,
        linkIssue: issue,
        candidateName: name,
        candidateEmail: email
    } = screen;
    await enqueue(tx, 'evaluate-screen', { screenId }, at);
    const sage = kind === 'real' && (await findSage(tx, sageId));
    if (!sage) return;
    const answers = (await answersOf(tx, screenId)).filter(({ answer }) => answer !== '').length;
    const about = { screenId, issue, position: sage.name, language: sage.language, answers, submittedAt: at };
    await queueMail(tx, { kind: 'screen_received', to: { name, email }, about, at });
}

/** Starts a demo for a visitor with a demo key: it costs no credits, sends no email and shows the verdict. */
export async function startDemo(tx: Tx, sage: SageRow, { token, minutes, notice, at }: NewDemo) {
    if (sage.releaseRunId === null) throw new Refusal('not_found', 'Demo not found.');
    return insertOne(tx, screens, {
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
    });
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
    if (!screen) throw new Refusal('wrong_state', 'This build already has test answers.');
    for (const [criterionId, answer] of Object.entries(answers)) {
        await saveAnswer(tx, { screenId: screen.id, criterionId, text: answer, at });
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
