// Changes of an address or a password that wait until a link is followed.
import crypto from 'node:crypto';
import { changePassword } from './access.ts';
import type { Done } from '../record/audit.ts';
import { enumText, integer, key, nullable, others, time } from '../store/columns.ts';
import { and, eq, gt, gte, inArray, ne, type SQL, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { purgeOf } from '../store/query.ts';
import { queueMail } from '../jobs/mails.ts';
import { voidReset } from './password-resets.ts';
import { linkToken, sha256 } from './tokens.ts';
import type { Reader, Tx } from '../store/index.ts';
import { findUser, type UserRow, users } from './users.ts';
import { hour } from '../store/time.ts';

export type PendingChange = typeof pendingChanges.$inferSelect;

export const pendingChanges = sqliteTable(
    'pending_changes',
    {
        id: key(),
        userId: integer().references(() => users.id),
        kind: enumText('email', 'password'),
        newEmail: nullable.text(others),
        oldEmail: nullable.text(others),
        passwordHash: nullable.code(), // of the new password, which itself is never stored
        state: enumText('waiting', 'applied', 'void'),
        digest: nullable.code(), // SHA-256 of the link that applies it
        cancelDigest: nullable.code(), // SHA-256 of the link that takes it back
        createdAt: time(),
        expiresAt: time(),
        cancelExpiresAt: time()
    },
    (t) => [
        uniqueIndex('pending_by_digest').on(t.digest),
        uniqueIndex('pending_by_cancel').on(t.cancelDigest)
    ]
);

const toApply = 24 * hour;
const toCancel = 72 * hour;
const firstIssue = 1;

export interface LinkSecret {
    /** The key that links are derived with. */
    secret: string;
    at: number;
}

/**
 * Stores a new address until its owner follows the link that is emailed to it. An email to the old address names the change and
 * has a link that undoes it. When the address belongs to another user, that user gets a warning instead, and the response is the
 * same, so that the form does not reveal who has an account.
 */
export async function askEmailChange(tx: Tx, user: UserRow, newEmail: string, { secret, at }: LinkSecret) {
    const id = crypto.randomUUID();
    await voidWaiting(tx, user.id, 'email');
    await tx.insert(pendingChanges).values({
        ...blank(id, user.id, at),
        kind: 'email',
        newEmail,
        oldEmail: user.email,
        digest: sha256(linkToken(secret, 'verify', id, firstIssue)),
        cancelDigest: sha256(linkToken(secret, 'cancel', id, firstIssue))
    });
    const about = { changeId: id };
    await queueMail(tx, { kind: 'email_change_notice', to: mailTo(user), about, at });
    const owner = await otherOwner(tx, user, newEmail);
    const to = { name: '', email: newEmail }; // a name is text of the user, and the address may be a stranger's
    if (owner) await queueMail(tx, { kind: 'email_taken', to: mailTo(owner), about: {}, at });
    else await queueMail(tx, { kind: 'verify_email', to, about, at });
}

const mailTo = ({ displayName: name, email }: UserRow) => ({ name, email });

/** The other user whose address or login this is, if there is one. */
export async function otherOwner(on: Reader, { id }: UserRow, email: string) {
    const owner = await findUser(on, email);
    return owner?.id === id ? undefined : owner;
}

/** Stores a new password until the user follows the link that is emailed to their address. */
export async function askPasswordChange(
    tx: Tx,
    user: UserRow,
    passwordHash: string,
    { secret, at }: LinkSecret
) {
    const id = crypto.randomUUID();
    await voidWaiting(tx, user.id, 'password');
    await tx.insert(pendingChanges).values({
        ...blank(id, user.id, at),
        kind: 'password',
        passwordHash,
        digest: sha256(linkToken(secret, 'verify', id, firstIssue))
    });
    await queueMail(tx, { kind: 'verify_password', to: mailTo(user), about: { changeId: id }, at });
}

const blank = (id: string, userId: number, at: number) =>
    ({
        id,
        userId,
        state: 'waiting',
        createdAt: at,
        expiresAt: at + toApply,
        cancelExpiresAt: at + toCancel
    }) as const;

type Kind = PendingChange['kind'];

const voided = { state: 'void', digest: null, passwordHash: null } as const;
const waitingOf = (userId: number, ...kinds: Kind[]) =>
    and(
        eq(pendingChanges.userId, userId),
        eq(pendingChanges.state, 'waiting'),
        inArray(pendingChanges.kind, kinds)
    );

async function voidWaiting(tx: Tx, userId: number, ...kinds: Kind[]) {
    await tx
        .update(pendingChanges)
        .set(voided)
        .where(waitingOf(userId, ...kinds));
}

/** Voids every change of this user that waits for a link. */
export const voidChanges = (tx: Tx, userId: number) => voidWaiting(tx, userId, 'email', 'password');

/** Voids every change of this user that waits, and every link that takes one back. */
export async function voidChangesAndCancelLinks(tx: Tx, userId: number) {
    await voidChanges(tx, userId);
    await tx.update(pendingChanges).set({ cancelDigest: null }).where(eq(pendingChanges.userId, userId));
}

/** Voids all pending changes of all users, and every link that undoes one. */
export async function voidAllChanges(tx: Tx) {
    await tx.update(pendingChanges).set(voided).where(eq(pendingChanges.state, 'waiting'));
    await tx.update(pendingChanges).set({ cancelDigest: null });
}

/** Voids the pending changes of a kind that other requests than the one at `askedAt` have started. */
export async function voidOtherChanges(tx: Tx, userId: number, kind: Kind, askedAt: number) {
    await tx
        .update(pendingChanges)
        .set(voided)
        .where(and(waitingOf(userId, kind), ne(pendingChanges.createdAt, askedAt)));
}

/**
 * Voids the cancel links of a change and of all later ones. The account was in other hands since then, and a link that was
 * emailed to an address of that time must not restore this address.
 */
export async function voidCancelLinks(tx: Tx, { userId, createdAt }: PendingChange) {
    await tx
        .update(pendingChanges)
        .set({ cancelDigest: null })
        .where(and(eq(pendingChanges.userId, userId), gte(pendingChanges.createdAt, createdAt)));
}

/** Ends a change. A void one can no longer be undone either. */
export async function settleChange(tx: Tx, id: string, state: 'applied' | 'void') {
    const ended = state === 'void' ? { cancelDigest: null } : {};
    await tx
        .update(pendingChanges)
        .set({ state, digest: null, passwordHash: null, ...ended })
        .where(eq(pendingChanges.id, id));
}

/** Sets a new password as the operator does it: no session, no open link and no waiting change survives. */
export async function recoverAccount(tx: Tx, login: string, passwordHash: string, { by, at }: Done) {
    const user = await changePassword(tx, login, passwordHash, { by, at });
    await voidChanges(tx, user.id);
    await voidReset(tx, user.id);
    return user;
}

/** Deletes changes whose last link has expired. */
export const purgeChanges = purgeOf(pendingChanges.cancelExpiresAt);

/** The waiting changes of a user, with the new address where it is a change of address. */
export async function listWaiting(on: Reader, userId: number, at: number) {
    const { kind, newEmail, expiresAt } = pendingChanges;
    return on
        .select({ kind, newEmail, expiresAt })
        .from(pendingChanges)
        .where(and(waitingOf(userId, 'email', 'password'), gt(expiresAt, at)));
}

/** The kinds of a user's waiting changes. */
export async function waitingChanges(on: Reader, userId: number, at: number) {
    return (await listWaiting(on, userId, at)).map(({ kind }) => kind);
}

export async function findChange(on: Reader, where: SQL | undefined) {
    const [row] = await on.select().from(pendingChanges).where(where);
    return row;
}

/** Whether a change is still pending, so that its link opens something. */
export async function isWaiting(on: Reader, id: string, at: number) {
    const change = await findChange(on, eq(pendingChanges.id, id));
    return change?.state === 'waiting' && change.expiresAt > at;
}
