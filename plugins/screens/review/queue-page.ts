// The queue of candidates as a table.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { QueueState } from '../../../db/judgement/queue.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { Paging } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { type Html, html, type Part } from '../../surfaces/pages/layout.ts';
import type { Address } from '../../surfaces/pages/parts/address.ts';
import { badge, stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { formatTotal, pager } from '../../surfaces/pages/parts/pager.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { stateOf } from './states.ts';

interface Waiting {
    screen: ScreenRow;
    /** Its name. */
    sage: string;
    judgement: Judgement;
}

interface QueueView extends Paging {
    state: QueueState;
    items: readonly Waiting[];
    total: number;
    more?: true;
    userId: number;
    isFiltered: boolean;
    address: Address;
    filters: Html;
    clock: Clock;
}

export function queuePage(view: QueueView): View {
    const { items, state, address } = view;
    const sage = address.query['sage_id'] ?? ''; // the review goes on within the same list
    const list = table({
        caption: `Candidates: ${candidateStates[state].en.label}`,
        columns: columnsOf(view),
        rows: items,
        href: ({ screen }) => `/screens/${screen.id}${/^\d+$/.test(sage) ? `?sage_id=${sage}` : ''}`,
        address
    });
    return {
        title: 'Candidates',
        styles: ['screens.css'],
        mark: view.total > 0 && html`<span class="count">${formatTotal(view)}</span>`,
        actions: html`<a role="button" class="secondary" href="${compareAddress(view)}">Compare</a>
            <a role="button" href="/screens/invite">Invite</a>`,
        body: html`${view.filters}
            ${items.length > 0 ? list : nothing(view)}
            ${pager({ ...view, shown: items.length })}`
    };
}

const compareAddress = ({ address: { query } }: QueueView) =>
    query['sage_id'] === undefined
        ? '/screens/compare'
        : `/screens/compare?sage_id=${encodeURIComponent(query['sage_id'])}`;

function nothing({ state, isFiltered, address: { query } }: QueueView) {
    if (query['page'] !== undefined)
        return emptyState({ says: 'This page is empty. Go back to the first page.' });
    if (isFiltered)
        return emptyState({
            says: `No candidates match these filters (state: ${candidateStates[state].en.label}).`
        });
    if (state !== 'waiting')
        return emptyState({ says: `No candidates with the state “${candidateStates[state].en.label}”.` });
    return emptyState({
        says: 'No candidates need a review. Candidates appear here after they submit their answers.'
    });
}

const columnsOf = (view: QueueView): Column<Waiting>[] => [
    { title: 'Candidate', cell: ({ screen }) => screen.candidateName },
    { title: 'Sage', cell: ({ sage }) => sage },
    { title: 'State', minor: true, cell: (row) => marksOf(view, row) },
    ...timesOf(view).map(([title, timeOf], place, { length }) => ({
        title,
        minor: place < length - 1, // the last one names the next screen, or was the last
        cell: ({ screen }: Waiting) => {
            const at = timeOf(screen);
            return at !== null && moment(at, view.clock);
        }
    }))
];

/** The state, and what this user may know: that something is odd, and that they gave levels. */
function marksOf({ userId }: QueueView, { screen, judgement }: Waiting): Part {
    const isKnown = judgement.shown !== undefined && screen.flagged;
    const own = judgement.reviews.findLast(({ by }) => by.id === userId);
    return [
        stateBadge(stateOf(screen)),
        isKnown && html` ${badge('Flagged', 'bad')}`,
        own && html` ${badge(own.complete ? 'Reviewed by you' : 'Partly reviewed by you')}`
    ];
}

type Time = readonly [title: string, timeOf: (screen: ScreenRow) => number | null];

const handedIn: Time = ['Submitted', (screen) => screen.submittedAt];
const decided: Time = ['Decided', (screen) => screen.decidedAt];
const invited: Time = [candidateStates.invited.en.label, (screen) => screen.invitedAt];

const times: Record<QueueState, readonly Time[]> = {
    waiting: [handedIn],
    draft: [['Created', (screen) => screen.createdAt]],
    invited: [invited, ['Expires', (screen) => screen.expiresAt]],
    started: [
        ['Started', (screen) => screen.startedAt],
        ['Due', (screen) => screen.deadlineAt]
    ],
    submitted: [handedIn],
    advanced: [handedIn, decided],
    rejected: [handedIn, decided],
    hired: [handedIn, decided],
    cancelled: [invited, [candidateStates.cancelled.en.label, (screen) => screen.endedAt]],
    expired: [invited, [candidateStates.expired.en.label, (screen) => screen.endedAt]]
};

const timesOf = ({ state }: QueueView) => times[state];
