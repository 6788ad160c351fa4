// What happens to a user and to their sessions together.
import { type By, record } from '../audit.ts';
import type { Capability, Role } from './capabilities.ts';
import { closeOwnSession, closeSessionsOf } from './sessions.ts';
import type { Tx } from '../store/index.ts';
import { changeUser, type UserRow } from './users.ts';

/** Who does something to a user, and when. */
export interface Done {
    by: By;
    at: number;
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

interface Access {
    role?: Role | undefined;
    /** What is granted beside the role, in place of what was. */
    grants?: Capability[] | undefined;
}

/** Changes what a user may do; it holds from the next request on. Refuses: not_found; wrong_state for the last administrator. */
export async function setAccess(tx: Tx, login: string, { role, grants }: Access, { by, at }: Done) {
    const user = await changeUser(tx, login, { ...(role && { role }), ...(grants && { grants }) });
    const after = [user.role, ...user.grants].join(' ');
    await record(tx, { by, act: 'user.access', target: targetOf(user), after, at });
    return user;
}

/** Logs a user out everywhere. They may log in again. */
export async function endSessions(tx: Tx, user: Pick<UserRow, 'id'>, { by, at }: Done) {
    await closeSessionsOf(tx, user.id);
    await record(tx, { by, act: 'user.sessions', target: targetOf(user), at });
}

/** Logs a user out in one browser: of the session with this public id. Refuses: not_found. */
export async function endSession(tx: Tx, user: Pick<UserRow, 'id'>, session: string, { by, at }: Done) {
    await closeOwnSession(tx, user.id, session);
    await record(tx, { by, act: 'user.session', target: targetOf(user), note: session, at });
}

export const targetOf = ({ id }: Pick<UserRow, 'id'>) => `user:${id}`;
