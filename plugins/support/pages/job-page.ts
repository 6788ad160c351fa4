// One job: what it is about, each attempt and what went wrong, and what can be done.
import type { ServerRoute } from '@hapi/hapi';
import { attemptsOf } from '../../../db/jobs/attempts.ts';
import type { JobRow } from '../../../db/jobs/ledger.ts';
import { type Subject, subjectsOf } from '../../../db/support/subjects.ts';
import { getJob } from '../../../db/support/actions.ts';
import { sentenceOf } from '../../../words/states/state.ts';
import { hour } from '../../../db/store/time.ts';
import type { App } from '../../app.ts';
import { describeEmail } from '../../shared/mail-words.ts';
import { uuid } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { live } from '../../surfaces/pages/console/live.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { type Html, html, type Part } from '../../surfaces/pages/layout.ts';
import { dialogButton, type Dialog, dialog } from '../../surfaces/pages/parts/dialog.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { select } from '../../surfaces/pages/form-controls.ts';
import { taskWord } from '../catalogue.ts';
import { linked, supportScope, toJobs } from './links.ts';
import { isDelayed, jobErrorText } from '../rows.ts';
import { jobBadge, describeJob, stateOf, attemptList } from './words.ts';

export const jobPage = (app: App): ServerRoute =>
    consolePage<{ id: string }>(app, {
        id: 'showJob',
        path: '/jobs/{id}',
        description: 'Shows a job with its attempts.',
        params: { id: uuid.required() },
        scope: supportScope,
        show: async ({ id }, visit) => showJob(visit, await getJob(app.store.read, id))
    });

/** Whether its state changes automatically soon; a job that waits for a retry leaves its buttons as they are. */
const moves = (job: JobRow) =>
    job.startedAt !== null || ((job.state === 'pending' || job.state === 'sent') && !isDelayed(job));

async function showJob(visit: PageContext, job: JobRow): Promise<View> {
    const { app, request } = visit;
    const { read } = app.store;
    const clock = clockOf(app);
    const subject = (await subjectsOf(read, [job])).get(job.id) ?? {};
    const attempts = await attemptsOf(read, job.id);
    const asked = jobDialogs(visit, job, subject);
    const part = live({
        id: 'job',
        path: request.path,
        isRunning: moves(job),
        body: html`${facts(visit, job, subject)}${attemptList(attempts, clock)}`
    });
    return {
        title: describeJob(app, job.task, subject),
        mark: jobBadge(job),
        crumbs: toJobs,
        actions: asked.map(dialogButton),
        dialogs: asked,
        body: html`${part.html}<p><a href="/audit?target=job:${job.id}">Activity</a></p>`,
        live: [part]
    };
}

function facts(visit: PageContext, job: JobRow, subject: Subject): Html {
    const clock = clockOf(visit.app);
    const when = (at: number | null) => at !== null && moment(at, clock);
    const wrong = job.state === 'done' ? undefined : jobErrorText(job);
    const lines: [string, Part][] = [
        [
            'State',
            sentenceOf<Part>(stateOf(job), { when: when(job.startedAt ?? job.retryAt ?? job.endedAt) })
        ],
        ['Task', taskWord(visit.app, job.task)],
        ['About', aboutOf(visit, subject)],
        ['Error', wrong],
        ['Created', when(job.createdAt)],
        ['Not before', job.state === 'pending' && when(job.notBefore)],
        ['Ended', job.state !== 'done' && when(job.endedAt)],
        ['Attempts', job.tries],
        ['ID', html`<code>${job.id}</code>`]
    ];
    return html`<dl class="facts">${lines.map(([word, said]) => said !== undefined && said !== false && html`<dt>${word}</dt><dd>${said}</dd>`)}</dl>`;
}

/** With links to what this user may open. A candidate has no name here. */
function aboutOf(visit: PageContext, { mail, sage, screenId, runId, step }: Subject): Part {
    if (mail) return linked(visit, `mail:${mail.id}`, describeEmail(mail));
    if (!sage) return undefined;
    const of = linked(visit, `sage:${sage.id}`, sage.name);
    if (screenId !== undefined) return html`${linked(visit, `screen:${screenId}`, 'A candidate')} of ${of}`;
    return html`${step === undefined ? 'A build' : `Step ${step} of a build`} of ${of}${runId !== undefined && html` <small><code>${runId}</code></small>`}`;
}

/** What can be done with a job, each with what will happen, as the routes of the jobs do it. */
function jobDialogs(visit: PageContext, job: JobRow, subject: Subject): Dialog[] {
    const about: About = { visit, job, what: describeJob(visit.app, job.task, subject) };
    const waits = (job.state === 'pending' || job.state === 'sent') && job.startedAt === null;
    const mayGoOn = job.state === 'dead' || (waits && isDelayed(job));
    const isOwed = visit.app.tasks[job.task]?.owed !== undefined;
    const mayEnd = (waits || job.state === 'held') && !isOwed;
    return [
        ...(mayGoOn ? [retry(about)] : []),
        ...(waits ? [putOff(about)] : []),
        ...(mayEnd ? [giveUp(about)] : [])
    ];
}

interface About {
    visit: PageContext;
    job: JobRow;
    what: string;
}

const retry = ({ visit, job: { id } }: About): Dialog =>
    dialog(visit, {
        word: 'Retry now',
        id: 'retry',
        title: 'Retry this job now?',
        says: 'The attempt count restarts. It stays the same job, so its effect happens at most once.',
        to: { rest: `/admin/jobs/${id}/retry` },
        button: 'Retry job'
    });

const delays = {
    'In an hour': hour,
    'In four hours': 4 * hour,
    'In a day': 24 * hour,
    'In a week': 168 * hour
};

function putOff({ visit, job: { id } }: About): Dialog {
    const { now, zone } = visit.app;
    const times = Object.entries(delays).map(([word, later]) => {
        const at = now() + later;
        return [new Date(at).toISOString(), `${word}: ${dateIn(zone.name(), at)}`] as const;
    });
    const { not_before: chosen = '' } = visit.flash?.typed ?? {};
    const at = Date.parse(chosen);
    const own = Number.isNaN(at) ? {} : { [chosen]: dateIn(zone.name(), at) };
    const options = { ...own, ...Object.fromEntries(times) };
    return dialog(visit, {
        id: 'reschedule',
        title: 'Reschedule this job?',
        says: 'The job does not run before this time.',
        fields: select({ name: 'not_before', label: 'Not before', options, value: chosen }),
        to: { rest: `/admin/jobs/${id}/reschedule` },
        button: 'Reschedule'
    });
}

const ends: Partial<Record<JobRow['task'], string>> = {
    'build-step': 'This also cancels the build and releases its credits.',
    'evaluate-screen': 'The answers stay stored. Another job can evaluate them.',
    'send-mail': 'The email is not sent. You can send it later from its page.'
};

const giveUp = ({ visit, job: { id, task }, what }: About): Dialog =>
    dialog(visit, {
        word: 'Cancel',
        id: 'cancel',
        title: 'Cancel this job?',
        says: `${what} does not run. ${ends[task] ?? 'It does not restart automatically.'}`,
        to: { rest: `/admin/jobs/${id}/cancel` },
        button: 'Cancel job',
        isDangerous: true
    });
