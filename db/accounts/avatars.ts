// The pictures that users uploaded, as they are shown: small, re-encoded, without what a camera wrote into them.
import crypto from 'node:crypto';
import { bytes, code, externalId, others, time } from '../store/columns.ts';
import { eq, sqliteTable } from '../store/drizzle.ts';
import { findBy } from '../store/query.ts';
import type { Tx } from '../store/index.ts';

export const avatars = sqliteTable('avatars', {
    userId: externalId(),
    digest: code(), // SHA-256: the version that its address carries
    image: bytes(others), // WebP
    updatedAt: time()
});

export const findAvatar = findBy(avatars, avatars.userId);

/** Stores a user's picture and replaces the previous one. */
export async function putAvatar(tx: Tx, userId: number, image: Buffer, at: number) {
    const row = { digest: crypto.hash('sha256', image), image, updatedAt: at };
    await tx
        .insert(avatars)
        .values({ userId, ...row })
        .onConflictDoUpdate({ target: avatars.userId, set: row });
    return row.digest;
}

export async function dropAvatar(tx: Tx, userId: number) {
    await tx.delete(avatars).where(eq(avatars.userId, userId));
}
