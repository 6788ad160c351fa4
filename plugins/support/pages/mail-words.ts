// The states of an email, in words.
import type { JobRow } from '../../../db/jobs/ledger.ts';
import { isPastUse } from '../../../db/support/mail-actions.ts';
import type { MailRow } from '../../../db/jobs/mails.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { emailStates, jobStatuses } from '../../../words/states/jobs.ts';
import { isDelayed, jobErrorText } from './words.ts';

export function mailBadge(mail: MailRow, job: JobRow | undefined) {
    return stateBadge(emailStates[stateOf(mail, job)]);
}

function stateOf(mail: MailRow, job: JobRow | undefined) {
    if (mail.state === 'queued' && job && isDelayed(job)) return 'delayed';
    return isPastUse(mail, job) ? 'past_use' : mail.state;
}

/** Why an email was not sent, in words: the response of the mail server, if it was that. */
export function wrongWithMail(mail: MailRow, job: JobRow | undefined) {
    const state = stateOf(mail, job);
    if (state === 'sent') return undefined;
    if (state === 'kept' || state === 'past_use') return emailStates[state].en.sentence;
    if (job?.state === 'cancelled') return `${jobStatuses.cancelled.en.label}.`;
    return job && jobErrorText(job);
}
