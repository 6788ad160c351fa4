// Forgotten passwords: the requests, and the one valid link of each user.
import crypto from 'node:crypto';
import { changePassword } from './access.ts';
import { externalId, integer, key, nullable, others, text, time } from '../store/columns.ts';
import { sha256 } from './tokens.ts';
import { and, eq, gt, lt, sql, sqliteTable } from '../store/drizzle.ts';
import { enqueue } from '../jobs/ledger.ts';
import { linkToken } from './tokens.ts';
import { queueMail } from '../jobs/mails.ts';
import { canonical } from '../store/folding.ts';
import { findBy, query } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import { findUser, type UserRow, users } from './users.ts';
import { hour } from '../store/time.ts';

declare module '../jobs/ledger.ts' {
    interface Tasks {
        'answer-reset-request': { requestId: string };
    }
}

/** Stored before the user is looked up, so that the request takes the same time for unknown logins. */
export const resetRequests = sqliteTable('reset_requests', { id: key(), login: text(others), at: time() });

/** A user's one link. A new one has a higher issue number and voids those before. */
export const passwordResets = sqliteTable('password_resets', {
    userId: externalId(),
    issue: integer(),
    digest: nullable.code(), // SHA-256 of the link's token; null once it is used
    expiresAt: time()
});

/** Requests a link. A job sends it, if the user exists. */
export async function requestReset(tx: Tx, login: string, at: number) {
    const id = crypto.randomUUIDv7();
    await tx.insert(resetRequests).values({ id, login, at });
    await enqueue(tx, 'answer-reset-request', { requestId: id }, at);
}

export const findResetRequest = findBy(resetRequests, resetRequests.id);

/** Emails the user a link that is valid for an hour, if there is such a user; deletes the request. */
export async function handleResetRequest(tx: Tx, id: string, { secret, at }: Issuing) {
    const request = await findResetRequest(tx, id);
    if (!request) return;
    const user = await findUser(tx, request.login);
    if (user && user.disabledAt === null) await issueReset(tx, user, { secret, at });
    await tx.delete(resetRequests).where(eq(resetRequests.id, id));
}

interface Issuing {
    /** The key that links are derived with. */
    secret: string;
    at: number;
}

type Person = Pick<UserRow, 'id' | 'login' | 'displayName' | 'email'>;

/** Emails this user a new link. Earlier links become invalid. */
export async function issueReset(tx: Tx, { id, login, displayName, email }: Person, { secret, at }: Issuing) {
    const issue = await newLink(tx, id, { secret, expiresAt: at + hour });
    const about = { userId: id, issue, login };
    await queueMail(tx, { kind: 'password_reset', to: { name: displayName, email }, about, at });
}

interface Inviting extends Issuing {
    inviter: string;
}

/** The same for an invited user, who may read the email a day or two later. */
export async function issueInvitation(
    tx: Tx,
    { id, login, displayName, email }: Person,
    { secret, at, inviter }: Inviting
) {
    const issue = await newLink(tx, id, { secret, expiresAt: at + 72 * hour });
    const about = { userId: id, issue, login, inviter };
    await queueMail(tx, { kind: 'user_invited', to: { name: displayName, email }, about, at });
}

/** The issue number of the one link of this user that opens something from now on. */
async function newLink(tx: Tx, userId: number, { secret, expiresAt }: { secret: string; expiresAt: number }) {
    const known = await findReset(tx, userId);
    const issue = (known?.issue ?? 0) + 1;
    const digest = sha256(linkToken(secret, 'reset', String(userId), issue));
    const link = { issue, digest, expiresAt };
    await tx
        .insert(passwordResets)
        .values({ userId, ...link })
        .onConflictDoUpdate({ target: passwordResets.userId, set: link });
    return issue;
}

const byDigest = query((on) =>
    on
        .select({ id: users.id, login: users.login, email: users.email, displayName: users.displayName })
        .from(passwordResets)
        .innerJoin(users, eq(users.id, passwordResets.userId))
        .where(
            and(
                eq(passwordResets.digest, sql.placeholder('digest')),
                gt(passwordResets.expiresAt, sql.placeholder('at')),
                sql`${users.disabledAt} is null`
            )
        )
);

/** Returns the user of a valid link. Unknown, wrong, used and expired are the same refusal: invalid_key. */
export async function openReset(on: Reader, { resetKey, login, at }: Pair) {
    const user = await byDigest.first(on, { digest: sha256(resetKey), at });
    const named = canonical(login);
    if (!user || ![user.login.toLowerCase(), user.email.toLowerCase()].includes(named)) throw invalidReset();
    return user;
}

interface Pair {
    resetKey: string;
    login: string;
    at: number;
    /** From where, in the form of the audit log. */
    address?: string;
}

const invalidReset = () => new Refusal('invalid_key', 'This reset link is invalid or has expired.');

/** Uses the link up and sets the password, once. Ends every session, notifies the user, returns them. Refuses: invalid_key. */
export async function completeReset(tx: Tx, pair: Pair, passwordHash: string) {
    const user = await openReset(tx, pair);
    const { at, address } = pair;
    const used = await tx
        .update(passwordResets)
        .set({ digest: null })
        .where(and(eq(passwordResets.userId, user.id), eq(passwordResets.digest, sha256(pair.resetKey))))
        .returning({ userId: passwordResets.userId });
    if (used.length === 0) throw invalidReset();
    await changePassword(tx, user.login, passwordHash, { at, address });
    const to = { name: user.displayName, email: user.email };
    await queueMail(tx, { kind: 'password_changed', to, about: { login: user.login }, at });
    return user;
}

/** Whether the link of this issue still opens something. */
export async function isResetOpen(
    on: Reader,
    { userId, issue }: { userId: number; issue: number },
    at: number
) {
    const row = await findReset(on, userId);
    return row?.issue === issue && row.digest !== null && row.expiresAt > at;
}

/** The page on which a new password is asked for, and chosen with a link; below the address of the installation. */
export const resetPath = '/reset-password';

/** The same page as a link leads to it. */
export const resetAddress = (key: string, login: string) =>
    `${resetPath}?${new URLSearchParams({ key, login }).toString()}`;

/** The one link of a user, which may be used up. */
export const findReset = findBy(passwordResets, passwordResets.userId);

/** Takes a user's link back. */
export async function voidReset(tx: Tx, userId: number) {
    await tx.update(passwordResets).set({ digest: null }).where(eq(passwordResets.userId, userId));
}

/** Voids every link to a new password, and deletes the requests. */
export async function voidAllResets(tx: Tx) {
    await tx.update(passwordResets).set({ digest: null });
    await tx.delete(resetRequests);
}

/** Deletes requests that no job answered within a day. */
export async function purgeResetRequests(tx: Tx, at: number) {
    await tx.delete(resetRequests).where(lt(resetRequests.at, at - 24 * hour));
}
