// Authentication of a twin, written by hand: the session of a cookie by one prepared statement, and a form's nonce.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import type { Role } from '../../../db/accounts/capabilities.ts';

interface Session {
    id: number;
    session: string;
    role: Role;
    grants: string;
}

const cookie = /(?:^|; )svc_session=([^;]*)/;

/** Finds the user of this session cookie and nonce; undefined: none. */
export function sessionsOf(store: Sqlite.Database, secret: string) {
    // A bound value inside a subselect does not make SQLite plan the statement again.
    const session = store.prepare<[string, number], Session>(`
        select users.id, users.login, users.email, users.role, users.grants, sessions.id as session
        from sessions join users on users.id = sessions.user_id
        where sessions.id = (select ?) and sessions.expires_at > ? and users.disabled_at is null`);
    return (header = '', nonce = '') => {
        const [, value] = cookie.exec(header) ?? [];
        const holder = value === undefined ? undefined : session.get(hash('sha256', value), Date.now());
        return holder && isNonce(secret, nonce, holder) ? holder : undefined;
    };
}

function isNonce(secret: string, given: string, { id, session }: Session) {
    const tick = Math.ceil(Date.now() / (12 * 60 * 60 * 1000));
    const made = `${tick}|svc_frontend_nonce|${id}|${session}`;
    const nonce = createHmac('sha256', secret).update(made).digest('hex').slice(0, 20);
    return given.length === nonce.length && timingSafeEqual(Buffer.from(given), Buffer.from(nonce));
}
