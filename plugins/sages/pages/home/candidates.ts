// The candidates of a sage on its home: those who wait for a review, then those who are on their way.
import { listQueue } from '../../../../db/judgement/queue.ts';
import type { SageRow } from '../../../../db/sages/sages.ts';
import type { ScreenRow } from '../../../../db/screens/screens.ts';
import { candidateStates } from '../../../../words/states/candidates.ts';
import type { App } from '../../../app.ts';
import { type Html, html } from '../../../surfaces/pages/layout.ts';
import { stateBadge } from '../../../surfaces/pages/parts/badge.ts';
import { type Clock, clockOf, moment } from '../../../surfaces/pages/parts/moment.ts';
import { formatTotal } from '../../../surfaces/pages/parts/pager.ts';
import { table } from '../../../surfaces/pages/parts/table.ts';

const states = ['waiting', 'started', 'invited'] as const;
type State = (typeof states)[number];
export type Candidates = Record<State, Awaited<ReturnType<typeof listQueue>>>;

/** The first few of each state, with how many there are. */
export async function candidatesOf({ store: { read } }: App, { id }: SageRow): Promise<Candidates> {
    const of = (state: State) => listQueue(read, { state, sageIds: [id], limit: mostShown, offset: 0 });
    return { waiting: await of('waiting'), started: await of('started'), invited: await of('invited') };
}

const mostShown = 10;

export function candidatesSection(candidates: Candidates, { app, sage }: { app: App; sage: SageRow }): Html {
    const rows = states.flatMap((state) => candidates[state].items.map((screen) => ({ state, screen })));
    const clock = clockOf(app);
    const all = html`<a href="/screens?sage_id=${sage.id}">All candidates</a>`;
    return html`<section><header class="section-head"><h2>Candidates</h2>${rows.length > 0 && all}</header>
        ${rows.length === 0 && html`<p class="soft">No one is invited or waits for a review. ${all}</p>`}
        ${rows.length > 0 && chips(candidates, sage)}
        ${
            rows.length > 0 &&
            table({
                caption: `Candidates of ${sage.name}`,
                rows,
                href: ({ screen }) => `/screens/${screen.id}?sage_id=${sage.id}`,
                columns: [
                    { title: 'Candidate', cell: ({ screen }) => screen.candidateName },
                    { title: 'State', cell: ({ state }) => stateBadge(candidateStates[state]) },
                    { title: 'When', cell: ({ state, screen }) => when(state, screen, clock), minor: true }
                ]
            })
        }</section>`;
}

const chips = (candidates: Candidates, { id }: SageRow) =>
    html`<ul class="chips">${states.map((state) => {
        const query = state === 'waiting' ? '' : `&state=${state}`;
        return html`<li><a href="/screens?sage_id=${id}${query}">${candidateStates[state].en.label} <small>${formatTotal(candidates[state])}</small></a></li>`;
    })}</ul>`;

function when(state: State, { submittedAt, deadlineAt, expiresAt }: ScreenRow, clock: Clock) {
    const [word, at] = {
        waiting: ['submitted', submittedAt] as const,
        started: ['until', deadlineAt] as const,
        invited: ['until', expiresAt] as const
    }[state];
    return at !== null && html`${word} ${moment(at, clock)}`;
}
