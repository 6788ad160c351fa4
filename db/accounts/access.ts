// What happens to a user and to their sessions together.
import { type AuditActor, type Done, record } from '../record/audit.ts';
import type { Capability, Role } from './capabilities.ts';
import { closeOwnSession, closeSessionsOf } from './sessions.ts';
import type { Tx } from '../store/index.ts';
import { accessIn, changeUser, findUser, targetOf, type UserRow } from './users.ts';

interface NewPassword {
    at: number;
    /** Unless it is the user. */
    by?: AuditActor | undefined;
    /** The user's, in the form of the audit log. */
    address?: string | undefined;
    except?: string | undefined;
}

/** A new password ends the user's sessions, but for the one that changes it. Refuses: not_found. */
export async function changePassword(
    tx: Tx,
    login: string,
    passwordHash: string,
    { at, by, address, except }: NewPassword
) {
    const user = await changeUser(tx, login, { passwordHash });
    await closeSessionsOf(tx, user.id, { ...(except && { except }) });
    const target = targetOf(user);
    const own = { name: target, ...(address !== undefined && { address }) };
    await record(tx, { by: by ?? own, act: 'user.password', target, at });
    return user;
}

interface Access {
    role?: Role | undefined;
    /** Replaces the capabilities that are granted in addition to the role. */
    grants?: Capability[] | undefined;
}

/** Changes a user's permissions, from the next request on. Refuses: not_found; wrong_state for the last administrator. */
export async function setAccess(tx: Tx, login: string, { role, grants }: Access, { by, at }: Done) {
    const known = await findUser(tx, login);
    const user = await changeUser(tx, login, { ...(role && { role }), ...(grants && { grants }) });
    const before = known && accessIn(known);
    const after = accessIn(user);
    const states = { ...(before && { before }), after };
    await record(tx, { by, act: 'user.access', target: targetOf(user), ...states, at });
    return user;
}

/** Logs a user out everywhere, except in the session of this digest. They may log in again. */
export async function endSessions(tx: Tx, user: Pick<UserRow, 'id'>, { by, at }: Done, except = '') {
    await closeSessionsOf(tx, user.id, { except });
    await record(tx, { by, act: 'user.sessions', target: targetOf(user), at });
}

/** Logs a user out in one browser: of the session with this public id. Refuses: not_found. */
export async function endSession(tx: Tx, user: Pick<UserRow, 'id'>, session: string, { by, at }: Done) {
    await closeOwnSession(tx, user.id, session);
    await record(tx, { by, act: 'user.session', target: targetOf(user), note: session, at });
}
