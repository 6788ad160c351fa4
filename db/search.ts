// What a typed text finds: by the beginning of a name everywhere, and by any part of it among the newest.
import { listUsers } from './accounts/users.ts';
import { deals, isSalesAdmin, type Seller } from './sales/deals.ts';
import { seenBy, sages, type Viewer } from './sages/sages.ts';
import { screens } from './screens/screens.ts';
import { and, desc, eq, inArray, or, type SQL } from './store/drizzle.ts';
import { beginsLike, holdsText } from './store/query.ts';
import type { Reader } from './store.ts';

/** As many as a page of results shows of a kind. */
export const mostFound = 20;

/** Among these any part of a name is looked for: to look through all of a store of years takes a second. */
const newest = 5000;

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
    const { id, candidateName, candidateEmail, status, createdAt, kind, sageId } = screens;
    const seen = and(eq(kind, 'real'), sageIds && inArray(sageId, [...sageIds]));
    const order = [desc(createdAt), desc(id)] as const;
    const recent = on
        .select({ id, candidateName, candidateEmail })
        .from(screens)
        .orderBy(...order)
        .limit(newest)
        .as('recent');
    const holds = or(holdsText(recent.candidateName, text), holdsText(recent.candidateEmail, text));
    const some = await on.select({ id: recent.id }).from(recent).where(holds).limit(mostFound);
    const begins = [beginsLike(candidateName, text), beginsLike(candidateEmail, text), eq(id, text)];
    const found = or(
        inArray(
            id,
            some.map((one) => one.id)
        ),
        ...begins
    );
    return on
        .select({ id, candidateName, candidateEmail, status, createdAt })
        .from(screens)
        .where(and(seen, found))
        .orderBy(...order)
        .limit(mostFound);
}

/** The deals that this seller may see, by the name of the customer; the newest first. */
export async function searchDeals(on: Reader, seller: Seller, text: string) {
    const { id, customerName, status, updatedAt, repId } = deals;
    const seen = isSalesAdmin(seller) ? undefined : eq(repId, seller.id);
    const recent = on
        .select({ id, customerName })
        .from(deals)
        .where(seen)
        .orderBy(desc(id))
        .limit(newest)
        .as('recent');
    const holds = holdsText(recent.customerName, text);
    const some = await on.select({ id: recent.id }).from(recent).where(holds).limit(mostFound);
    const found: SQL | undefined = or(
        inArray(
            id,
            some.map((one) => one.id)
        ),
        beginsLike(customerName, text)
    );
    return on
        .select({ id, customerName, status, updatedAt })
        .from(deals)
        .where(and(seen, found))
        .orderBy(desc(id))
        .limit(mostFound);
}

/** The users with the text in their name, login or address. There are never many. */
export async function searchUsers(on: Reader, text: string) {
    const low = text.toLowerCase();
    const all = await listUsers(on);
    return all
        .filter(({ displayName, login, email }) =>
            [displayName, login, email].some((one) => one.toLowerCase().includes(low))
        )
        .slice(0, mostFound);
}
