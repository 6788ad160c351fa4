// Closing a sage: what it cancels, said before it happens.
import { findOpenRun } from '../../../../db/builds/runs.ts';
import type { SageRow } from '../../../../db/sages/sages.ts';
import { countOutstanding } from '../../../../db/screens/cancellations.ts';
import type { PageContext } from '../../../surfaces/pages/console/visit.ts';
import { html } from '../../../surfaces/pages/layout.ts';
import { creditsRefunded } from '../../../surfaces/pages/parts/count.ts';
import { dialog } from '../../../surfaces/pages/parts/dialog.ts';

export async function closeDialog(visit: PageContext, sage: SageRow) {
    const { read } = visit.app.store;
    const count = (await countOutstanding(read, [sage.id])).get(sage.id) ?? 0;
    const run = await findOpenRun(read, sage.id);
    return dialog(visit, {
        id: 'off',
        title: 'Close this sage?',
        says: html`<p>${whatIsCancelled(count, visit.app.config.screens.credits)}</p>
            ${run && html`<p>The running check is cancelled and its credits are released.</p>`}
            <p>Candidates who have started can finish. Submitted answers are kept.</p>`,
        to: { action: 'svc_toggle_sage_status' },
        hidden: { sage_id: sage.id },
        button: 'Close',
        isDangerous: count > 0
    });
}

function whatIsCancelled(count: number, cost: number) {
    if (count === 0) return 'No open invitations. Nothing is cancelled, and no email is sent.';
    const back = count * cost;
    const credits = creditsRefunded(back);
    if (count === 1)
        return `1 invited candidate has not started. Their invitation is cancelled, ${credits}, and we email them.`;
    return `${count} invited candidates have not started. Their invitations are cancelled, ${credits}, and we email them.`;
}
