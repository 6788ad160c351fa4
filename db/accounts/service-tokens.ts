// Tokens of programs: shown once, stored as a digest.
import { randomInt } from 'node:crypto';
import { type AuditActor, type Done, record } from '../record/audit.ts';
import { code, json, nullable, plain, serial, text, time } from '../store/columns.ts';
import {
    and,
    asc,
    desc,
    eq,
    getTableColumns,
    gt,
    isNotNull,
    isNull,
    lte,
    or,
    sql,
    sqliteTable,
    uniqueIndex
} from '../store/drizzle.ts';
import { findBy, insertOne, listRows, query, type Rows } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import { sha256 } from './tokens.ts';
import type { Reader, Tx } from '../store/index.ts';

export const serviceTokens = sqliteTable(
    'service_tokens',
    {
        id: serial(),
        name: text(plain),
        digest: code(),
        scopes: json<string[]>(plain),
        createdAt: time(),
        expiresAt: nullable.time(),
        lastUsedAt: nullable.time(),
        revokedAt: nullable.time()
    },
    (t) => [uniqueIndex('service_tokens_digest').on(t.digest)]
);

/** `tool:<name>` and `tool:*` for tools, `admin:jobs` for support, `metrics:read` for figures, `callback:build` for the build's callback. */
export const scopePattern = /^(tool:(\*|[a-z0-9_]{1,64})|admin:jobs|metrics:read|callback:build)$/;

export const mayCallTool = (scopes: readonly string[], tool: string) =>
    scopes.includes('tool:*') || scopes.includes(`tool:${tool}`);

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Issues a token. Its value is in this response only. */
export async function issueToken(tx: Tx, { name, scopes, expiresAt, at }: NewToken) {
    const token = `svcs_${Array.from({ length: 40 }, () => alphabet[randomInt(62)]).join('')}`;
    const times = { createdAt: at, expiresAt: expiresAt ?? null };
    const { id } = await insertOne(tx, serviceTokens, { name, scopes, digest: sha256(token), ...times });
    return { id, token };
}

interface NewToken {
    name: string;
    scopes: string[];
    expiresAt?: number | undefined;
    at: number;
}

/** The same, on the record. */
export async function makeToken(tx: Tx, token: NewToken, by: AuditActor) {
    const made = await issueToken(tx, token);
    const { name, scopes, at } = token;
    const about = { target: targetOf(made), after: scopes.join(' '), note: name };
    await record(tx, { by, act: 'token.issue', ...about, at });
    return made;
}

const targetOf = ({ id }: { id: number }) => `token:${id}`;

const live = query((on) =>
    on
        .select({
            id: serviceTokens.id,
            name: serviceTokens.name,
            scopes: serviceTokens.scopes,
            lastUsedAt: serviceTokens.lastUsedAt,
            expiresAt: serviceTokens.expiresAt
        })
        .from(serviceTokens)
        .where(
            and(
                eq(serviceTokens.digest, sql.placeholder('digest')),
                isNull(serviceTokens.revokedAt),
                or(isNull(serviceTokens.expiresAt), gt(serviceTokens.expiresAt, sql.placeholder('at')))
            )
        )
);

/** Returns the live token with this SHA-256. The search is by digest, so that its timing reveals nothing about the token. */
export function tokenOfDigest(on: Reader, digest: string, at: number) {
    return live.first(on, { digest, at });
}

export async function touchToken(tx: Tx, id: number, at: number) {
    await tx.update(serviceTokens).set({ lastUsedAt: at }).where(eq(serviceTokens.id, id));
}

/** Without their digests. */
export function listTokens(on: Reader) {
    const { digest: _digest, ...shown } = getTableColumns(serviceTokens);
    return on.select(shown).from(serviceTokens).orderBy(asc(serviceTokens.id));
}

interface Tokens extends Rows {
    /** `ended` ones were revoked or have expired. */
    state?: 'good' | 'ended' | undefined;
    at: number;
}

export type TokenRow = Omit<typeof serviceTokens.$inferSelect, 'digest'>;

/** One page of them, the newest first, and how many there are. */
export async function listTokenPage(on: Reader, { state, at, ...rows }: Tokens) {
    const { revokedAt, expiresAt } = serviceTokens;
    const where = {
        good: and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, at))),
        ended: or(isNotNull(revokedAt), lte(expiresAt, at))
    };
    return listRows(on, serviceTokens, {
        where: state && where[state],
        order: [desc(serviceTokens.id)],
        ...rows
    });
}

const find = findBy(serviceTokens, serviceTokens.id);

/** Returns one token, valid or ended. Refuses: not_found. */
export async function getToken(on: Reader, id: number): Promise<TokenRow> {
    const row = await find(on, id);
    if (!row) throw new Refusal('not_found', 'Token not found.');
    return row;
}

/** Ends a token, on the record. Refuses: not_found unless there is such a live token. */
export async function endToken(tx: Tx, id: number, { by, at }: Done) {
    const revoked = await tx
        .update(serviceTokens)
        .set({ revokedAt: at })
        .where(and(eq(serviceTokens.id, id), isNull(serviceTokens.revokedAt)))
        .returning({ id: serviceTokens.id });
    if (revoked.length === 0) throw new Refusal('not_found', 'Token not found.');
    await record(tx, { by, act: 'token.revoke', target: targetOf({ id }), at });
    return { id, revoked: true };
}
