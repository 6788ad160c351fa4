// The build of a sage: what it costs, how far it is, what stopped the last one, and those before it.
import type { ServerRoute } from '@hapi/hapi';
import { buildReport } from '../../../db/builds/report-cards.ts';
import { listRuns } from '../../../db/builds/run-list.ts';
import type { RunRow } from '../../../db/builds/runs.ts';
import { nightsOf } from '../../../db/judgement/licence.ts';
import { licenceState } from '../../../db/judgement/licence/state.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import type { App } from '../../app.ts';
import { council, staff } from '../../surfaces/auth/capability-sets.ts';
import { paidFor } from '../../shared/credits-view.ts';
import { ofSage, type OfSage, sageFor } from '../../shared/owned.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { live } from '../../surfaces/pages/console/live.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { clockOf, formatDuration, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { checkProgress } from '../../shared/check-progress.ts';
import { sagePath, sageView } from '../../shared/sage-view.ts';
import { reportCardOf } from '../report-card.ts';
import { failuresOf, stoppingSection } from './failures.ts';
import { preparationPart } from './preparation-part.ts';
import { runBadge } from './run-badge.ts';
import { startSection } from './start-section.ts';

export const buildPage = (app: App): ServerRoute =>
    consolePage<OfSage>(app, {
        ...ofSage,
        id: 'showSageBuild',
        path: '/sages/{id}/build',
        description: 'Shows the progress of the current build of a sage, and its earlier builds.',
        scope: council,
        show: async ({ id }, visit) => showBuild(visit, await sageFor(app, app.store.read, id, visit.actor))
    });

const mostShown = 20;

async function showBuild(visit: PageContext, sage: SageRow): Promise<View> {
    const { read } = visit.app.store;
    const runs = await listRuns(read, sage.id, mostShown);
    const [last] = runs;
    const isRunning = last?.state === 'running';
    const follow = live({
        id: 'build',
        path: sagePath(sage, 'build'),
        isRunning,
        every: 2,
        body: html`${isRunning && (await checkProgress(visit, last))}`
    });
    const prepared = isRunning ? [] : await preparationPart(visit, sage);
    const cancel = isRunning && mayRepair(visit) ? [cancelDialog(visit, sage, last)] : [];
    return sageView(visit, sage, {
        here: 'build',
        body: html`${!isRunning && (await startSection(visit, sage, last))}
            ${prepared.map((part) => part.html)} ${follow.html}
            ${cancel.map((one) => html`<div class="acts">${dialogButton(one)}</div>`)}
            ${last?.state === 'failed' && (await whatFailed(visit, sage, last))}
            ${runs.length > 0 && list(visit, sage, runs)}`,
        dialogs: cancel,
        live: [follow, ...prepared]
    });
}

const mayRepair = ({ actor }: PageContext) =>
    staff.some((one) => actor.capabilities.some((held) => held === one));

const cancelDialog = (visit: PageContext, sage: SageRow, { runId, cost }: RunRow) =>
    dialog(visit, {
        id: 'cancel',
        title: 'Cancel this check?',
        says: html`<p>The check stops now. The reserved credits (${cost}) are released. The version in use stays in use.</p>`,
        to: { rest: `/admin/builds/${runId}/cancel` },
        hidden: { sage: sage.id },
        button: 'Cancel the check',
        isDangerous: true
    });

/** The failures on the report card, with links to the cards of the editor. */
async function whatFailed(visit: PageContext, sage: SageRow, run: RunRow) {
    const { read } = visit.app.store;
    const licence = await licenceState(read, sage, run.runId);
    const card = reportCardOf(await buildReport(read, run), licence, await nightsOf(read, sage.id));
    const retry = mayRepair(visit) && {
        to: { rest: `/admin/builds/${run.runId}/retry` },
        fields: { sage: sage.id },
        body: html`<button type="submit" class="secondary">Retry from the failed step</button>`
    };
    return html`${stoppingSection(failuresOf(card, sage.criteria))}
        <p><a href="${sagePath(sage, 'criteria')}">Fix the criteria</a>, or read
            <a href="${sagePath(sage)}/builds/${run.runId}">the full build report</a>.</p>
        ${retry && postForm(visit, retry)}`;
}

function list({ app }: PageContext, sage: SageRow, runs: readonly RunRow[]) {
    const clock = clockOf(app);
    return html`<section><h2>Checks</h2>${table({
        caption: 'Checks of this sage, newest first',
        rows: runs,
        href: ({ runId }) => `${sagePath(sage)}/builds/${runId}`,
        columns: [
            { title: 'Started', cell: ({ startedAt }) => moment(startedAt, clock) },
            { title: 'State', cell: ({ state }) => runBadge(state) },
            {
                title: 'Duration',
                cell: ({ startedAt, endedAt }) =>
                    endedAt === null ? '–' : formatDuration(endedAt - startedAt),
                minor: true
            },
            { title: 'Credits', cell: paidFor, number: true },
            {
                title: 'In use',
                cell: ({ runId }) => (runId === sage.releaseRunId ? 'yes' : ''),
                minor: true
            }
        ]
    })}</section>`;
}
