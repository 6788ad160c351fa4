// The progress of a new installation: which first steps are done, each looked up by one row.
import { account } from '../accounts/credits.ts';
import { users } from '../accounts/users.ts';
import { deals } from '../sales/deals.ts';
import { sages } from '../sages/sages.ts';
import { screens } from '../screens/screens.ts';
import { and, desc, eq, inArray, isNotNull, type SQL, type SQLiteTable, sql } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';

/** Returns which first steps are done. Sages of the demo data do not count as created, but their builds count. */
export async function firstStepsOf(on: Reader) {
    const { available } = await account(on);
    const some = await on.select({ id: users.id }).from(users).limit(2);
    return {
        hasSage: await has(on, sages, eq(sages.demo, false)),
        hasRelease: await has(on, sages, isNotNull(sages.releaseRunId)),
        hasInvited: await hasInvited(on),
        hasCredits: available > 0,
        hasColleague: some.length > 1
    };
}

/** Whether candidates are invited, or deals made: the installation is no longer new. */
export const isInUse = async (on: Reader) => (await hasInvited(on)) || has(on, deals, isNotNull(deals.repId));

const hasInvited = (on: Reader) =>
    has(on, screens, and(eq(screens.kind, 'real'), isNotNull(screens.invitedAt)));

/** The same of one user's own work. */
export async function ownFirstStepsOf(on: Reader, userId: number) {
    const own = await on
        .select({ id: sages.id, releaseRunId: sages.releaseRunId })
        .from(sages)
        .where(eq(sages.ownerId, userId))
        .orderBy(desc(sages.id))
        .limit(mostSages);
    const ids = own.map(({ id }) => id);
    const invited = and(inArray(screens.sageId, ids), eq(screens.kind, 'real'), isNotNull(screens.invitedAt));
    return {
        hasSage: own.length > 0,
        hasRelease: own.some(({ releaseRunId }) => releaseRunId !== null),
        hasInvited: ids.length > 0 && (await has(on, screens, invited)),
        hasDeal: await has(on, deals, eq(deals.repId, userId))
    };
}

/** An installation with more than this is no longer new. */
const mostSages = 20;

async function has(on: Reader, table: SQLiteTable, where: SQL | undefined) {
    const rows = await on
        .select({ one: sql`1` })
        .from(table)
        .where(where)
        .limit(1);
    return rows.length > 0;
}
