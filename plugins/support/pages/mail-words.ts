// The states of an email, in words.
import type { JobRow } from '../../../db/jobs/ledger.ts';
import { isPastUse } from '../../../db/support/mail-actions.ts';
import type { MailRow } from '../../../db/jobs/mails.ts';
import { badge, type Tone } from '../../surfaces/pages/parts/badge.ts';
import { isDelayed, wrongWithJob } from './words.ts';

const words: Readonly<Record<MailRow['state'], [word: string, tone: Tone]>> = {
    queued: ['Queued', 'waiting'],
    sent: ['Sent', 'good'],
    kept: ['Not sent (no mail server)', 'quiet'],
    dead: ['Failed', 'bad']
};

export const mailStateWords = Object.fromEntries(
    Object.entries(words).map(([state, [word]]) => [state, word])
);

export function mailBadge(mail: MailRow, job: JobRow | undefined) {
    if (mail.state === 'queued' && job && isDelayed(job)) return badge('Retrying', 'bad');
    if (isPastUse(mail, job)) return badge('Not needed', 'quiet');
    return badge(...words[mail.state]);
}

/** Why an email was not sent, in words: the response of the mail server, if it was that. */
export function wrongWithMail(mail: MailRow, job: JobRow | undefined) {
    if (mail.state === 'sent') return undefined;
    if (mail.state === 'kept') return 'Not sent, because no mail server is set up (SMTP_URL).';
    if (isPastUse(mail, job)) return 'Not sent, because it was no longer needed.';
    if (job?.state === 'cancelled') return 'Cancelled.';
    return job && wrongWithJob(job);
}
