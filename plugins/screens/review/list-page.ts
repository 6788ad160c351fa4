// The list of answers that wait for a person.
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { Paging } from '../../surfaces/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { html } from '../../surfaces/pages/layout.ts';
import type { Address } from '../../surfaces/pages/parts/address.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { countOf, pager } from '../../surfaces/pages/parts/pager.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';

interface List extends Paging {
    items: readonly Waiting[];
    total: number;
    more?: true;
    address: Address;
    clock: Clock;
}

type Waiting = ScreenRow & { position: string };

const title = 'Answers that wait for a person';

export function listPage(list: List): View {
    if (list.total === 0) return { title, body: emptyState({ says: 'None waits for a decision now.' }) };
    const { items, clock } = list;
    return {
        title,
        body: html`<p>${countOf(list)} in all. The one that has waited longest comes first.</p>
            ${table({ caption: title, columns: columnsOf(clock), rows: items, href: ({ id }) => `/screens/${id}` })}
            ${pager({ ...list, shown: items.length })}`
    };
}

const columnsOf = (clock: Clock): Column<Waiting>[] => [
    { title: 'Candidate', cell: ({ candidateName }) => candidateName },
    { title: 'Sage', cell: ({ position }) => position },
    { title: 'Handed in', cell: ({ submittedAt }) => submittedAt !== null && moment(submittedAt, clock) }
];
