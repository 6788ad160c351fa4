// The list of jobs, which refreshes as they progress.
import type { ServerRoute } from '@hapi/hapi';
import { type JobRow, jobStates } from '../../../db/jobs/ledger.ts';
import { listJobs } from '../../../db/support/listing.ts';
import { type Subject, subjectsOf } from '../../../db/support/subjects.ts';
import { jobTally } from '../../../db/jobs/tally.ts';
import { jobStatuses } from '../../../words/states/jobs.ts';
import { labelsOf } from '../../../words/states/state.ts';
import type { App } from '../../app.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { live } from '../../surfaces/pages/console/live.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { addressIn, addressWith } from '../../surfaces/pages/parts/address.ts';
import { badge } from '../../surfaces/pages/parts/badge.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { type Clock, clockOf, formatDuration, moment } from '../../surfaces/pages/parts/moment.ts';
import type { Column } from '../../surfaces/pages/parts/table.ts';
import { type JobsQuery, jobsQuery, searchOf, taskLabels } from '../catalogue.ts';
import { jobErrorText } from '../rows.ts';
import { jobBadge, describeJob } from './words.ts';
import { jobTabs, supportScope } from './links.ts';
import { listView } from '../../shared/list-view.ts';

export const jobsPage = (app: App): ServerRoute =>
    consolePage<JobsQuery>(app, {
        id: 'showJobs',
        path: '/jobs',
        description: 'Shows the jobs.',
        scope: supportScope,
        navigation: { word: 'Jobs' },
        query: jobsQuery(app),
        show: showJobs
    });

async function showJobs(asked: JobsQuery, visit: PageContext): Promise<View> {
    const { app, request } = visit;
    const { read } = app.store;
    const clock = clockOf(app);
    const address = addressIn(request);
    const found = await listJobs(read, searchOf(asked));
    const subjects = await subjectsOf(read, found.items);
    const tally = await jobTally(read, clock.now);
    const part = live({
        id: 'list',
        path: addressWith(address, {}),
        isRunning: tally.waiting > 0,
        every: 5,
        body: html`${standing(visit, tally, clock)} ${listView(visit, {
            found,
            asked,
            none: 'No jobs match these filters.',
            caption: 'Jobs',
            columns: columnsOf(app, subjects),
            href: ({ id }) => `/jobs/${id}`,
            sorted: '-made'
        })}`
    });
    return {
        title: 'Jobs',
        tabs: jobTabs(visit),
        body: html`${filters(address, choicesOf(app))} ${part.html}`,
        live: [part]
    };
}

const choicesOf = (app: App) =>
    [
        { name: 'state', label: 'State', options: labelsOf(jobStatuses, jobStates) },
        { name: 'task', label: 'Task', options: taskLabels(app) },
        { name: 'delayed', label: 'Attempts', options: { 1: jobStatuses.delayed.en.label } },
        { name: 'q', label: 'ID or error' }
    ] as const;

type Tally = Awaited<ReturnType<typeof jobTally>>;

/** The summary of the queue: the longest wait, the failures, and whether any job runs. */
function standing({ app }: PageContext, { waiting, dead, delayed, oldestAt }: Tally, { now }: Clock) {
    const { state, problem } = app.jobs();
    const isWell = state === 'running';
    const waits =
        waiting === 0
            ? 'The queue is empty.'
            : html`<a href="/jobs?state=pending&amp;sort=made">${pluralize(waiting, 'job')}</a> queued, the oldest for ${formatDuration(now - oldestAt)}.`;
    return html`<p>${!isWell && html`${badge(state, 'bad')} ${problem} `}${waits}
        ${delayed > 0 && html`<a href="/jobs?delayed=1">${pluralize(delayed, 'job')}</a> retrying. `}
        ${dead > 0 && html`<a href="/jobs/dead">${pluralize(dead, 'job')}</a> failed.`}</p>`;
}

const columnsOf = (app: App, subjects: ReadonlyMap<string, Subject>): Column<JobRow>[] => [
    { title: 'Job', cell: ({ id, task }) => describeJob(app, task, subjects.get(id) ?? {}) },
    { title: 'State', cell: jobBadge },
    { title: 'Created', cell: ({ createdAt }) => moment(createdAt, clockOf(app)), sort: 'made' },
    { title: 'Attempts', cell: ({ tries }) => tries, number: true, minor: true },
    {
        title: 'Next or last',
        cell: ({ retryAt, notBefore, endedAt }) => {
            const at = endedAt ?? retryAt ?? notBefore;
            return at === null ? '' : moment(at, clockOf(app));
        },
        minor: true
    },
    { title: 'Error', cell: (job) => jobErrorText(job) ?? '', minor: true }
];
