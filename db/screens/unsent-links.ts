// The emails that bring candidates their link, where the mail server has not accepted them.
import { deliveriesOf } from '../jobs/deliveries.ts';
import { type MailRow, type Mails, mailsOfScreens } from '../jobs/mails.ts';
import type { Reader } from '../store/index.ts';
import type { ScreenRow } from './screens.ts';

export interface UnsentLink {
    state: 'mail_waits' | 'mail_failed';
    mailId: string;
    /** Of the mail server, for support staff. */
    words: string | null;
}

/**
 * Returns, by screen, the invited candidates of whose emails with their link none was sent and the newest failed: for now, so that
 * it is tried again, or for good, also where staff then cancelled it. Other candidates have their link or need none.
 */
export async function unsentLinks(on: Reader, screens: readonly ScreenRow[]) {
    const invited = screens.filter(({ status }) => status === 'ss_invited').map(({ id }) => id);
    const mails = (await mailsOfScreens(on, invited)).filter(
        ({ kind }) => kind === 'screen_invitation' || kind === 'screen_reminder'
    );
    const newest = new Map<string, MailRow>();
    for (const mail of mails) {
        const { screenId, issue } = mail.about as Mails['screen_invitation'];
        const before = newest.get(screenId);
        const hasLink =
            before?.state === 'sent' && (before.about as Mails['screen_invitation']).issue === issue;
        if (!hasLink) newest.set(screenId, mail);
    }
    const deliveries = await deliveriesOf(
        on,
        [...newest.values()].map(({ id }) => id)
    );
    const unsent = new Map<string, UnsentLink>();
    for (const [screenId, { id: mailId, state }] of newest) {
        const job = deliveries.get(mailId);
        const words = job?.lastWords ?? null;
        if (state === 'queued' && job && job.lastError !== null)
            unsent.set(screenId, { state: 'mail_waits', mailId, words });
        if (state === 'dead' && job && (job.state === 'dead' || job.lastError !== null))
            unsent.set(screenId, { state: 'mail_failed', mailId, words });
    }
    return unsent;
}
