// The state of the test email that an administrator has sent to themselves, polled until it is final.
import { listJobs } from '../../db/support/listing.ts';
import { findMail } from '../../db/jobs/mails.ts';
import type { Visit } from '../surfaces/pages/console/visit.ts';
import { type Live, live } from '../surfaces/pages/console/live.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { badge, type Tone } from '../surfaces/pages/parts/badge.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';

type State = 'queued' | 'sent' | 'kept' | 'dead';

const tones: Readonly<Record<State, [word: string, tone: Tone]>> = {
    queued: ['Queued', 'busy'],
    sent: ['Sent', 'good'],
    kept: ['Not sent (no mail server)', 'waiting'],
    dead: ['Failed', 'bad']
};

/** A test email only: this page shows no other. */
export async function sentMail({ app, request }: Visit, id: string | undefined): Promise<Live | undefined> {
    const mail = id === undefined ? undefined : await findMail(app.store.read, id);
    if (mail?.kind !== 'test') return undefined;
    const { items } = await listJobs(app.store.read, { text: mail.id, limit: 1, offset: 0 });
    const clock = clockOf(app);
    const [word, tone] = tones[mail.state];
    return live({
        id: 'sent-mail',
        path: `${request.path}?mail=${mail.id}`,
        isRunning: mail.state === 'queued',
        body: html`<p>${badge(word, tone)} To ${mail.toEmail}, ${moment(mail.createdAt, clock)}. ${wordsOf(mail.state, items[0])}</p>`
    });
}

interface Delivery {
    lastWords: string | null;
    lastError: string | null;
}

function wordsOf(state: State, job: Delivery | undefined): Html | string {
    const failed = job?.lastWords ?? job?.lastError;
    const words: Readonly<Record<State, string>> = {
        queued: failed ? `${failed}. We retry automatically.` : 'The mail server has not answered yet.',
        sent: 'The mail server accepted it. Check your inbox and spam folder.',
        kept: 'Set SMTP_URL to send emails.',
        dead: failed ?? 'Sending failed.'
    };
    return words[state];
}
