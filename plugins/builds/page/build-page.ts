// The build of a sage: what it costs, how far it is, what stopped the last one, and those before it.
import type { ServerRoute } from '@hapi/hapi';
import { buildReport } from '../../../db/builds/report-cards.ts';
import { listRuns } from '../../../db/builds/run-list.ts';
import type { RunRow } from '../../../db/builds/runs.ts';
import { nightsOf } from '../../../db/judgement/licence.ts';
import { licenceState } from '../../../db/judgement/licence/state.ts';
import { type SageRow, givesLevels, isStale } from '../../../db/sages/sages.ts';
import { callsADay, findPreparation, isOpen, type Preparation } from '../../../db/builds/preparations.ts';
import { jobStatuses } from '../../../words/states/jobs.ts';
import { account } from '../../../db/accounts/credits.ts';
import { obstacleOf } from '../../../db/sages/obstacles.ts';
import { sageChecks } from '../../../words/states/sages.ts';
import type { App } from '../../app.ts';
import { council, creditReaders, staff } from '../../surfaces/auth/capability-sets.ts';
import { paidFor } from '../../shared/credits-view.ts';
import { ofSage, type OfSage, sageFor } from '../../shared/owned.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { live, type Live } from '../../surfaces/pages/console/live.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html, type Html } from '../../surfaces/pages/layout.ts';
import { dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { clockOf, formatDuration, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { checkProgress } from '../../shared/check-progress.ts';
import { sagePath, sageView } from '../../shared/sage-view.ts';
import { may } from '../../surfaces/auth/requester.ts';
import { area } from '../../surfaces/pages/form-controls.ts';
import { blockerList, readinessOf } from '../../shared/readiness.ts';
import { lackNote, lackOfCredits } from '../../shared/spending.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { reportCardOf } from '../report-card.ts';
import { failuresOf, stoppingSection } from './failures.ts';
import { runBadge } from './run-badge.ts';

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

/** None without a language model. */
async function preparationPart(visit: PageContext, sage: SageRow): Promise<Live[]> {
    const { store, config } = visit.app;
    if (!config.llm || !givesLevels(sage.evaluator)) return [];
    const found = await findPreparation(store.read, sage.id);
    const isRunning = found !== undefined && isOpen(found);
    const mayAsk = !isRunning && may(visit.actor, 'ss_council_sage', 'ss_council_admin', 'ss_admin_all');
    const button = html`<button type="submit" class="secondary">Prepare</button>`;
    const body = html`<section aria-live="polite"><h2>Prepare a build with a slow model</h2>
        <p>A build gives its model a few minutes. If that is too short, evaluate the cases in advance. The build then uses
            all results that are still current. This costs no credits. Limit: ${callsADay} requests a day for each author.</p>
        ${found && stateLine(found, sage)}
        ${mayAsk && postForm(visit, { to: { rest: `${sagePath(sage)}/preparation` }, body: button })}</section>`;
    return [live({ id: 'preparation', path: sagePath(sage, 'build'), isRunning, every: 5, body })];
}

function stateLine(found: Preparation, sage: SageRow): Html {
    const { state, judged, planned, failure } = found;
    const count = `${Math.min(judged, planned)} of ${planned} answers are evaluated.`;
    if (state === 'waiting') return html`<p>${jobStatuses.pending.en.label}.</p>`;
    if (state === 'failed') return html`<p class="notice">Stopped: ${count} ${failure ?? ''}</p>`;
    const bar = html`<progress value="${judged}" max="${planned || 1}" aria-label="Evaluated answers"></progress>`;
    if (state === 'running')
        return html`<p>${bar} ${planned > 0 && count} You can leave this page and continue writing.</p>`;
    const isOld = found.revision !== sage.revision;
    return html`<p>${count}${isOld && ' The sage was changed since. Prepare again to evaluate the changed cases.'}</p>`;
}

/** The section that starts a check of a sage: the button with its price, or the people who may start one. */
async function startSection(visit: PageContext, sage: SageRow, last: RunRow | undefined): Promise<Html> {
    const mayBuild = sage.builtAt === null || may(visit.actor, 'ss_admin_all', 'ss_council_admin');
    const { blockers } = await readinessOf(visit.app, sage);
    return html`<section><h2>${headingOf(sage, last)}</h2>
        ${obstacleOf(sage) === 'untested' && html`<p>${sageChecks.untested.en.sentence} <a href="${sagePath(sage)}">Go to the test review</a>.</p>`}
        <p>A check takes a few minutes. It evaluates test answers, and tests whether the evaluator
            does what your questions say and resists manipulation. If it fails, you get the credits back and a report.</p>
        ${
            blockers.length > 0 &&
            html`<p>Not ready to check. Change this first:</p>${blockerList(sage, blockers, sage)}`
        }
        ${blockers.length === 0 && (mayBuild ? await button(visit, sage) : request(visit, sage))}</section>`;
}

function headingOf(sage: SageRow, last: RunRow | undefined) {
    if (isStale(sage)) return sageChecks.stale.en.label;
    if (last?.state === 'completed') return sageChecks.built.en.label;
    return last === undefined ? sageChecks.unbuilt.en.label : runTheCheck;
}

const runTheCheck = 'Run the check';

async function button(visit: PageContext, sage: SageRow) {
    const { app, actor } = visit;
    const { buildCredits } = app.config;
    const balance = may(actor, ...creditReaders) ? await account(app.store.read) : undefined;
    const lack = balance && (await lackOfCredits(visit, buildCredits, balance.available));
    if (lack) return lackNote(lack);
    return postForm(visit, {
        to: { action: 'svc_start_full_sage_build' },
        fields: { sage_id: sage.id },
        body: html`<button type="submit" ${isCurrent(sage) && { html: 'class="secondary"' }}>${runTheCheck} for ${pluralize(buildCredits, 'credit')}</button>
            ${balance && html`<small>${pluralize(balance.available, 'credit')} available.</small>`}`
    });
}

const isCurrent = (sage: SageRow) => sage.releaseRunId !== null && !isStale(sage);

/** An author does not build a sage again: they ask, or take a copy. */
function request(visit: PageContext, sage: SageRow) {
    if (!may(visit.actor, 'ss_council_sage')) return undefined;
    return html`<p>Only a council administrator can run the check of this sage again.</p>
        ${postForm(visit, {
            to: { rest: `${sagePath(sage)}/rebuild-request` },
            body: html`${area({ name: 'reason', label: 'Reason (optional)', value: visit.flash?.typed['reason'] ?? '', maxlength: 1000, rows: 2 })}
                <button type="submit" ${isCurrent(sage) && { html: 'class="secondary"' }}>Request a check</button>`
        })}
        ${postForm(visit, {
            to: { rest: `${sagePath(sage)}/copy` },
            body: html`<button type="submit" class="secondary">Copy this sage and check the copy</button>`
        })}`;
}
