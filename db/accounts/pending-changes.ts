// Changes of an address or a password that wait until a link is followed.
import crypto from 'node:crypto';
import { changePassword } from './access.ts';
import { integer, key, nullable, time, enumText } from '../store/columns.ts';
import { sha256 } from '../tokens.ts';
import { and, eq, gt, gte, inArray, lte, ne, type SQL, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { linkToken } from '../tokens.ts';
import { queueMail } from '../mails.ts';
import { issueReset, voidReset } from './password-resets.ts';
import { nobodysHash } from './passwords.ts';
import { Refusal } from '../refusal.ts';
import { closeSessionsOf } from './sessions.ts';
import type { Reader, Tx } from '../store.ts';
import { changeUser, findUser, findUserById, type UserRow, users } from './users.ts';

export type PendingChange = typeof pendingChanges.$inferSelect;

export const pendingChanges = sqliteTable(
    'pending_changes',
    {
        id: key(),
        userId: integer().references(() => users.id),
        kind: enumText('email', 'password'),
        newEmail: nullable.text(),
        oldEmail: nullable.text(),
        passwordHash: nullable.text(), // of the new one; the password itself is kept nowhere
        state: enumText('waiting', 'applied', 'void'),
        digest: nullable.text(), // SHA-256 of the link that applies it
        cancelDigest: nullable.text(), // SHA-256 of the link that takes it back
        createdAt: time(),
        expiresAt: time(),
        cancelExpiresAt: time()
    },
    (t) => [
        uniqueIndex('pending_by_digest').on(t.digest),
        uniqueIndex('pending_by_cancel').on(t.cancelDigest)
    ]
);

const hour = 60 * 60_000;
const toApply = 24 * hour;
const toCancel = 72 * hour;
const firstIssue = 1;

interface Asking {
    /** The key that links are derived with. */
    secret: string;
    at: number;
}

/**
 * A new address waits for the link that is mailed to it; the old address is told and can take it back. Where the
 * address is somebody's already, they are told instead, and the answer to whoever asked is the same.
 */
export async function askEmailChange(tx: Tx, user: UserRow, newEmail: string, { secret, at }: Asking) {
    const id = crypto.randomUUID();
    const owner = await otherOwner(tx, user, newEmail);
    await voidWaiting(tx, user.id, 'email');
    await tx.insert(pendingChanges).values({
        ...blank(id, user.id, at),
        kind: 'email',
        newEmail,
        oldEmail: user.email,
        digest: sha256(linkToken(secret, 'verify', id, firstIssue)),
        cancelDigest: sha256(linkToken(secret, 'cancel', id, firstIssue))
    });
    const { displayName: name, email } = user;
    await queueMail(tx, { kind: 'email_change_notice', to: { name, email }, about: { changeId: id }, at });
    if (owner) {
        const to = { name: owner.displayName, email: owner.email };
        await queueMail(tx, { kind: 'email_taken', to, about: {}, at });
    } else {
        await queueMail(tx, {
            kind: 'verify_email',
            to: { name, email: newEmail },
            about: { changeId: id },
            at
        });
    }
}

/** Who else has this address, or goes by it. */
async function otherOwner(on: Reader, { id }: UserRow, email: string) {
    const owner = await findUser(on, email);
    return owner?.id === id ? undefined : owner;
}

/** A new password waits for the link that is mailed to the user's address. */
export async function askPasswordChange(tx: Tx, user: UserRow, passwordHash: string, { secret, at }: Asking) {
    const id = crypto.randomUUID();
    await voidWaiting(tx, user.id, 'password');
    await tx.insert(pendingChanges).values({
        ...blank(id, user.id, at),
        kind: 'password',
        passwordHash,
        digest: sha256(linkToken(secret, 'verify', id, firstIssue))
    });
    const to = { name: user.displayName, email: user.email };
    await queueMail(tx, { kind: 'verify_password', to, about: { changeId: id }, at });
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

async function voidWaiting(tx: Tx, userId: number, ...kinds: PendingChange['kind'][]) {
    const { userId: column, state, kind } = pendingChanges;
    await tx
        .update(pendingChanges)
        .set({ state: 'void', digest: null, passwordHash: null })
        .where(and(eq(column, userId), eq(state, 'waiting'), inArray(kind, kinds)));
}

/** Nothing of this user waits for a link any more. */
export const voidChanges = (tx: Tx, userId: number) => voidWaiting(tx, userId, 'email', 'password');

/** What a followed link is for. */
export interface Opened {
    change: PendingChange;
    does: 'apply' | 'cancel';
}

/** What this link would do, if it is good. Refuses: invalid_key. */
export async function openLink(on: Reader, token: string, at: number): Promise<Opened> {
    const digest = sha256(token);
    const applies = await first(on, and(eq(pendingChanges.digest, digest), gt(pendingChanges.expiresAt, at)));
    if (applies) return { change: applies, does: 'apply' };
    const { cancelDigest, cancelExpiresAt, state } = pendingChanges;
    const cancels = await first(
        on,
        and(eq(cancelDigest, digest), gt(cancelExpiresAt, at), ne(state, 'void'))
    );
    if (cancels) return { change: cancels, does: 'cancel' };
    throw invalidLink();
}

export const invalidLink = () => new Refusal('invalid_key', 'This link is invalid or has expired.');

async function first(on: Reader, where: SQL | undefined) {
    const [row] = await on.select().from(pendingChanges).where(where);
    return row;
}

interface Following {
    /** Who is logged in where the link is followed, if anybody: it must be the user whose change it is. */
    as: { id: number; session: string } | undefined;
    secret: string;
    at: number;
}

/** Does what the link is for, once. Refuses: invalid_key. */
export async function followLink(tx: Tx, token: string, { as, secret, at }: Following) {
    const opened = await openLink(tx, token, at);
    const user = await findUserById(tx, opened.change.userId);
    if (!user || user.disabledAt !== null || (as && as.id !== user.id)) throw invalidLink();
    if (opened.does === 'cancel') await takeBack(tx, user, opened.change, { secret, at });
    else if (opened.change.kind === 'email') await applyEmail(tx, user, opened.change);
    else await applyPassword(tx, user, opened.change, { at, ...(as && { except: as.session }) });
    return opened;
}

async function applyEmail(tx: Tx, user: UserRow, { id, newEmail, createdAt }: PendingChange) {
    if (newEmail === null || (await otherOwner(tx, user, newEmail))) throw invalidLink();
    await settle(tx, id, 'applied');
    await changeUser(tx, user.login, { email: newEmail });
    await voidReset(tx, user.id); // its link went to the old address, as that of a password asked for before
    await voidOthers(tx, user.id, 'password', createdAt);
}

async function applyPassword(
    tx: Tx,
    user: UserRow,
    { id, passwordHash, createdAt }: PendingChange,
    { at, except }: { at: number; except?: string }
) {
    if (passwordHash === null) throw invalidLink();
    await settle(tx, id, 'applied');
    await changePassword(tx, user.login, passwordHash, { ...(except && { except }) });
    await voidOthers(tx, user.id, 'email', createdAt); // whoever knew the old password may have asked for it
    const to = { name: user.displayName, email: user.email };
    await queueMail(tx, { kind: 'password_changed', to, about: { login: user.login }, at });
}

/**
 * Somebody at the old address says that it was not them. The old address counts again, nobody stays logged in, no
 * other change waits, and a way to a new password is mailed to the old address.
 */
async function takeBack(tx: Tx, user: UserRow, change: PendingChange, asking: Asking) {
    const { id, oldEmail, state } = change;
    if (oldEmail === null || (await otherOwner(tx, user, oldEmail))) throw invalidLink();
    await settle(tx, id, 'void');
    await voidChanges(tx, user.id);
    await forgetCancels(tx, change);
    await closeSessionsOf(tx, user.id);
    const wasTaken = { email: oldEmail, passwordHash: nobodysHash() }; // whoever took it may have set a password since
    const { email } = state === 'applied' ? await changeUser(tx, user.login, wasTaken) : user;
    await issueReset(tx, { ...user, email }, asking);
}

/** A new password by whoever runs this: no session, no open link and no change that waits survives it. */
export async function recoverAccount(tx: Tx, login: string, passwordHash: string) {
    const user = await changePassword(tx, login, passwordHash);
    await voidChanges(tx, user.id);
    await voidReset(tx, user.id);
    return user;
}

/** What was asked for in another request than this one. */
async function voidOthers(tx: Tx, userId: number, kind: PendingChange['kind'], askedAt: number) {
    await tx
        .update(pendingChanges)
        .set({ state: 'void', digest: null, passwordHash: null })
        .where(
            and(
                eq(pendingChanges.userId, userId),
                eq(pendingChanges.kind, kind),
                eq(pendingChanges.state, 'waiting'),
                ne(pendingChanges.createdAt, askedAt)
            )
        );
}

/** Forgets changes whose last link has ended. */
export async function purgeChanges(tx: Tx, at: number) {
    await tx.delete(pendingChanges).where(lte(pendingChanges.cancelExpiresAt, at));
}

/** Addresses that the account had since were not its owner's: whoever reads them takes nothing back to them. */
async function forgetCancels(tx: Tx, { userId, createdAt }: PendingChange) {
    await tx
        .update(pendingChanges)
        .set({ cancelDigest: null })
        .where(and(eq(pendingChanges.userId, userId), gte(pendingChanges.createdAt, createdAt)));
}

async function settle(tx: Tx, id: string, state: 'applied' | 'void') {
    const ended = state === 'void' ? { cancelDigest: null } : {};
    await tx
        .update(pendingChanges)
        .set({ state, digest: null, passwordHash: null, ...ended })
        .where(eq(pendingChanges.id, id));
}

/** What a user waits for, with the new address where it is one. */
export async function listWaiting(on: Reader, userId: number, at: number) {
    const { userId: column, state, expiresAt, kind, newEmail } = pendingChanges;
    return on
        .select({ kind, newEmail, expiresAt })
        .from(pendingChanges)
        .where(and(eq(column, userId), eq(state, 'waiting'), gt(expiresAt, at)));
}

/** The kinds of what a user waits for. */
export async function waitingChanges(on: Reader, userId: number, at: number) {
    return (await listWaiting(on, userId, at)).map(({ kind }) => kind);
}

/** Whether a mail about this change still tells the truth. */
export async function isWaiting(on: Reader, id: string) {
    return (await first(on, eq(pendingChanges.id, id)))?.state === 'waiting';
}
