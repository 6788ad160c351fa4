// A pending change of address or password, whose emailed link was not followed yet.
import type { listWaiting } from '../../../../db/accounts/pending-changes.ts';
import type { UserRow } from '../../../../db/accounts/users.ts';
import { dateIn } from '../../../surfaces/pages/dates.ts';
import { html } from '../../../surfaces/pages/layout.ts';

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

export function waitingNotice({ kind, newEmail, expiresAt }: Waiting, { email }: UserRow, timeZone: string) {
    const until = dateIn(timeZone, expiresAt);
    const text =
        kind === 'email'
            ? html`Confirm your new email address <strong>${newEmail ?? ''}</strong> with the link we sent to it, by ${until}.
                Until then we use <strong>${email}</strong>.`
            : html`Confirm your new password with the link we sent to <strong>${email}</strong>, by ${until}.
                Until then your old password works.`;
    return html`<p class="notice">${text}</p>`;
}
