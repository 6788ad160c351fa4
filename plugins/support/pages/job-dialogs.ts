// What can be done with a job, each with what will happen, as the routes of the jobs do it.
import type { JobRow } from '../../../db/jobs/ledger.ts';
import type { Subject } from '../../../db/support/subjects.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { select } from '../../surfaces/pages/form-controls.ts';
import { type Dialog, dialog } from '../../surfaces/pages/parts/dialog.ts';
import { isDelayed, jobInWords } from './words.ts';
import { hour } from '../../../db/store/time.ts';

interface Asked {
    ask: Dialog;
    word: string;
}

export function jobDialogs(visit: Visit, job: JobRow, subject: Subject): Asked[] {
    const about: About = { visit, job, what: jobInWords(visit.app, job.task, subject) };
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
    visit: Visit;
    job: JobRow;
    what: string;
}

const retry = ({ visit, job: { id } }: About): Asked => ({
    word: 'Retry now',
    ask: dialog(visit, {
        id: 'retry',
        title: 'Retry it now?',
        says: 'Its attempts are counted from the first again. It stays the same job, so what it does is done once at most.',
        to: { rest: `/admin/jobs/${id}/retry` },
        button: 'Retry it'
    })
});

const delays = {
    'In an hour': hour,
    'In four hours': 4 * hour,
    'In a day': 24 * hour,
    'In a week': 168 * hour
};

function putOff({ visit, job: { id } }: About): Asked {
    const { now, config } = visit.app;
    const times = Object.entries(delays).map(([word, later]) => {
        const at = now() + later;
        return [new Date(at).toISOString(), `${word}: ${dateIn(config.timeZone, at)}`] as const;
    });
    const options = Object.fromEntries(times);
    return {
        word: 'Put off',
        ask: dialog(visit, {
            id: 'reschedule',
            title: 'Put it off?',
            says: 'Nothing is tried before this time.',
            fields: select({ name: 'not_before', label: 'Not before', options, value: '' }),
            to: { rest: `/admin/jobs/${id}/reschedule` },
            button: 'Put it off'
        })
    };
}

const ends: Partial<Record<JobRow['task'], string>> = {
    'build-step': 'The build is cancelled with it, and its credits come back.',
    'evaluate-screen': 'The answers stay as they are; another job can judge them.',
    'send-mail': 'Its mail is not sent. It can be sent again from its page.'
};

const giveUp = ({ visit, job: { id, task }, what }: About): Asked => ({
    word: 'Cancel',
    ask: dialog(visit, {
        id: 'cancel',
        title: 'Cancel this job?',
        says: `${what} is not done. ${ends[task] ?? 'It does not begin again by itself.'}`,
        to: { rest: `/admin/jobs/${id}/cancel` },
        button: 'Cancel the job',
        isDangerous: true
    })
});
