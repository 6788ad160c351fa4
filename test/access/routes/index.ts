// What is asked of each route that needs more than its address.
import type { Table } from '../calls.ts';
import { accounts } from './accounts.ts';
import { agents } from './agents.ts';
import { candidates, erasing } from './candidates.ts';
import { deals } from './deals.ts';
import { backend, tools } from './machines.ts';
import { intake, notices } from './office.ts';
import { pages } from './pages.ts';
import { people } from './people.ts';
import { sages } from './sages.ts';
import { screens } from './screens.ts';
import { support } from './staff.ts';

export const entries: Table = {
    ...accounts,
    ...sages,
    ...screens,
    ...candidates,
    ...erasing,
    ...deals,
    ...intake,
    ...notices,
    ...agents,
    ...support,
    ...backend,
    ...tools,
    ...pages,
    ...people
};
