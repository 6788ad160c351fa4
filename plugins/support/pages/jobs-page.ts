// The lists of jobs, the failed ones by kind, and creating one by hand.
import type { ServerRoute } from '@hapi/hapi';
import { type JobRow, jobStates, type TaskName } from '../../../db/jobs/ledger.ts';
import { countJobsAbout, listJobs, listThings } from '../../../db/support/listing.ts';
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
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import {
    type JobsQuery,
    jobsQuery,
    searchOf,
    taskLabels,
    taskWord,
    fieldsOf,
    taskNames
} from '../catalogue.ts';
import { jobErrorText } from '../rows.ts';
import { jobBadge, describeJob } from './words.ts';
import { jobTabs, supportScope, toJobs } from './links.ts';
import { listView } from '../../shared/list-view.ts';
import { deadKinds, mostAtOnce, type Kind } from '../../../db/support/dead.ts';
import { type Dialog, dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import Joi from 'joi';
import { field, problem } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

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
    const { state, task, delayed, sort, q } = asked;
    const isWhole = [state, task, delayed, sort, q].every((one) => one === undefined);
    const search = searchOf(asked);
    const found = await (isWhole ? listThings(read, search) : listJobs(read, search));
    const counts = isWhole
        ? await countJobsAbout(
              read,
              found.items.map(({ about }) => about)
          )
        : undefined;
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
            columns: columnsOf(app, subjects, counts),
            href: ({ id }) => `/jobs/${id}`,
            ...(!isWhole && { sorted: '-made' })
        })}`
    });
    return {
        title: 'Jobs',
        actions: html`<a role="button" class="secondary" href="/jobs/builds">Checks</a>
            <a role="button" class="secondary" href="/jobs/new">New job</a>`,
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
            ? 'No job is due.'
            : html`<a href="/jobs?state=pending&amp;sort=made">${pluralize(waiting, 'job')}</a> queued, the oldest for ${formatDuration(now - oldestAt)}.`;
    return html`<p>${!isWell && html`${badge(state, 'bad')} ${problem} `}${waits}
        ${delayed > 0 && html`<a href="/jobs?delayed=1">${pluralize(delayed, 'job')}</a> retrying. `}
        ${dead > 0 && html`<a href="/jobs/dead">${pluralize(dead, 'job')}</a> failed.`}</p>`;
}

const columnsOf = (
    app: App,
    subjects: ReadonlyMap<string, Subject>,
    counts: ReadonlyMap<string | null, number> | undefined
): Column<JobRow>[] => [
    { title: 'Job', cell: ({ id, task }) => describeJob(app, task, subjects.get(id) ?? {}) },
    { title: 'State', cell: jobBadge },
    { title: 'Created', cell: ({ createdAt }) => moment(createdAt, clockOf(app)), sort: 'made' },
    ...(counts
        ? [{ title: 'Jobs', cell: ({ about }: JobRow) => ofThing(about, counts), number: true, minor: true }]
        : []),
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

/** The way to all jobs about the thing of a row. */
function ofThing(about: string | null, counts: ReadonlyMap<string | null, number>) {
    const count = counts.get(about) ?? 1;
    return count === 1 ? 1 : html`<a href="/jobs?q=${about ?? ''}">${count}</a>`;
}

export const deadPage = (app: App): ServerRoute =>
    consolePage(app, {
        id: 'showDeadJobs',
        path: '/jobs/dead',
        description: 'Shows the failed jobs by kind.',
        scope: supportScope,
        show: (_, visit) => showDead(visit)
    });

interface DeadKind extends Kind {
    count: number;
    lastAt: number;
}

async function showDead(visit: PageContext): Promise<View> {
    const found = await deadKinds(visit.app.store.read);
    const kinds = found.map(({ error, ...kind }) => ({ ...kind, error: error ?? '' }));
    const rows = kinds.map((kind, place) => ({
        kind,
        ask: Object.hasOwn(visit.app.tasks, kind.task) ? askOf(visit, kind, place) : undefined
    }));
    const list = table({ caption: 'Failed jobs', columns: deadColumns(visit), rows });
    return {
        title: 'Failed jobs',
        crumbs: toJobs,
        body: html`<p>Jobs that failed after all attempts, grouped by type and error. Fix the cause, then retry.</p>
            ${rows.length === 0 ? emptyState({ says: 'No failed jobs.' }) : list}`,
        dialogs: rows.flatMap(({ ask }) => ask ?? [])
    };
}

interface Row {
    kind: DeadKind;
    /** None for a task that this program does not have: neither it nor a filter can name it. */
    ask: Dialog | undefined;
}

const deadColumns = ({ app }: PageContext) => [
    { title: 'Kind', cell: ({ kind: { task } }: Row) => taskWord(app, task) },
    { title: 'Error', cell: ({ kind: { error } }: Row) => html`<code>${error}</code>` },
    {
        title: 'Jobs',
        cell: ({ kind: { task, error, count }, ask }: Row) =>
            ask === undefined
                ? count
                : html`<a href="/jobs?state=dead&amp;task=${task}&amp;q=${encodeURIComponent(error)}">${count}</a>`,
        number: true
    },
    { title: 'Last', cell: ({ kind: { lastAt } }: Row) => moment(lastAt, clockOf(app)), minor: true },
    { title: 'Retry', cell: ({ ask }: Row) => ask && dialogButton(ask) }
];

const askOf = (visit: PageContext, { task, error, count }: DeadKind, place: number) =>
    dialog(visit, {
        id: `retry-${place}`,
        title: 'Retry all of this kind?',
        says: html`<p>${pluralize(Math.min(count, mostAtOnce), 'job')} that failed with <code>${error}</code> ${count === 1 ? 'is' : 'are'} queued again. Jobs that are no longer needed are skipped.</p>
            ${count > mostAtOnce && html`<p>These are the oldest ${mostAtOnce} of ${count}. Retry the others afterwards.</p>`}`,
        to: { rest: '/admin/jobs/retry-dead' },
        hidden: { task, error },
        word: 'Retry all',
        button: 'Retry jobs'
    });

export const newJobPage = (app: App): ServerRoute =>
    consolePage<{ task?: TaskName }>(app, {
        id: 'showNewJob',
        path: '/jobs/new',
        description: 'Shows the form to create a job.',
        scope: supportScope,
        query: { task: Joi.valid(...taskNames(app)) },
        show: async ({ task = 'send-mail' }, visit) => showForm(visit, task)
    });

const labels: Readonly<Record<string, string>> = {
    mailId: 'ID of the email',
    requestId: 'ID of the request',
    runId: 'ID of the build',
    screenId: 'ID of the candidate',
    step: 'Number of the step, 1 to 8'
};

function showForm(visit: PageContext, task: TaskName): View {
    const { app, flash, request } = visit;
    const wrong = fieldErrorsIn(flash, {});
    const name = wrong?.field.replace(/^payload\./, '') ?? '';
    const { query } = addressIn(request);
    const fields = fieldsOf(app, task).map((one) =>
        field({
            name: one,
            label: labels[one] ?? one,
            value: flash?.typed[one],
            maxlength: 100,
            error: name === one ? wrong?.message : undefined
        })
    );
    return {
        title: 'New job',
        crumbs: toJobs,
        narrow: true,
        problem: wrong && problem(wrong.message, name),
        body: html`<p>You can create a job only if it is needed and no identical job is queued.</p>
            ${filters({ path: '/jobs/new', query: { ...query, task } }, [{ name: 'task', label: 'Task', options: taskLabels(app) }])}
            ${postForm(visit, {
                to: { rest: '/admin/jobs' },
                fields: { task },
                body: html`${fields}<button type="submit">Create job</button>`
            })}`
    };
}
