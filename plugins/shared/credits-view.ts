// The entries of the credits as columns, for the list of all and for those of one user.
import type { RunRow } from '../../db/builds/runs.ts';
import type { listCredits } from '../../db/accounts/credits.ts';
import { creditEntries } from '../../words/states/accounts.ts';
import { type Clock, moment } from '../surfaces/pages/parts/moment.ts';
import type { Column } from '../surfaces/pages/parts/table.ts';

type Entry = Awaited<ReturnType<typeof listCredits>>['items'][number];

export const creditColumns = (clock: Clock): Column<Entry>[] => [
    { title: 'What', cell: ({ kind }) => creditEntries[kind].en.label },
    { title: 'For', cell: ({ reason, reference }) => reason ?? shortOf(reference) },
    { title: 'Credits', cell: ({ amount }) => signed(amount), number: true },
    { title: 'Reserved', cell: ({ hold }) => signed(hold), number: true, minor: true },
    { title: 'Balance after', cell: ({ balanceAfter }) => balanceAfter, number: true, minor: true },
    { title: 'When', cell: ({ at }) => moment(at, clock) }
];

/** `build:0199…`, the first digits of its id, which are enough to identify it. */
function shortOf(reference: string) {
    const [what = '', id = ''] = reference.split(':');
    return `${what} ${id.slice(0, 8)}`.trim();
}

/** The cost of a build: its hold is captured when it completes, and released in every other case. */
export const paidFor = ({ state, cost }: Pick<RunRow, 'state' | 'cost'>) =>
    state === 'running' ? `${cost} reserved` : state === 'completed' ? cost : 0;

const signed = (count: number) => (count > 0 ? `+${count}` : count < 0 ? `−${-count}` : '–');
