// The sales representatives by name: whose a deal is, and the choice of a filter.
import { activeHolders, findUsersById, namesById } from '../../../db/accounts/users.ts';
import type { DealRow } from '../../../db/sales/deals.ts';
import type { Reader } from '../../../db/store/index.ts';
import type { Filter } from '../../surfaces/pages/parts/filters.ts';

/** The names of those whose deals these are. */
export async function repsOf(on: Reader, deals: readonly Pick<DealRow, 'repId'>[]) {
    const names = await namesById(
        on,
        deals.map(({ repId }) => repId ?? 0)
    );
    return (repId: number | null) => (repId === null ? 'Unassigned' : (names.get(repId) ?? `user ${repId}`));
}

/** A longer list is of no use. */
const mostListed = 300;

/** The users who sell now, and the chosen rep, even if they no longer sell. */
export async function repOptions(on: Reader, chosen?: number) {
    const sellers = (await activeHolders(on, 'ss_sales')).slice(0, mostListed);
    const isListed = chosen === undefined || sellers.some(({ id }) => id === chosen);
    const all = isListed ? sellers : [...sellers, ...(await findUsersById(on, [chosen]))];
    return all.map(({ id, displayName }) => [String(id), displayName] as const);
}

export const repFilter = async (on: Reader, chosen: number | undefined): Promise<Filter> => ({
    name: 'rep_id',
    label: 'Rep',
    options: await repOptions(on, chosen)
});
