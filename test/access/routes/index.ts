// Every route there is, in groups that are asked together.
import { atBothAddresses, type Table } from '../calls.ts';
import { accounts } from './accounts.ts';
import { deals } from './deals.ts';
import { backend, tools } from './machines.ts';
import { intake, notices } from './office.ts';
import { owned } from './owned.ts';
import { pages } from './pages.ts';
import { people } from './people.ts';
import { agents } from './agents.ts';
import { ownBuilds, sages } from './sages.ts';
import { candidates, screens } from './screens.ts';
import { repairs, support } from './staff.ts';

const groups: Record<string, Table> = {
    accounts,
    sages,
    screens,
    candidates,
    deals,
    intake,
    notices,
    agents,
    support,
    repairs,
    backend,
    tools,
    pages,
    people
};

export const tables = Object.fromEntries(
    Object.entries(groups).map(([name, table]) => [name, atBothAddresses(table)])
);

/** The same routes again, with settings that narrow them. */
export const narrowed: Record<string, { env: Record<string, string>; table: Table }> = {
    'SAGE_ACCESS=owner': { env: { SAGE_ACCESS: 'owner' }, table: atBothAddresses({ ...ownBuilds, ...owned }) }
};
