// The emails that bring candidates their link, where the mail server has not accepted them.
import { deliveriesOf } from '../jobs/deliveries.ts';
import { type Mails, mailsOfScreens } from '../jobs/mails.ts';
import type { Reader } from '../store/index.ts';
import type { ScreenRow } from './screens.ts';

export interface UnsentLink {
    state: 'mail_waits' | 'mail_failed';
    mailId: string;
    /** Of the mail server, for support staff. */
    words: string | null;
}

/**
 * Returns, by screen, the invited candidates whose newest email with their link failed: for now, so that it is tried again, or for
 * good. Other candidates have their link or need none.
 */
export async function unsentLinks(on: Reader, screens: readonly ScreenRow[]) {
    const invited = screens.filter(({ status }) => status === 'ss_invited').map(({ id }) => id);
    const mails = (await mailsOfScreens(on, invited)).filter(
        ({ kind }) => kind === 'screen_invitation' || kind === 'screen_reminder'
    );
    const newest = new Map(
        mails.map((mail) => [(mail.about as Mails['screen_invitation']).screenId, mail] as const)
    );
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
        if (state === 'dead' && job?.state === 'dead')
            unsent.set(screenId, { state: 'mail_failed', mailId, words });
    }
    return unsent;
}
