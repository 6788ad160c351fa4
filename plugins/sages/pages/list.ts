// The list of sages.
import type { ServerRoute } from '@hapi/hapi';
import { sageFigures } from '../../../db/council/figures.ts';
import { obstacleOf } from '../../../db/sages/obstacles.ts';
import { listSages, type SageFilter, type SageRow, sageStates } from '../../../db/sages/sages.ts';
import { workflow } from '../../../db/sages/workflow.ts';
import { sageChecks, sageStatuses } from '../../../words/states/sages.ts';
import { labelsOf } from '../../../words/states/state.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import { may } from '../../surfaces/auth/requester.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { pageOf, type Paging, paging } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { addressIn } from '../../surfaces/pages/parts/address.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { pager } from '../../surfaces/pages/parts/pager.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { sagePath, stateOf } from '../../shared/sage-view.ts';
import { sageFilter } from '../rows.ts';

export const listPage = (app: App): ServerRoute =>
    consolePage<Paging & SageFilter>(app, {
        id: 'showSages',
        path: '/sages',
        description: 'Shows the sages.',
        scope: council,
        navigation: { word: 'Sages' },
        query: { ...sageFilter, ...paging },
        show: (asked, visit) => showList(asked, visit)
    });

type Figures = ReturnType<Awaited<ReturnType<typeof sageFigures>>>;

async function showList(
    { page, per_page, ...filter }: Paging & SageFilter,
    visit: PageContext
): Promise<View> {
    const { app, actor, request } = visit;
    const { read } = app.store;
    const asked = { ...filter, sort: filter.sort ?? '-changed', ...pageOf({ page, per_page }) } as const;
    const found = await listSages(read, viewerOf(app, actor), asked);
    const figures = await sageFigures(read, found.items);
    const address = addressIn(request);
    const clock = clockOf(app);
    const isAll = Object.keys(filter).length === 0;
    const make = may(actor, 'ss_council_sage') && html`<a role="button" href="/sages/new">New sage</a>`;
    if (found.total === 0 && isAll)
        return { title: 'Sages', actions: make, body: emptyState({ says: nothing, action: make }) };
    const list = table({
        caption: 'Sages',
        columns: columnsOf(figures, clock),
        rows: found.items,
        href: (sage) => sagePath(sage),
        address,
        sorted: '-changed'
    });
    return {
        title: 'Sages',
        actions: make,
        body: html`${filters(address, choices)}
            ${found.total === 0 ? emptyState({ says: 'No sages match these filters. Clear the filters to see all sages.' }) : list}
            ${pager({ ...found, page, per_page, address, shown: found.items.length })}`
    };
}

const nothing =
    'No sages yet. A sage asks candidates the questions for one job and reads their answers. Creating your first one takes a few minutes.';

const choices = [
    { name: 'q', label: 'Name' },
    { name: 'status', label: 'Status', options: labelsOf(sageStatuses) },
    { name: 'state', label: 'Check', options: labelsOf(sageChecks, sageStates) }
] as const;

function nextOf(sage: SageRow) {
    const obstacle = obstacleOf(sage);
    if (obstacle === 'unbuilt')
        return sage.stepNumber < workflow.build ? 'Finish the questions' : 'Run the check';
    if (obstacle) return { stale: 'Run the check again', untested: 'Read the test answers' }[obstacle];
    return sage.status === 'ss_active' ? 'Invite candidates' : 'Open it';
}

const columnsOf = (figuresOf: (sage: SageRow) => Figures, clock: Clock): Column<SageRow>[] => [
    { title: 'Name', cell: ({ name }) => name, sort: 'name' },
    { title: 'Status', cell: stateOf },
    { title: 'Next', cell: nextOf, sort: 'step', minor: true },
    {
        title: 'Last check',
        cell: (sage) => {
            const { releasedAt } = figuresOf(sage);
            return releasedAt === null ? '–' : moment(releasedAt, clock);
        },
        minor: true
    },
    { title: 'Open invitations', cell: (sage) => figuresOf(sage).open, number: true },
    { title: 'Changed', cell: ({ updatedAt }) => moment(updatedAt, clock), sort: 'changed', minor: true }
];
