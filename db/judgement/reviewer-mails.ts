// The emails to reviewers about answers that wait for them: as soon as there are some, once a day, or none. They never say whose.
import { isAddressConfirmed } from '../accounts/people.ts';
import { capabilitiesOf } from '../accounts/capabilities.ts';
import { findUserById, findUsersById, type UserRow, users } from '../accounts/users.ts';
import { type Mails, queueMail, type WaitingOf } from '../jobs/mails.ts';
import { together } from '../accounts/news.ts';
import { findSage, type SageRow, sages, type Viewer } from '../sages/sages.ts';
import { mayJudge } from '../screens/access.ts';
import { type ScreenRow, screens } from '../screens/screens.ts';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from '../store/drizzle.ts';
import type { Reader, Tx } from '../store/index.ts';
import { withoutIndex } from '../store/query.ts';
import { nextHour } from '../store/time.ts';

const hourOfDay = 8;

/** The users who are emailed in one transaction. */
const part = 20;

const { reviewMails, reviewMailAt } = users;

type Answered = Pick<ScreenRow, 'sageId' | 'assignedTo'>;

/** Notifies the reviewers of a screen who want an email at once: it is due from the transaction on in which the answers arrive. */
export async function tellReviewers(tx: Tx, { sageId, assignedTo }: Answered, at: number) {
    const sage = await findSage(tx, sageId);
    const ids = sage ? [sage.ownerId ?? 0, ...sage.reviewers, assignedTo ?? 0] : [];
    const due = at + together;
    const isLater = or(isNull(reviewMailAt), gt(reviewMailAt, due));
    await tx
        .update(users)
        .set({ reviewMailAt: due })
        .where(and(inArray(users.id, ids), eq(reviewMails, 'at_once'), isLater));
}

export interface Mailing {
    timeZone: string;
    sageAccess: Viewer['access'];
}

/** Queues some of the emails that are due. Nothing is sent while no candidate waits. Returns whether there may be more. */
export async function mailReviewers(tx: Tx, at: number, { timeZone, sageAccess }: Mailing) {
    const tomorrow = nextHour(timeZone, hourOfDay, at);
    const isNew = and(eq(reviewMails, 'daily'), isNull(reviewMailAt));
    await tx.update(users).set({ reviewMailAt: tomorrow }).where(isNew);
    const isDue = and(ne(reviewMails, 'never'), lte(reviewMailAt, at), isNull(users.disabledAt));
    const due = await tx.select().from(users).where(isDue).orderBy(asc(users.id)).limit(part);
    if (due.length === 0) return false;
    const isOne = inArray(
        users.id,
        due.map(({ id }) => id)
    );
    for (const [mode, next] of [['daily', tomorrow] as const, ['at_once', null] as const])
        await tx
            .update(users)
            .set({ reviewMailAt: next })
            .where(and(isOne, eq(reviewMails, mode)));
    const waitingFor = await waitingOf(tx, { people: due, access: sageAccess });
    for (const user of due) {
        const about = { userId: user.id, sages: waitingFor(user) };
        if (about.sages.length === 0 || !(await mayBeTold(tx, user))) continue;
        const to = { name: user.displayName, email: user.email };
        await queueMail(tx, { kind: 'review_waits', to, about, at });
    }
    return due.length === part;
}

/**
 * Whether its reader still wants and may review what the email is about, and a candidate still waits. SAGE_ACCESS was applied when
 * the email was queued.
 */
export async function isStillWaiting(on: Reader, { userId, sages: named }: Mails['review_waits']) {
    const user = await findUserById(on, userId);
    if (!user || user.disabledAt !== null || !(await mayBeTold(on, user))) return false;
    const sageIds = named.map(({ id }) => id);
    const waitingFor = await waitingOf(on, { people: [user], access: 'all', sageIds });
    return waitingFor(user).length > 0;
}

const mayReview = (user: UserRow) => capabilitiesOf(user).includes('council_screen');

const mayBeTold = async (on: Reader, user: UserRow) =>
    user.reviewMails !== 'never' && mayReview(user) && (await isAddressConfirmed(on, user));

type Known = Pick<SageRow, 'id' | 'name' | 'ownerId' | 'reviewers'>;

const isNamed = ({ id }: UserRow, { ownerId, reviewers }: Known) => ownerId === id || reviewers.includes(id);

interface Wanted {
    people: readonly UserRow[];
    access: Viewer['access'];
    /** Limits it to these sages. */
    sageIds?: readonly number[];
}

/**
 * How many candidates of which sage, by name, wait for each of these people. One with an assignee waits for the assignee alone,
 * while that one may review the sage; else for its owner and the reviewers that it names.
 */
async function waitingOf(on: Reader, { people, access, sageIds }: Wanted) {
    const { id, name, ownerId, reviewers } = sages;
    const known: Known[] = await on
        .select({ id, name, ownerId, reviewers })
        .from(sages)
        .where(sageIds && inArray(id, [...sageIds]))
        .orderBy(asc(name), asc(id));
    const taken = await takenOf(on, { known, access });
    const waiting = await countWaiting(
        on,
        known.filter((sage) => people.some((user) => isNamed(user, sage)))
    );
    return (user: UserRow): WaitingOf[] =>
        known
            .map((sage) => {
                const others = taken.get(sage.id) ?? [];
                const own = others.filter(({ assignedTo }) => assignedTo === user.id);
                const open = isNamed(user, sage) ? (waiting.get(sage.id) ?? 0) - sum(others) : 0;
                return { id: sage.id, name: sage.name, candidates: open + sum(own) };
            })
            .filter((one) => one.candidates > 0);
}

/** By sage, how many wait for an assignee who may review them. */
async function takenOf(on: Reader, { known, access }: Pick<Wanted, 'access'> & { known: readonly Known[] }) {
    const assigned = await countAssigned(on);
    const ids = assigned.map(({ assignedTo }) => assignedTo ?? 0);
    const holders = new Map((await findUsersById(on, ids)).map((user) => [user.id, user]));
    const sageOf = new Map(known.map((sage) => [sage.id, sage]));
    const taken = assigned.filter(({ sageId, assignedTo }) => {
        const [sage, user] = [sageOf.get(sageId), holders.get(assignedTo ?? 0)];
        if (!sage || !user || user.disabledAt !== null || !mayReview(user)) return false;
        return mayJudge({ id: user.id, capabilities: capabilitiesOf(user), access }, sage);
    });
    return Map.groupBy(taken, ({ sageId }) => sageId);
}

const sum = (counts: readonly { candidates: number }[]) =>
    counts.reduce((all, { candidates }) => all + candidates, 0);

const candidates = sql<number>`count(*)`;

/** How many of each sage wait, assigned or not. An index has what each count reads. */
async function countWaiting(on: Reader, of: readonly Known[]) {
    const { sageId, kind, status, decision } = screens;
    const waits = and(eq(kind, 'real'), eq(status, 'ss_evaluated'), eq(decision, 'not_reviewed'));
    const isOne = inArray(
        sageId,
        of.map(({ id }) => id)
    );
    const rows = await on
        .select({ sageId, candidates })
        .from(screens)
        .where(and(isOne, waits))
        .groupBy(sageId);
    return new Map(rows.map((row) => [row.sageId, row.candidates]));
}

/** How many of those are assigned to whom. Written so that SQLite reads the index of the assigned ones. */
async function countAssigned(on: Reader) {
    const { sageId, kind, status, decision, assignedTo } = screens;
    const isAmongAssigned = and(
        isNotNull(assignedTo),
        sql`${withoutIndex(kind)} = 'real'`,
        sql`${withoutIndex(status)} = 'ss_evaluated'`,
        sql`${withoutIndex(decision)} = 'not_reviewed'`
    );
    return on
        .select({ sageId, assignedTo, candidates })
        .from(screens)
        .where(isAmongAssigned)
        .groupBy(assignedTo, sageId); // in the order of that index
}
