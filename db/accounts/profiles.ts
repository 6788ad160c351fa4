// What users say of themselves.
import { dropAvatar, putAvatar } from './avatars.ts';
import { type avatarTypes, getUserById, type UserRow, users } from './users.ts';
import { eq } from '../store/drizzle.ts';
import type { Tx } from '../store.ts';

export interface ProfileChanges {
    firstName?: string;
    lastName?: string;
    displayName?: string;
    bio?: string;
    phone?: string;
    linkedin?: string;
    whatsapp?: string;
    candidateMessage?: string;
    avatarType?: (typeof avatarTypes)[number];
    tourDoneAt?: number | null;
    checklist?: string[];
}

/**
 * Changes what is given, with a picture if there is one (WebP), all or nothing; whoever goes back to the initials
 * leaves no picture behind. Refuses: not_found.
 */
export async function changeProfile(
    tx: Tx,
    userId: number,
    changes: ProfileChanges,
    { picture, at }: { picture?: Buffer | undefined; at: number }
): Promise<UserRow> {
    if (picture) await putAvatar(tx, userId, picture, at);
    else if (changes.avatarType === 'default') await dropAvatar(tx, userId);
    if (Object.keys(changes).length > 0) await tx.update(users).set(changes).where(eq(users.id, userId));
    return getUserById(tx, userId);
}
