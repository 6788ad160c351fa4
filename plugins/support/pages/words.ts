// Jobs and emails in words: their subjects, states and failed attempts.
import type { JobRow, TaskName } from '../../../db/jobs/ledger.ts';
import type { Subject } from '../../../db/support/subjects.ts';
import type { App } from '../../app.ts';
import { taskWord } from '../catalogue.ts';
import { jobStatuses, emailStates } from '../../../words/states/jobs.ts';
import type { attemptsOf } from '../../../db/jobs/attempts.ts';
import { isPastUse } from '../../../db/support/mail-actions.ts';
import type { MailRow } from '../../../db/jobs/mails.ts';
import { describeEmail } from '../../shared/mail-words.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { isDelayed, jobErrorText } from '../rows.ts';

/** What a job does to what, without a word of a candidate's. Another version of the program may have left a task of its own. */
export function describeJob(app: App, task: TaskName, { mail, sage, step }: Subject) {
    if (mail) return describeEmail(mail);
    if (!Object.hasOwn(app.tasks, task)) return taskWord(app, task);
    return app.tasks[task].inWords(sage ? ` of ${sage.name}` : '', { step });
}

/** A job that failed and waits for its next attempt does not look like one that waits for its first. */
export function stateOf(job: JobRow) {
    if (job.startedAt !== null) return jobStatuses.running;
    return jobStatuses[isDelayed(job) ? 'delayed' : job.state];
}

export const jobBadge = (job: JobRow) => stateBadge(stateOf(job));

/** The failed attempts of a job or an email, each with time and reason. */
export function attemptList(attempts: Awaited<ReturnType<typeof attemptsOf>>, clock: Clock) {
    if (attempts.length === 0) return undefined;
    return html`<section><h2>Attempts that failed</h2>${table({
        caption: 'Attempts that failed',
        rows: attempts,
        columns: [
            { title: 'Attempt', cell: ({ number }) => number },
            { title: 'When', cell: ({ at }) => moment(at, clock) },
            { title: 'Error', cell: ({ words, code }) => words ?? `It failed (${code}).` },
            { title: 'Code', cell: ({ code }) => html`<code>${code}</code>`, minor: true }
        ]
    })}</section>`;
}

/** The states of an email, in words. */
export function mailBadge(mail: MailRow, job: JobRow | undefined) {
    return stateBadge(emailStates[stateOfMail(mail, job)]);
}

function stateOfMail(mail: MailRow, job: JobRow | undefined) {
    if (mail.state === 'queued' && job && isDelayed(job)) return 'delayed';
    return isPastUse(mail, job) ? 'past_use' : mail.state;
}

/** Why an email was not sent, in words: the response of the mail server, if it was that. */
export function wrongWithMail(mail: MailRow, job: JobRow | undefined) {
    const state = stateOfMail(mail, job);
    if (state === 'sent') return undefined;
    if (state === 'kept' || state === 'past_use') return emailStates[state].en.sentence;
    if (job?.state === 'cancelled') return `${jobStatuses.cancelled.en.label}.`;
    return job && jobErrorText(job);
}
