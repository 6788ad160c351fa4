// What happens to a user and to their sessions together.
import type { Capability } from './capabilities.ts';
import { closeSessionsOf } from './sessions.ts';
import type { Tx } from '../store.ts';
import { changeUser } from './users.ts';

/** Ends a user's sessions and locks them out. Refuses: not_found; wrong_state for the last administrator. */
export async function disableUser(tx: Tx, login: string, at: number) {
    const user = await changeUser(tx, login, { disabledAt: at });
    await closeSessionsOf(tx, user.id);
    return user;
}

/** Lets a user in again; what ended when they were locked out stays ended. Refuses: not_found. */
export function enableUser(tx: Tx, login: string) {
    return changeUser(tx, login, { disabledAt: null });
}

/** A new password ends the user's sessions, but for the one that changes it. Refuses: not_found. */
export async function changePassword(
    tx: Tx,
    login: string,
    passwordHash: string,
    { except }: { except?: string } = {}
) {
    const user = await changeUser(tx, login, { passwordHash });
    await closeSessionsOf(tx, user.id, { ...(except && { except }) });
    return user;
}

/** Replaces what is granted beside the role. Refuses: not_found; wrong_state for the last administrator. */
export async function setGrants(tx: Tx, login: string, grants: Capability[]) {
    const user = await changeUser(tx, login, { grants });
    return user;
}
