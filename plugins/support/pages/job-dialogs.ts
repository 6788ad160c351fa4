// What can be done with a job, each with what will happen, as the routes of the jobs do it.
import type { JobRow } from '../../../db/jobs/ledger.ts';
import type { Subject } from '../../../db/support/subjects.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { select } from '../../surfaces/pages/form-controls.ts';
import { type Dialog, dialog } from '../../surfaces/pages/parts/dialog.ts';
import { isDelayed, describeJob } from './words.ts';
import { hour } from '../../../db/store/time.ts';

export function jobDialogs(visit: PageContext, job: JobRow, subject: Subject): Dialog[] {
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
    const { now, config } = visit.app;
    const times = Object.entries(delays).map(([word, later]) => {
        const at = now() + later;
        return [new Date(at).toISOString(), `${word}: ${dateIn(config.timeZone, at)}`] as const;
    });
    const { not_before: chosen = '' } = visit.flash?.typed ?? {};
    const at = Date.parse(chosen);
    const own = Number.isNaN(at) ? {} : { [chosen]: dateIn(config.timeZone, at) };
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
