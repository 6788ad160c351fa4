// Screens that end without answers: cancelled ones with their refunds, and those whose time is over.
import { type Done, record } from '../record/audit.ts';
import { refundSpend } from '../accounts/credits.ts';
import { and, eq, exists, inArray, lte, max, sql, type SQL } from '../store/drizzle.ts';
import { enqueue } from '../jobs/ledger.ts';
import { sages, sagesById } from '../sages/sages.ts';
import { afterSubmission } from './answering.ts';
import { queueScreenMail, screenReference } from './invitations.ts';
import { grace } from './saving.ts';
import {
    findScreen,
    getScreen,
    moveScreen,
    noLongerOpen,
    screenAnswers,
    type ScreenRow,
    screens
} from './screens.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';

declare module '../jobs/ledger.ts' {
    interface Tasks {
        'refund-credit': { screenId: string };
    }
}

/** That a candidate's screen has not been started. */
const isOutstanding = and(eq(screens.kind, 'real'), inArray(screens.status, ['ss_draft', 'ss_invited']));

/** The condition that a candidate's screen of the sage in the outer query is outstanding. */
export const hasOutstanding = (on: Reader) =>
    exists(
        on
            .select({ id: screens.id })
            .from(screens)
            .where(and(eq(screens.sageId, sages.id), isOutstanding))
    );

/** How many candidates' screens of each of these sages are outstanding: those are cancelled when it is turned off. */
export async function countOutstanding(on: Reader, sageIds: readonly number[]) {
    const { sageId } = screens;
    const rows = await on
        .select({ sageId, count: sql<number>`count(*)` })
        .from(screens)
        .where(and(inArray(sageId, [...sageIds]), isOutstanding))
        .groupBy(sageId);
    return new Map(rows.map((row) => [row.sageId, row.count]));
}

/** Cancels one outstanding screen: refunds its credits once and notifies its candidate once, if they were invited. */
export async function cancelScreen(tx: Tx, id: string, { by, reason, at }: Done & { reason: string }) {
    await getScreen(tx, id);
    await expireInvitations(tx, at, eq(screens.id, id)); // an expired screen is not refunded, even if the periodic expiry has not run yet
    const [cancelled] = await cancelPart(tx, eq(screens.id, id), { reason, at, onlyInvited: true });
    if (!cancelled) throw new Refusal('wrong_state', 'You can cancel only before the candidate starts.');
    await record(tx, { by, act: 'screen.cancel', target: `screen:${id}`, at }); // without the reason, which may contain details about the candidate
    return cancelled;
}

/** What staff read as the reason. */
const withdrew = 'The candidate withdrew.';

/** A candidate who has started withdraws: what they wrote goes, and nobody judges it. Refunds nothing. Refuses: wrong_state. */
export async function withdraw(tx: Tx, id: string, at: number) {
    const to = { status: 'ss_cancelled', endedAt: at, cancelReason: withdrew } as const;
    const stopped = await moveScreen(tx, id, ['ss_started'], to);
    if (!stopped) throw noLongerOpen();
    await tx.delete(screenAnswers).where(eq(screenAnswers.screenId, id));
    await record(tx, { by: { name: 'candidate' }, act: 'screen.withdraw', target: `screen:${id}`, at });
}

interface Cancelling {
    reason: string;
    at: number;
}

/**
 * Starts to cancel the outstanding screens of a sage that stops. Its unfinished test and demo screens are cancelled without an
 * email. `cancelNextOf` cancels the rest, up to those created at `until`: later ones are of a sage that was turned on again.
 */
export async function cancelScreensOf(tx: Tx, sageId: number, { reason, at }: Cancelling) {
    await tx
        .update(screens)
        .set({ status: 'ss_cancelled', endedAt: at, cancelReason: reason })
        .where(
            and(
                eq(screens.sageId, sageId),
                inArray(screens.kind, ['test', 'demo']),
                inArray(screens.status, ['ss_draft', 'ss_invited', 'ss_started'])
            )
        );
    const [newest] = await tx.select({ createdAt: max(screens.createdAt) }).from(screens); // of all: an index has it
    const until = newest?.createdAt ?? at;
    return { until, ...(await cancelNextOf(tx, sageId, { reason, at, until })) };
}

/**
 * Cancels the next outstanding screens of a sage that were created until `until`, refunds them and notifies their candidates.
 * Returns how many it cancelled, and whether there may be more.
 */
export async function cancelNextOf(
    tx: Tx,
    sageId: number,
    { reason, at, until }: Cancelling & { until: number }
) {
    const which = and(eq(screens.sageId, sageId), lte(screens.createdAt, until));
    const { length } = await cancelPart(tx, which, { reason, at });
    return { cancelled: length, more: length === partSize };
}

/** The screens that are cancelled in one transaction: some hundred rows, which stop the event loop for 10 ms. */
const partSize = 50;

interface CancellingPart extends Cancelling {
    /** Emails only invited candidates. The contract requires that all are notified when a sage is turned off. */
    onlyInvited?: true;
}

/** Cancels the screens that one update returns, so that two cancellations never handle the same screen. */
async function cancelPart(tx: Tx, which: SQL | undefined, { reason, at, onlyInvited }: CancellingPart) {
    const part = tx.select({ id: screens.id }).from(screens).where(and(which, isOutstanding)).limit(partSize);
    const cancelled = await tx
        .update(screens)
        .set({ status: 'ss_cancelled', endedAt: at, cancelReason: reason })
        .where(inArray(screens.id, part))
        .returning();
    const about = await sagesById(
        tx,
        cancelled.map(({ sageId }) => sageId)
    );
    for (const screen of cancelled) {
        await enqueue(tx, 'refund-credit', { screenId: screen.id }, at);
        if (onlyInvited && screen.invitedAt === null) continue;
        const sage = about.get(screen.sageId);
        if (sage) await queueScreenMail(tx, 'screen_cancelled', { screen, sage, at });
    }
    return cancelled;
}

/** Whether its credits come back: not those of a candidate who has begun and withdrew. */
export const isToRefund = ({ kind, status, startedAt, erasedAt }: ScreenRow) =>
    kind === 'real' && status === 'ss_cancelled' && (startedAt === null || erasedAt !== null);

/** Refunds the credits of a cancelled screen, once, however often it is called. */
export async function refundScreen(tx: Tx, id: string, at: number) {
    const screen = await findScreen(tx, id);
    if (screen && isToRefund(screen)) await refundSpend(tx, screenReference(id), at);
}

/** Expires these invitations, if they were not used in time. One of an inactive sage is about to be cancelled, which refunds it. */
export async function expireInvitations(tx: Tx, at: number, which: SQL) {
    await tx
        .update(screens)
        .set({ status: 'ss_expired', endedAt: at })
        .where(and(which, isUnused(tx, at)));
}

function isUnused(on: Reader, at: number) {
    const active = on.select({ id: sages.id }).from(sages).where(eq(sages.status, 'ss_active'));
    return and(eq(screens.status, 'ss_invited'), lte(screens.expiresAt, at), inArray(screens.sageId, active));
}

/** Late screens have a receipt and an evaluation each. */
const latePart = 20;

/**
 * Expires some invitations that were not used in time, and submits some started screens whose deadline and grace are over. Returns
 * whether there may be more.
 */
export async function expireScreens(tx: Tx, at: number) {
    const some = (which: SQL | undefined) =>
        tx.select({ id: screens.id }).from(screens).where(which).limit(latePart);
    const expired = await tx
        .update(screens)
        .set({ status: 'ss_expired', endedAt: at })
        .where(inArray(screens.id, some(isUnused(tx, at))))
        .returning({ id: screens.id });
    const isLate = and(eq(screens.status, 'ss_started'), lte(screens.deadlineAt, at - grace));
    const late = await tx
        .update(screens)
        .set({ status: 'ss_submitted', submittedAt: at })
        .where(inArray(screens.id, some(isLate)))
        .returning();
    for (const screen of late) await afterSubmission(tx, screen, at);
    return expired.length === latePart || late.length === latePart;
}
