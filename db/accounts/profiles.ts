// Profiles: the details that users enter about themselves.
import { dropAvatar, putAvatar } from './avatars.ts';
import { getUserById, type UserRow, users } from './users.ts';
import { type AuditActor, record } from '../record/audit.ts';
import { and, eq, ne } from '../store/drizzle.ts';
import type { Tx } from '../store/index.ts';

/** What users enter about themselves, and is saved as it was sent. */
export const plainColumns = [
    'firstName',
    'lastName',
    'displayName',
    'bio',
    'phone',
    'linkedin',
    'whatsapp',
    'candidateMessage',
    'avatarType',
    'reviewMails',
    'workMails',
    'outcomeMails',
    'csvSeparator'
] as const;
export type PlainColumn = (typeof plainColumns)[number];

export type ProfileChanges = Partial<Pick<UserRow, PlainColumn | 'tourDoneAt' | 'checklist'>>;

/**
 * Changes the given fields and the picture (WebP), all or nothing. Switching back to initials deletes the picture. Refuses:
 * not_found.
 */
export async function changeProfile(
    tx: Tx,
    userId: number,
    changes: ProfileChanges,
    { picture, by, at }: { picture?: Buffer | undefined; by?: AuditActor; at: number }
): Promise<UserRow> {
    if (picture) await putAvatar(tx, userId, picture, at);
    else if (changes.avatarType === 'default') await dropAvatar(tx, userId);
    const fields = Object.keys(changes);
    const note = fields.join(', ') || (picture && 'picture');
    if (by && note) await record(tx, { by, act: 'user.profile', target: `user:${userId}`, note, at });
    const { reviewMails } = changes;
    if (reviewMails)
        await tx
            .update(users)
            .set({ reviewMailAt: null }) // what was due was due in the way chosen before
            .where(and(eq(users.id, userId), ne(users.reviewMails, reviewMails)));
    if (fields.length > 0) await tx.update(users).set(changes).where(eq(users.id, userId));
    return getUserById(tx, userId);
}
