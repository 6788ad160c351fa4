// The traces of routines as a page, for users who may read the JSON route.
import type { ServerRoute } from '@hapi/hapi';
import { listTraces } from '../../../db/agents/traces.ts';
import { traceStates } from '../../../words/states/jobs.ts';
import { labelsOf } from '../../../words/states/state.ts';
import type { App } from '../../app.ts';
import { pageOf } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { notice } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Address, addressIn, addressWith } from '../../surfaces/pages/parts/address.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { pager } from '../../surfaces/pages/parts/pager.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { settingsTabs } from '../../shared/settings-view.ts';
import { type TracesQuery, tracesQuery } from './query.ts';

export const listPage = (app: App): ServerRoute =>
    consolePage<TracesQuery>(app, {
        id: 'showTraces',
        path: '/settings/traces',
        description: 'Shows the traces of routines.',
        scope: ['ss_admin_all', 'ss_support'],
        query: tracesQuery,
        show: showList
    });

async function showList(
    { run_id, routine, status, ...page }: TracesQuery,
    visit: PageContext
): Promise<View> {
    const { app, request } = visit;
    const search = { runId: run_id, routine, status, ...pageOf(page) };
    const found = await listTraces(app.store.read, search);
    const address = addressIn(request);
    const isFiltered = [run_id, routine, status].some((one) => one !== undefined);
    const empty = emptyState({
        says: isFiltered
            ? 'No traces match these filters.'
            : 'No traces yet. Agents send them with emit_trace.'
    });
    return {
        title: 'Traces',
        tabs: settingsTabs(visit),
        body: html`${about(visit)}
            ${filters(address, [
                { name: 'routine', label: 'Routine' },
                { name: 'run_id', label: 'Run' },
                { name: 'status', label: 'State', options: labelsOf(traceStates) }
            ])}
            ${found.items.length === 0 ? empty : list(visit, found.items, address)}
            ${pager({ ...found, ...page, address, shown: found.items.length })}`
    };
}

function about({ app: { config } }: PageContext) {
    const isAway = config.traces.driver !== 'local';
    return html`<p>Steps that agents reported with <code>emit_trace</code>, newest first${
        config.keepDays > 0 && `, stored for ${config.keepDays} days`
    }.</p>
        ${notice(isAway && 'Traces currently go to the service at TRACE_URL and are not stored here (setting TRACE_DRIVER).')}`;
}

type Row = Awaited<ReturnType<typeof listTraces>>['items'][number];

function list({ app }: PageContext, rows: readonly Row[], address: Address) {
    const clock = clockOf(app);
    const toRun = (run: string) => addressWith({ ...address, query: {} }, { run_id: run });
    return table<Row>({
        caption: 'Traces',
        columns: [
            { title: 'Routine', cell: ({ routine }) => routine },
            { title: 'State', cell: ({ status }) => stateBadge(traceStates[status]) },
            { title: 'When', cell: ({ at }) => moment(at, clock) },
            { title: 'By', cell: ({ actor }) => actor, minor: true },
            {
                title: 'Run',
                cell: ({ runId }) => html`<a href="${toRun(runId)}">${runId}</a>`,
                minor: true
            },
            { title: 'Cadence', cell: ({ cadence }) => cadence, minor: true },
            { title: 'Notes', cell: ({ notes }) => shortened(notes), minor: true }
        ],
        rows
    });
}

const shownAtOnce = 200;

function shortened(notes: string) {
    if (notes.length <= shownAtOnce) return notes;
    return html`<details><summary>${notes.slice(0, shownAtOnce)}…</summary>${notes}</details>`;
}
