import { randomBytes } from 'node:crypto';
import { type Capability, capabilitiesOf } from './capabilities.ts';
import { integer, key, time } from './columns.ts';
import { sha256 } from './digest.ts';
import { and, eq, gt, index, isNull, lte, sqliteTable } from './drizzle.ts';
import { given, query } from './query.ts';
import type { Reader, Tx } from './store.ts';
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
}

export const sessions = sqliteTable(
    'sessions',
    {
        id: key(), // SHA-256 of the cookie's value: the value itself is kept nowhere
        userId: integer().references(() => users.id),
        createdAt: time(),
        expiresAt: time()
    },
    (t) => [index('sessions_by_user').on(t.userId), index('sessions_by_end').on(t.expiresAt)]
);

const day = 24 * 60 * 60 * 1000;

/** Opens a session of two days, 14 with `remember`. Answers the value of its cookie, which is not kept. */
export async function openSession(
    tx: Tx,
    userId: number,
    { at, remember }: { at: number; remember: boolean }
) {
    const cookie = randomBytes(32).toString('base64url');
    const session = { id: sha256(cookie), userId, createdAt: at, expiresAt: at + (remember ? 14 : 2) * day };
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
            session: sessions.id
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(
            and(eq(sessions.id, given('id')), gt(sessions.expiresAt, given('at')), isNull(users.disabledAt))
        )
);

/** Whose session this cookie is, if it is live and its user active. */
export async function findActor(on: Reader, cookie: string, at: number): Promise<Actor | undefined> {
    const row = await live.first(on, { id: sha256(cookie), at });
    if (!row) return undefined;
    const { role, grants, ...actor } = row;
    return { ...actor, capabilities: capabilitiesOf({ role, grants }) };
}

export async function closeSession(tx: Tx, id: string) {
    await tx.delete(sessions).where(eq(sessions.id, id));
}

export async function closeSessionsOf(tx: Tx, userId: number) {
    await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** Forgets sessions that have ended by themselves. */
export async function purgeSessions(tx: Tx, at: number) {
    await tx.delete(sessions).where(lte(sessions.expiresAt, at));
}
