// A change of address or password whose link was mailed and not followed yet.
import type { listWaiting } from '../../../../db/accounts/pending-changes.ts';
import type { UserRow } from '../../../../db/accounts/users.ts';
import { dateIn } from '../../../surfaces/pages/dates.ts';
import { html } from '../../../surfaces/pages/layout.ts';

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

export function waitingNotice({ kind, newEmail, expiresAt }: Waiting, { email }: UserRow, timeZone: string) {
    const until = dateIn(timeZone, expiresAt);
    const text =
        kind === 'email'
            ? html`Your new email address <strong>${newEmail ?? ''}</strong> waits: follow the link in the mail to it
                until ${until}. Until then <strong>${email}</strong> counts.`
            : html`Your new password waits: follow the link in the mail to <strong>${email}</strong> until ${until}.
                Until then the old password counts.`;
    return html`<p class="notice">${text}</p>`;
}
