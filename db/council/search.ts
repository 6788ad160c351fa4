// What a typed text finds: by the start of a name everywhere, and by any part of it among the newest. Each part is a
// query of its own: one with an `or` reads the whole table in the order of the result.
import { users } from '../accounts/users.ts';
import { seenBy, sages, type Viewer } from '../sages/sages.ts';
import { screens } from '../screens/screens.ts';
import { and, desc, eq, inArray, or, type SQL } from '../store/drizzle.ts';
import { beginsLike, holdsText } from '../store/query.ts';
import type { Reader } from '../store/index.ts';

/** As many as a page of results shows of a kind. */
export const mostFound = 20;

/** Among these any part of a name is looked for: to look through all of a store of years takes a second. */
const newest = 2000;

/** The sages that this viewer may see with the text in their name. */
export async function searchSages(on: Reader, viewer: Viewer, text: string) {
    const { id, name, status, updatedAt } = sages;
    return on
        .select({ id, name, status, updatedAt })
        .from(sages)
        .where(and(seenBy(viewer), holdsText(name, text)))
        .orderBy(desc(id))
        .limit(mostFound);
}

/** The candidates' screens of these sages, or of all, by name, address or id; the newest first. */
export async function searchScreens(on: Reader, sageIds: readonly number[] | undefined, text: string) {
    if (sageIds?.length === 0) return [];
    const { id, candidateName, candidateEmail, status, createdAt, kind, sageId } = screens;
    const seen = and(eq(kind, 'real'), sageIds && inArray(sageId, [...sageIds]));
    const order = [desc(createdAt), desc(id)] as const;
    const names = { id, candidateName, candidateEmail };
    const recent = on
        .select(names)
        .from(screens)
        .where(seen)
        .orderBy(...order)
        .limit(newest)
        .as('recent');
    const holds = or(holdsText(recent.candidateName, text), holdsText(recent.candidateEmail, text));
    const beginning = (condition: SQL) =>
        on.select({ id }).from(screens).where(and(seen, condition)).limit(mostFound);
    const found = [
        ...(await on.select({ id: recent.id }).from(recent).where(holds).limit(mostFound)),
        ...(await beginning(beginsLike(candidateName, text))),
        ...(await beginning(beginsLike(candidateEmail, text))),
        ...(await beginning(eq(id, text)))
    ];
    if (found.length === 0) return [];
    return on
        .select({ ...names, status, createdAt })
        .from(screens)
        .where(
            inArray(
                id,
                found.map((one) => one.id)
            )
        )
        .orderBy(...order)
        .limit(mostFound);
}

/** The users with the text in their name, login or address. */
export async function searchUsers(on: Reader, text: string) {
    const { id, displayName, login, email, role, createdAt } = users;
    return on
        .select({ id, displayName, email, role, createdAt })
        .from(users)
        .where(or(holdsText(displayName, text), holdsText(login, text), holdsText(email, text)))
        .orderBy(desc(id))
        .limit(mostFound);
}
