// Locking a user out, and letting them in again.
import { type Done, record } from '../record/audit.ts';
import { voidReset } from './password-resets.ts';
import { voidChangesAndCancelLinks } from './pending-changes.ts';
import { closeSessionsOf } from './sessions.ts';
import type { Tx } from '../store/index.ts';
import { changeUser, targetOf } from './users.ts';

/**
 * Disables an account: ends its sessions and voids every link that was emailed to the user. Refuses: not_found; wrong_state for
 * the last administrator.
 */
export async function disableUser(tx: Tx, login: string, { by, at }: Done) {
    const user = await changeUser(tx, login, { disabledAt: at });
    await closeSessionsOf(tx, user.id);
    await voidReset(tx, user.id);
    await voidChangesAndCancelLinks(tx, user.id);
    await record(tx, { by, act: 'user.disable', target: targetOf(user), at });
    return user;
}

/** Enables an account; sessions and links that ended when it was disabled stay ended. Refuses: not_found. */
export async function enableUser(tx: Tx, login: string, { by, at }: Done) {
    const user = await changeUser(tx, login, { disabledAt: null, reviewMailAt: null });
    await record(tx, { by, act: 'user.enable', target: targetOf(user), at });
    return user;
}
