// More time for one candidate: to start, to submit, or to go on where the time has run out.
import { type Done, record } from '../record/audit.ts';
import { screenReviews } from '../judgement/levels.ts';
import { getSage } from '../sages/sages.ts';
import { mayStillAnswer, queueScreenMail } from '../screens/invitations.ts';
import { getScreen, moveScreen, ranOut, type ScreenRow } from '../screens/screens.ts';
import { eq } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { Refusal } from '../store/refusal.ts';
import { hour, minute } from '../store/time.ts';

interface More extends Done {
    hours: number;
    minutes: number;
}

/**
 * Gives one candidate more time, without a reason. Before the start the hours are for starting and the minutes for answering;
 * later both move the end. Where the time has run out the questions open again with what was written, what software found goes,
 * and the candidate gets the link again. Refuses: wrong_state where no time ends, the candidate has submitted, or somebody has
 * judged the answers.
 */
export async function extendScreen(tx: Tx, id: string, { hours, minutes, by, at }: More) {
    const screen = await getScreen(tx, id);
    const to = await extended(tx, screen, { hours, minutes, at });
    if (!to)
        throw new Refusal(
            'wrong_state',
            'You can extend a time only until the answers are submitted or judged.'
        );
    const moved = await moveScreen(tx, id, [screen.status], to);
    if (!moved) throw new Error('a screen left its status');
    const after = [...(hours > 0 ? [`${hours} hours`] : []), ...(minutes > 0 ? [`${minutes} minutes`] : [])];
    await record(tx, { by, act: 'screen.extend', target: `screen:${id}`, after: after.join(', '), at });
    const wasOver = screen.deadlineAt !== null && screen.deadlineAt <= at;
    if (moved.status === 'ss_started' && wasOver)
        await queueScreenMail(tx, 'screen_reminder', {
            screen: moved,
            sage: await getSage(tx, moved.sageId),
            at
        });
    return moved;
}

async function extended(on: Reader, screen: ScreenRow, { hours, minutes, at }: Omit<More, 'by'>) {
    const { kind, status, expiresAt, deadlineAt, extraMinutes } = screen;
    if (kind !== 'real') return undefined;
    if (status === 'ss_invited' && expiresAt !== null && mayStillAnswer(screen, at))
        return { expiresAt: expiresAt + hours * hour, extraMinutes: extraMinutes + minutes };
    if (deadlineAt === null) return undefined;
    const until = { deadlineAt: Math.max(deadlineAt, at) + hours * hour + minutes * minute };
    if (status === 'ss_started') return until;
    if (!mayOpenAgain(screen) || (await isReviewed(on, screen.id))) return undefined;
    const unread = { submittedAt: null, evaluatedAt: null, verdict: null, flagged: false } as const;
    return { status: 'ss_started' as const, remindedAt: at, ...unread, ...until };
}

/** Whether the time ran out before the candidate submitted, and nothing was decided since. */
export const mayOpenAgain = (screen: ScreenRow) =>
    screen.kind === 'real' &&
    (screen.status === 'ss_submitted' || screen.status === 'ss_evaluated') &&
    ranOut(screen) &&
    screen.decision === 'not_reviewed' &&
    screen.verdict?.fault !== 'person_asked' &&
    screen.erasedAt === null;

const isReviewed = async (on: Reader, id: string) =>
    (await on.select().from(screenReviews).where(eq(screenReviews.screenId, id)).limit(1)).length > 0;
