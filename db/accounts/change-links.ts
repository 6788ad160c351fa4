// The links that apply a pending change or take it back, and what happens when one of them is followed.
import { changePassword } from './access.ts';
import { issueReset, voidReset } from './password-resets.ts';
import { nobodysHash } from './passwords.ts';
import {
    findChange,
    type LinkSecret,
    otherOwner,
    type PendingChange,
    pendingChanges,
    settleChange,
    voidCancelLinks,
    voidChanges,
    voidOtherChanges
} from './pending-changes.ts';
import { closeSessionsOf } from './sessions.ts';
import { and, eq, gt, ne } from '../store/drizzle.ts';
import { queueMail } from '../jobs/mails.ts';
import { Refusal } from '../store/refusal.ts';
import { sha256 } from './tokens.ts';
import type { Reader, Tx } from '../store/index.ts';
import { record } from '../record/audit.ts';
import { changeUser, findUserById, targetOf, type UserRow } from './users.ts';

/** A pending change and what the followed link does with it. */
export interface Opened {
    change: PendingChange;
    does: 'apply' | 'cancel';
}

/** The pending change that a link belongs to, and what the link does. Refuses: invalid_key. */
export async function openLink(on: Reader, token: string, at: number): Promise<Opened> {
    const digest = sha256(token);
    const applies = await findChange(
        on,
        and(eq(pendingChanges.digest, digest), gt(pendingChanges.expiresAt, at))
    );
    if (applies) return { change: applies, does: 'apply' };
    const { cancelDigest, cancelExpiresAt, state } = pendingChanges;
    const cancels = await findChange(
        on,
        and(eq(cancelDigest, digest), gt(cancelExpiresAt, at), ne(state, 'void'))
    );
    if (cancels) return { change: cancels, does: 'cancel' };
    throw invalidLink();
}

export const invalidLink = () => new Refusal('invalid_key', 'This link is invalid or has expired.');

interface Following {
    /** The user who is logged in where the link is followed, if any: it must be the one whose change it is. */
    as: { id: number; session: string } | undefined;
    secret: string;
    at: number;
    /** From where, in the form of the audit log. */
    address?: string;
}

/** Applies or undoes the change of a link, once. Refuses: invalid_key. */
export async function followLink(tx: Tx, token: string, { as, secret, at, address }: Following) {
    const opened = await openLink(tx, token, at);
    const user = await findUserById(tx, opened.change.userId);
    if (!user || user.disabledAt !== null || (as && as.id !== user.id)) throw invalidLink();
    const { does, change } = opened;
    if (does === 'cancel') await takeBack(tx, user, change, { secret, at });
    else if (change.kind === 'email') await applyEmail(tx, user, change);
    else await applyPassword(tx, user, change, { at, address, except: as?.session });
    if (does === 'cancel' || change.kind === 'email') {
        const target = targetOf(user);
        const by = { name: target, ...(address !== undefined && { address }) };
        await record(tx, { by, act: does === 'cancel' ? 'user.email-back' : 'user.email', target, at });
    }
    return opened;
}

async function applyEmail(tx: Tx, user: UserRow, { id, newEmail, createdAt }: PendingChange) {
    if (newEmail === null || (await otherOwner(tx, user, newEmail))) throw invalidLink();
    await settleChange(tx, id, 'applied');
    await changeUser(tx, user.login, { email: newEmail });
    await voidReset(tx, user.id); // its link was emailed to the old address, as was the link of an earlier password change
    await voidOtherChanges(tx, user.id, 'password', createdAt);
}

async function applyPassword(
    tx: Tx,
    user: UserRow,
    { id, passwordHash, createdAt }: PendingChange,
    { at, address, except }: { at: number; address: string | undefined; except: string | undefined }
) {
    if (passwordHash === null) throw invalidLink();
    await settleChange(tx, id, 'applied');
    await changePassword(tx, user.login, passwordHash, { at, address, except });
    await voidOtherChanges(tx, user.id, 'email', createdAt); // may be requested by a person who knew the old password
    const to = { name: user.displayName, email: user.email };
    await queueMail(tx, { kind: 'password_changed', to, about: { login: user.login }, at });
}

/**
 * Undoes a change of address by the link in the old mailbox. Restores the old address, ends every session, voids every pending
 * change, and emails a link to a new password to the old address.
 */
async function takeBack(tx: Tx, user: UserRow, change: PendingChange, link: LinkSecret) {
    const { id, oldEmail, state } = change;
    if (oldEmail === null || (await otherOwner(tx, user, oldEmail))) throw invalidLink();
    await settleChange(tx, id, 'void');
    await voidChanges(tx, user.id);
    await voidCancelLinks(tx, change);
    await closeSessionsOf(tx, user.id);
    const wasTaken = { email: oldEmail, passwordHash: nobodysHash() }; // an intruder may have set a password since
    const { email } = state === 'applied' ? await changeUser(tx, user.login, wasTaken) : user;
    await issueReset(tx, { ...user, email }, link);
}
