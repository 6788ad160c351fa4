// Jobs and emails in words: their subjects and states.
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
    build_failed: ({ sageName }) => `Email about a failed build of ${sageName}`,
    deal_answered: ({ customer }) => `Email about the answer of ${customer}`,
    deal_approved: ({ customer }) => `Email about the approved deal with ${customer}`,
    deal_offer: ({ customer }) => `Offer to ${customer}`,
    deal_rejected: ({ customer }) => `Email about the deal with ${customer} that was sent back`,
    deal_reopened: ({ customer }) => `Email about the reopened deal with ${customer}`,
    deal_submitted: ({ customer }) => `Email about the deal with ${customer} that awaits approval`,
    email_change_notice: () => 'Notice of a changed email address',
    email_taken: () => 'Notice about an email address that is already used',
    licence_lost: ({ sageName }) => `Email: recommendations off for ${sageName}`,
    licence_refused: ({ sageName }) => `Email: recommendations stay off for ${sageName}`,
    password_changed: () => 'Notice of a changed password',
    password_reset: () => 'Link to choose a new password',
    person_asked: ({ sageName }) => `Notice that a candidate of ${sageName} asked for a person`,
    rebuild_requested: ({ sageName }) => `Request to rebuild ${sageName}`,
    screen_cancelled: ({ position }) => `Cancellation to a candidate of ${position}`,
    screen_decided: ({ position }) => `Decision to a candidate of ${position}`,
    screen_invitation: ({ position }) => `Invitation of a candidate of ${position}`,
    screen_reminder: ({ position }) => `Reminder to a candidate of ${position}`,
    test: () => 'Test email',
    user_invited: () => 'Invitation of a user',
    verify_email: () => 'Link to confirm a new email address',
    verify_password: () => 'Link to confirm a new password'
};

export const mailInWords = ({ kind, about }: Pick<MailRow, 'kind' | 'about'>) =>
    (kinds[kind] as (about: Mails[MailKind]) => string)(about);

const jobWords: Readonly<Record<JobRow['state'], [word: string, tone: Tone]>> = {
    pending: ['Queued', 'waiting'],
    sent: ['Queued (next)', 'waiting'],
    done: ['Done', 'good'],
    dead: ['Failed', 'bad'],
    held: ['On hold', 'waiting'],
    cancelled: ['Cancelled', 'quiet']
};

export const jobStateWords = Object.fromEntries(
    Object.entries(jobWords).map(([state, [word]]) => [state, word])
);

export const isDelayed = ({ retryAt, startedAt }: JobRow) => retryAt !== null && startedAt === null;

/** A job that failed and waits for its next attempt does not look like one that waits for its first. */
export function jobBadge(job: JobRow) {
    if (job.startedAt !== null) return badge('Running', 'busy');
    if (isDelayed(job)) return badge('Retrying', 'bad');
    return badge(...jobWords[job.state]);
}

/** What went wrong in the last attempt, in words; undefined where nothing did. */
export const wrongWithJob = ({ lastWords, lastError }: Pick<JobRow, 'lastWords' | 'lastError'>) =>
    lastWords ?? (lastError === null ? undefined : `The last attempt failed (${lastError}).`);
