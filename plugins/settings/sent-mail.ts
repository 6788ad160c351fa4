// The state of the test email that an administrator has sent to themselves, polled until it is final.
import { listJobs } from '../../db/support/listing.ts';
import { findMail, type MailRow } from '../../db/jobs/mails.ts';
import { emailStates } from '../../words/states/jobs.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { type Live, live } from '../surfaces/pages/console/live.ts';
import { html } from '../surfaces/pages/layout.ts';
import { stateBadge } from '../surfaces/pages/parts/badge.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';

/** A test email only: this page shows no other. */
export async function sentMail(
    { app, request }: PageContext,
    id: string | undefined
): Promise<Live | undefined> {
    const mail = id === undefined ? undefined : await findMail(app.store.read, id);
    if (mail?.kind !== 'test') return undefined;
    const { items } = await listJobs(app.store.read, { text: mail.id, limit: 1, offset: 0 });
    const clock = clockOf(app);
    return live({
        id: 'sent-mail',
        path: `${request.path}?mail=${mail.id}`,
        isRunning: mail.state === 'queued',
        body: html`<p>${stateBadge(emailStates[mail.state])} To ${mail.toEmail}, ${moment(mail.createdAt, clock)}. ${wordsOf(mail.state, items[0])}</p>`
    });
}

interface Delivery {
    lastWords: string | null;
    lastError: string | null;
}

function wordsOf(state: MailRow['state'], job: Delivery | undefined): string {
    const failed = job?.lastWords ?? job?.lastError;
    const { sentence } = emailStates[state === 'queued' && failed ? 'delayed' : state].en;
    if (state === 'sent') return `${sentence} Check your inbox and spam folder.`;
    if (state === 'dead') return failed ?? sentence;
    return state === 'queued' && failed ? `${failed}. ${sentence}` : sentence;
}
