import { randomBytes } from 'node:crypto';
import { type Capability, capabilitiesOf } from './capabilities.ts';
import { integer, key, text, time } from '../store/columns.ts';
import { sha256 } from '../tokens.ts';
import { and, desc, eq, gt, index, isNull, lte, ne, sql, sqliteTable } from '../store/drizzle.ts';
import { opaqueParam, query } from '../store/query.ts';
import { Refusal } from '../refusal.ts';
import type { Reader, Tx } from '../store.ts';
import { users } from './users.ts';

/** Somebody who is logged in, and what they may do now. */
export interface Actor {
    id: number;
    login: string;
    email: string;
    displayName: string;
    capabilities: readonly Capability[];
    /** Digest of the session id: tells sessions apart without being one. */
    session: string;
    /** When that session ends. */
    expiresAt: number;
}

export const sessions = sqliteTable(
    'sessions',
    {
        id: key(), // SHA-256 of the cookie's value: the value itself is kept nowhere
        userId: integer().references(() => users.id),
        createdAt: time(),
        expiresAt: time(),
        agent: text().default('') // what the browser said of itself
    },
    (t) => [index('sessions_by_user').on(t.userId), index('sessions_by_end').on(t.expiresAt)]
);

const day = 24 * 60 * 60 * 1000;

/** Opens a session of two days, 14 with `remember`. Answers the value of its cookie, which is not kept. */
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
    await tx.insert(sessions).values(session);
    return { cookie, ...session };
}

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
                eq(sessions.id, opaqueParam('id')),
                gt(sessions.expiresAt, opaqueParam('at')),
                isNull(users.disabledAt)
            )
        )
);

/** Whose session this cookie is, if it is live and its user active. */
export function findActor(on: Reader, cookie: string, at: number) {
    return actorOfDigest(on, sha256(cookie), at);
}

/** The same by the digest of the cookie. */
export async function actorOfDigest(on: Reader, id: string, at: number): Promise<Actor | undefined> {
    const row = await live.first(on, { id, at });
    if (!row) return undefined;
    const { role, grants, ...actor } = row;
    return { ...actor, capabilities: capabilitiesOf({ role, grants }) };
}

export async function closeSession(tx: Tx, id: string) {
    await tx.delete(sessions).where(eq(sessions.id, id));
}

/** Ends the sessions of a user, but for the one that is named. */
export async function closeSessionsOf(tx: Tx, userId: number, { except = '' }: { except?: string } = {}) {
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, except)));
}

/** How a session is named to its own user: enough of its digest to tell it apart. */
const nameLength = 16;

/** A user's live sessions, the newest first, and which of them asks. */
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

/** Ends the session of this name, if it is the user's. Refuses: not_found. */
export async function closeOwnSession(tx: Tx, userId: number, name: string) {
    const ended = await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), eq(sql`substr(${sessions.id}, 1, ${nameLength})`, name)))
        .returning({ id: sessions.id });
    if (ended.length === 0) throw new Refusal('not_found', 'Session not found.');
}

/** Forgets sessions that have ended by themselves. */
export async function purgeSessions(tx: Tx, at: number) {
    await tx.delete(sessions).where(lte(sessions.expiresAt, at));
}
