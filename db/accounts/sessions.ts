import { randomBytes } from 'node:crypto';
import { type Capability, capabilitiesOf } from './capabilities.ts';
import { integer, key, others, text, time } from '../store/columns.ts';
import { sha256 } from './tokens.ts';
import { and, desc, eq, gt, index, isNull, ne, sql, sqliteTable } from '../store/drizzle.ts';
import { opaqueParam, preparedInsert, preparedWrite, purgeOf, query } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import { users } from './users.ts';
import { day } from '../store/time.ts';

/** A logged-in user with their current capabilities. */
export interface Actor {
    id: number;
    login: string;
    email: string;
    displayName: string;
    capabilities: readonly Capability[];
    /** Digest of the session id: it identifies the session but cannot be used as one. */
    session: string;
    /** When the session ends. */
    expiresAt: number;
}

export const sessions = sqliteTable(
    'sessions',
    {
        id: key(), // SHA-256 of the cookie's value, which is not stored
        userId: integer().references(() => users.id),
        createdAt: time(),
        expiresAt: time(),
        agent: text(others).default('') // the browser's User-Agent header
    },
    (t) => [index('sessions_by_user').on(t.userId), index('sessions_by_end').on(t.expiresAt)]
);

/** Opens a session of two days, or 14 with `remember`. Returns the value of its cookie, which is not stored. */
export async function openSession(
    tx: Tx,
    userId: number,
    { at, remember, agent = '' }: { at: number; remember: boolean; agent?: string }
) {
    const cookie = randomBytes(32).toString('base64url');
    const session = {
        id: sha256(cookie),
        userId,
        createdAt: at,
        expiresAt: at + (remember ? 14 : 2) * day,
        agent: agent.slice(0, 200)
    };
    await insertSession(tx, session);
    return { cookie, ...session };
}

const insertSession = preparedInsert(sessions);

const live = query((on) =>
    on
        .select({
            id: users.id,
            login: users.login,
            email: users.email,
            displayName: users.displayName,
            role: users.role,
            grants: users.grants,
            session: sessions.id,
            expiresAt: sessions.expiresAt
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(
            and(
                eq(sessions.id, opaqueParam('id', 'text')),
                gt(sessions.expiresAt, opaqueParam('at', 'integer')),
                isNull(users.disabledAt)
            )
        )
);

/** Returns the user of a cookie's session if the session is live and the user active. */
export function findActor(on: Reader, cookie: string, at: number) {
    return actorOfDigest(on, sha256(cookie), at);
}

/** Returns the user of a session, as above, by the digest of the cookie. */
export async function actorOfDigest(on: Reader, id: string, at: number): Promise<Actor | undefined> {
    const row = await live.first(on, { id, at });
    if (!row) return undefined;
    const { role, grants, ...actor } = row;
    return { ...actor, capabilities: capabilitiesOf({ role, grants }) };
}

export async function closeSession(tx: Tx, id: string) {
    await deleteSession(tx, { id });
}

const deleteSession = preparedWrite((tx) =>
    tx.delete(sessions).where(eq(sessions.id, sql.placeholder('id')))
);

/** Ends the sessions of a user, except for one. */
export async function closeSessionsOf(tx: Tx, userId: number, { except = '' }: { except?: string } = {}) {
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, except)));
}

/** Ends every session of all users. */
export async function closeAllSessions(tx: Tx) {
    await tx.delete(sessions);
}

/** Returns the public id of a session: the first part of its digest. */
const nameLength = 16;

/** Returns a user's live sessions, newest first, and marks the current one. */
export async function listSessionsOf(on: Reader, { id, session }: Pick<Actor, 'id' | 'session'>, at: number) {
    const rows = await on
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, at)))
        .orderBy(desc(sessions.createdAt));
    return rows.map((row) => ({
        id: row.id.slice(0, nameLength),
        agent: row.agent,
        createdAt: row.createdAt,
        expiresAt: row.expiresAt,
        isCurrent: row.id === session
    }));
}

/** Ends the session with this public id if it belongs to the user. Refuses: not_found. */
export async function closeOwnSession(tx: Tx, userId: number, name: string) {
    const ended = await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), eq(sql`substr(${sessions.id}, 1, ${nameLength})`, name)))
        .returning({ id: sessions.id });
    if (ended.length === 0) throw new Refusal('not_found', 'Session not found.');
}

/** Deletes expired sessions. */
export const purgeSessions = purgeOf(sessions.expiresAt);
