// Jobs and mails in words: what they are about and how they stand.
import type { JobRow, TaskName } from '../../../db/jobs/ledger.ts';
import type { Subject } from '../../../db/support/subjects.ts';
import type { App } from '../../app.ts';
import { taskWord } from '../catalogue.ts';
import type { MailKind, MailRow, Mails } from '../../../db/jobs/mails.ts';
import { badge, type Tone } from '../../surfaces/pages/parts/badge.ts';

/** What a job does to what, without a word of a candidate's. Another version of the program may have left a task of its own. */
export function jobInWords(app: App, task: TaskName, { mail, sage, step }: Subject) {
    if (mail) return mailInWords(mail);
    if (!Object.hasOwn(app.tasks, task)) return taskWord(app, task);
    return app.tasks[task].inWords(sage ? ` of ${sage.name}` : '', { step });
}

type About<Kind extends MailKind> = (about: Mails[Kind]) => string;

const kinds: { [Kind in MailKind]: About<Kind> } = {
    build_failed: ({ sageName }) => `Mail about a build of ${sageName} that did not pass`,
    deal_answered: ({ customer }) => `Mail about the reply of ${customer}`,
    deal_approved: ({ customer }) => `Mail about the approval of the deal with ${customer}`,
    deal_offer: ({ customer }) => `Offer to ${customer}`,
    deal_rejected: ({ customer }) => `Mail about the refusal of the deal with ${customer}`,
    deal_reopened: ({ customer }) => `Mail about the deal with ${customer}, a draft again`,
    deal_submitted: ({ customer }) => `Mail about the deal with ${customer}, to be approved`,
    email_change_notice: () => 'Notice of a change of address',
    email_taken: () => 'Notice to the owner of an address that somebody wanted',
    licence_lost: ({ sageName }) => `Mail about the lost licence of ${sageName}`,
    licence_refused: ({ sageName }) => `Mail about the refused licence of ${sageName}`,
    password_changed: () => 'Notice of a changed password',
    password_reset: () => 'Link to choose a new password',
    person_asked: ({ sageName }) =>
        `Notice that a candidate of ${sageName} would rather be asked by a person`,
    rebuild_requested: ({ sageName }) => `Request for another build of ${sageName}`,
    screen_cancelled: ({ position }) => `Cancellation mail to a candidate of ${position}`,
    screen_decided: ({ position }) => `Decision to a candidate of ${position}`,
    screen_invitation: ({ position }) => `Invitation of a candidate of ${position}`,
    screen_reminder: ({ position }) => `Reminder to a candidate of ${position}`,
    test: () => 'Test mail',
    user_invited: () => 'Invitation of a user',
    verify_email: () => 'Link to confirm a new address',
    verify_password: () => 'Link to confirm a new password'
};

export const mailInWords = ({ kind, about }: Pick<MailRow, 'kind' | 'about'>) =>
    (kinds[kind] as (about: Mails[MailKind]) => string)(about);

const jobWords: Readonly<Record<JobRow['state'], [word: string, tone: Tone]>> = {
    pending: ['waits', 'waiting'],
    sent: ['in the queue', 'waiting'],
    done: ['done', 'good'],
    dead: ['dead', 'bad'],
    held: ['paused', 'waiting'],
    cancelled: ['cancelled', 'quiet']
};

export const jobStateWords = Object.fromEntries(
    Object.entries(jobWords).map(([state, [word]]) => [state, word])
);

export const isDelayed = ({ retryAt, startedAt }: JobRow) => retryAt !== null && startedAt === null;

/** A job that failed and waits for its next attempt does not look like one that waits for its first. */
export function jobBadge(job: JobRow) {
    if (job.startedAt !== null) return badge('running', 'busy');
    if (isDelayed(job)) return badge('is tried again', 'bad');
    return badge(...jobWords[job.state]);
}

/** What went wrong in the last attempt, in words; undefined where nothing did. */
export const wrongWithJob = ({ lastWords, lastError }: Pick<JobRow, 'lastWords' | 'lastError'>) =>
    lastWords ?? (lastError === null ? undefined : `The last attempt failed (${lastError}).`);
