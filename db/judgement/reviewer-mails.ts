// The emails to reviewers about answers that wait for them: as soon as there are some, once a day, or none. They never say whose.
import { isAddressConfirmed } from '../accounts/people.ts';
import { capabilitiesOf } from '../accounts/capabilities.ts';
import { findUserById, type UserRow, users } from '../accounts/users.ts';
import { type Mails, queueMail, type WaitingOf } from '../jobs/mails.ts';
import { findSage, sages } from '../sages/sages.ts';
import { screens } from '../screens/screens.ts';
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { minute, nextHour } from '../store/time.ts';

/** Answers that arrive within this time are in one email. */
const together = 10 * minute;
const hourOfDay = 8;

const { reviewMails, reviewMailAt } = users;

/** Notifies the reviewers of a sage who want an email at once: it is due from the transaction on in which the answers arrive. */
export async function tellReviewers(tx: Tx, sageId: number, at: number) {
    const sage = await findSage(tx, sageId);
    const ids = sage ? [sage.ownerId ?? 0, ...sage.reviewers] : [];
    const due = at + together;
    const isLater = or(isNull(reviewMailAt), gt(reviewMailAt, due));
    await tx
        .update(users)
        .set({ reviewMailAt: due })
        .where(and(inArray(users.id, ids), eq(reviewMails, 'at_once'), isLater));
}

/** Queues the emails that are due. Nothing is sent while no candidate waits. */
export async function mailReviewers(tx: Tx, at: number, timeZone: string) {
    const tomorrow = nextHour(timeZone, hourOfDay, at);
    const due: UserRow[] = [];
    for (const [mode, next] of [['daily', tomorrow] as const, ['at_once', null] as const]) {
        const isDue = and(eq(reviewMails, mode), lte(reviewMailAt, at), isNull(users.disabledAt));
        due.push(...(await tx.update(users).set({ reviewMailAt: next }).where(isDue).returning()));
    }
    const isNew = and(eq(reviewMails, 'daily'), isNull(reviewMailAt));
    await tx.update(users).set({ reviewMailAt: tomorrow }).where(isNew);
    if (due.length === 0) return;
    const waiting = await sagesWithWaiting(tx);
    for (const user of due) {
        const about = { userId: user.id, sages: waiting.filter(isFor(user)).map(factsOf) };
        if (about.sages.length === 0 || !(await mayBeTold(tx, user))) continue;
        const to = { name: user.displayName, email: user.email };
        await queueMail(tx, { kind: 'review_waits', to, about, at });
    }
}

/** Whether its reader still wants and may review what the email is about, and a candidate still waits. */
export async function isStillWaiting(on: Reader, { userId, sages: named }: Mails['review_waits']) {
    const user = await findUserById(on, userId);
    if (!user || user.disabledAt !== null || !(await mayBeTold(on, user))) return false;
    const waiting = (await sagesWithWaiting(on)).filter(isFor(user));
    return waiting.some(({ id }) => named.some((one) => one.id === id));
}

const mayBeTold = async (on: Reader, user: UserRow) =>
    user.reviewMails !== 'never' &&
    capabilitiesOf(user).includes('council_screen') &&
    (await isAddressConfirmed(on, user));

type Waiting = Awaited<ReturnType<typeof sagesWithWaiting>>[number];

const isFor =
    ({ id }: UserRow) =>
    ({ ownerId, reviewers }: Waiting) =>
        ownerId === id || reviewers.includes(id);

const factsOf = ({ id, name, candidates }: Waiting): WaitingOf => ({ id, name, candidates });

/** The sages with candidates who wait for a review, by name. An index has what each count reads. */
async function sagesWithWaiting(on: Reader) {
    const { id, name, ownerId, reviewers } = sages;
    const waits = on
        .select({ count: sql`count(*)` })
        .from(screens)
        .where(
            and(
                eq(screens.sageId, id),
                eq(screens.kind, 'real'),
                eq(screens.status, 'ss_evaluated'),
                eq(screens.decision, 'not_reviewed')
            )
        );
    const rows = await on
        .select({ id, name, ownerId, reviewers, candidates: sql<number>`${waits}` })
        .from(sages)
        .orderBy(asc(name), asc(id));
    return rows.filter(({ candidates }) => candidates > 0);
}
