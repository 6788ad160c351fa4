// The candidates of a sage on its home: those who wait for a review, then those who are on their way.
import { activeHolders } from '../../../../db/accounts/users.ts';
import { countStates, listQueue } from '../../../../db/judgement/queue.ts';
import type { SageRow } from '../../../../db/sages/sages.ts';
import { unsentLinks } from '../../../../db/screens/unsent-links.ts';
import { judgementsFor } from '../../../shared/candidates/judgements.ts';
import { candidateTable, mostOnChip, stateChips } from '../../../shared/candidates/list.ts';
import type { PageContext } from '../../../surfaces/pages/console/visit.ts';
import { html } from '../../../surfaces/pages/layout.ts';
import { clockOf } from '../../../surfaces/pages/parts/moment.ts';
import type { App } from '../../../app.ts';

const states = ['waiting', 'started', 'invited'] as const;
type State = (typeof states)[number];
export type Candidates = Record<State, Awaited<ReturnType<typeof listQueue>>>;

/** The first few of each state, with how many there are. */
export async function candidatesOf({ store: { read } }: App, { id }: SageRow): Promise<Candidates> {
    const of = (state: State) => listQueue(read, { state, sageIds: [id], limit: mostShown, offset: 0 });
    return { waiting: await of('waiting'), started: await of('started'), invited: await of('invited') };
}

const mostShown = 10;

/** Whoever sees the home of a sage may invite to it. */
export async function candidatesSection(candidates: Candidates, { app, actor }: PageContext, sage: SageRow) {
    const { read } = app.store;
    const counts = await countStates(read, { sageIds: [sage.id], most: mostOnChip });
    const screens = states.flatMap((state) => candidates[state].items);
    const judgementOf = await judgementsFor(app, screens, { actor, isPage: true });
    const unsent = await unsentLinks(read, screens);
    const users = await activeHolders(read, 'council_screen');
    const list = `/screens?sage_id=${sage.id}`;
    const shown = candidateTable({
        caption: `Candidates of ${sage.name}`,
        rows: screens.map((screen) => ({
            screen,
            judgement: judgementOf(screen),
            sage: sage.name,
            mayManage: true,
            unsent: unsent.get(screen.id)
        })),
        userId: actor.id,
        users: new Map(users.map(({ id, displayName }) => [id, displayName])),
        sageId: sage.id,
        isMixed: true,
        clock: clockOf(app)
    });
    return html`<section><header class="section-head"><h2>Candidates</h2><a href="${list}">All candidates</a></header>
        ${stateChips({ counts, href: (state) => `${list}&state=${state}` })}
        ${screens.length > 0 ? shown : html`<p class="soft">No one is invited or waits for a review.</p>`}</section>`;
}
