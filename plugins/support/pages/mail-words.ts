// How a mail stands, in words.
import type { JobRow } from '../../../db/jobs/ledger.ts';
import { isPastUse } from '../../../db/support/mail-actions.ts';
import type { MailRow } from '../../../db/jobs/mails.ts';
import { badge, type Tone } from '../../surfaces/pages/parts/badge.ts';
import { isDelayed, wrongWithJob } from './words.ts';

const words: Readonly<Record<MailRow['state'], [word: string, tone: Tone]>> = {
    queued: ['waits', 'waiting'],
    sent: ['sent', 'good'],
    kept: ['kept here', 'quiet'],
    dead: ['not sent', 'bad']
};

export const mailStateWords = Object.fromEntries(
    Object.entries(words).map(([state, [word]]) => [state, word])
);

export function mailBadge(mail: MailRow, job: JobRow | undefined) {
    if (mail.state === 'queued' && job && isDelayed(job)) return badge('is tried again', 'bad');
    if (isPastUse(mail, job)) return badge('no longer needed', 'quiet');
    return badge(...words[mail.state]);
}

/** Why a mail was not sent, in words: what the mail server answered, where it was that. */
export function wrongWithMail(mail: MailRow, job: JobRow | undefined) {
    if (mail.state === 'sent') return undefined;
    if (mail.state === 'kept') return 'It went nowhere, because no mail server is set (SMTP_URL).';
    if (isPastUse(mail, job)) return 'What it is about was over before it could be sent.';
    if (job?.state === 'cancelled') return 'Somebody cancelled it.';
    return job && wrongWithJob(job);
}
