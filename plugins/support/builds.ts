// The builds of all sages: retrying and cancelling one, over JSON and in a browser.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { cancelBuild, retryBuild } from '../../db/builds/retries.ts';
import { type RunRow, runs } from '../../db/builds/runs.ts';
import type { App } from '../app.ts';
import { maybeText, moment as momentField, named, oneOf, wholeId } from '../surfaces/http/response-fields.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { staffRest } from '../surfaces/rest.ts';
import { onWire } from '../shared/wire.ts';
import { listAllRuns } from '../../db/builds/run-list.ts';
import { sageNamesOf } from '../../db/sages/sages.ts';
import { runStates } from '../../words/states/builds.ts';
import { labelsOf } from '../../words/states/state.ts';
import { paidFor } from '../shared/credits-view.ts';
import { pageOf, type Paging, paging } from '../surfaces/http/fields.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { live } from '../surfaces/pages/console/live.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html } from '../surfaces/pages/layout.ts';
import { addressIn, addressWith } from '../surfaces/pages/parts/address.ts';
import { stateBadge } from '../surfaces/pages/parts/badge.ts';
import { filters } from '../surfaces/pages/parts/filters.ts';
import { clockOf, formatDuration, moment } from '../surfaces/pages/parts/moment.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import type { Column } from '../surfaces/pages/parts/table.ts';
import { linked, supportScope, toJobs } from './pages/links.ts';
import { listView } from '../shared/list-view.ts';

/** Forms name their sage, so that a browser finds back to the report; those of the list of builds say so. */
const ofSage = ({ sage, from, run_id }: Readonly<Record<string, unknown>>) =>
    from !== 'list' && typeof sage === 'string'
        ? `/sages/${encodeURIComponent(sage)}/builds/${String(run_id)}`
        : '/jobs/builds';

/** What support staff do with one build. */
const ofBuild = [
    {
        name: 'retryBuild',
        path: '/admin/builds/{run_id}/retry',
        summary: 'Retries a failed build from the failed step and reserves credits again.',
        also: [402, 404, 409],
        says: 'Check resumed.',
        work: retryBuild,
        settlesFirst: true
    },
    {
        name: 'cancelBuild',
        path: '/admin/builds/{run_id}/cancel',
        summary: 'Cancels a running build and releases its reserved credits.',
        also: [404, 409],
        says: 'Check cancelled. Its credits are released.',
        work: cancelBuild,
        settlesFirst: false
    }
];

export const buildRoutes = (app: App): ServerRoute[] =>
    ofBuild.map(({ says, work, settlesFirst, ...route }) =>
        staffRest<{ run_id: string }>(app, {
            ...route,
            method: 'POST',
            params: { run_id: Joi.string().max(100).required() },
            body: {},
            formPost: { backTo: ofSage, says },
            response: { build },
            run: async ({ run_id }, request) => {
                if (settlesFirst) await app.settleDeadlines();
                const act = actBy(app, request);
                return { build: buildOf(await app.store.write((tx) => work(tx, run_id, act))) };
            }
        })
    );

const build = named('Build', {
    run_id: Joi.string().required(),
    sage_id: wholeId,
    state: oneOf(...runs.state.enumValues),
    failure: maybeText.description('An error code.'),
    started_at: momentField,
    deadline_at: momentField
});

const buildOf = (run: RunRow) =>
    onWire(run, 'runId', 'sageId', 'state', 'failure', 'startedAt', 'deadlineAt');

interface Query extends Paging {
    state?: RunRow['state'];
}

export const buildsPage = (app: App): ServerRoute =>
    consolePage<Query>(app, {
        id: 'showBuilds',
        path: '/jobs/builds',
        description: 'Shows the builds of all sages.',
        scope: supportScope,
        query: { state: Joi.valid(...runs.state.enumValues), ...paging },
        show: showBuilds
    });

async function showBuilds({ state, ...paging }: Query, visit: PageContext): Promise<View> {
    const { app, request } = visit;
    const { read } = app.store;
    const address = addressIn(request);
    const found = await listAllRuns(read, { state, ...pageOf(paging) });
    const names = await sageNamesOf(read, found.items);
    const part = live({
        id: 'list',
        path: addressWith(address, {}),
        isRunning: found.items.some((run) => run.state === 'running'),
        body: listView(visit, {
            found,
            asked: paging,
            none: 'No checks match this filter.',
            caption: 'Checks',
            columns: columnsOf(visit, names)
        })
    });
    return {
        title: 'Checks',
        crumbs: toJobs,
        body: html`${filters(address, [{ name: 'state', label: 'State', options: labelsOf(runStates) }])} ${part.html}`,
        live: [part]
    };
}

function columnsOf(visit: PageContext, names: ReadonlyMap<number, string>): Column<RunRow>[] {
    const clock = clockOf(visit.app);
    return [
        { title: 'Sage', cell: ({ sageId }) => linked(visit, `sage:${sageId}`, names.get(sageId) ?? '') },
        { title: 'State', cell: ({ state }) => stateBadge(runStates[state]) },
        { title: 'Started', cell: ({ startedAt }) => moment(startedAt, clock) },
        {
            title: 'Took',
            cell: ({ startedAt, endedAt }) => (endedAt === null ? '' : formatDuration(endedAt - startedAt)),
            minor: true
        },
        { title: 'Credits', cell: paidFor, number: true, minor: true },
        {
            title: 'Failure reason',
            cell: ({ failure }) => failure !== null && html`<code>${failure}</code>`,
            minor: true
        },
        { title: 'Actions', cell: (run) => help(visit, run, names.get(run.sageId) ?? 'a sage') }
    ];
}

/** A failed build continues from its step; the route refuses all but the newest of its sage. */
function help(visit: PageContext, { runId, state }: RunRow, name: string) {
    const [verb, word] = helps[state] ?? [];
    if (verb === undefined) return undefined;
    return postForm(visit, {
        to: { rest: `/admin/builds/${runId}/${verb}` },
        fields: { from: 'list' },
        body: html`<button type="submit" class="quiet" aria-label="${word} the build of ${name}">${word}</button>`
    });
}

const helps: Partial<Record<RunRow['state'], [verb: string, word: string]>> = {
    running: ['cancel', 'Cancel'],
    failed: ['retry', 'Retry']
};
