// Prepares a restored store: no work of the old one continues automatically.
import { record } from '../../record/audit.ts';
import { voidAllResets } from '../../accounts/password-resets.ts';
import { voidAllChanges } from '../../accounts/pending-changes.ts';
import { closeAllSessions } from '../../accounts/sessions.ts';
import { endHolding, holdMails } from '../../support/held-mails.ts';
import { forgetNodes } from '../../jobs/nodes.ts';
import type { Tx } from '../../store/index.ts';
import { endSetup, ensureInstallation, newLife } from '../installation.ts';

export interface Beginning {
    /** What happens to emails that were unsent when the backup was created; they may have been sent since. */
    mail: 'hold' | 'send' | 'drop';
    /** When the backup was created. */
    madeAt: string;
    at: number;
}

/**
 * Ends sessions and pending keys, requeues running jobs, and gives the data a new epoch, so that no queue's jobs are theirs.
 * Returns how many emails wait, are held or cancelled, and the epoch.
 */
export async function beginNewLife(tx: Tx, { mail, madeAt, at }: Beginning) {
    const by = { name: 'cli' };
    await ensureInstallation(tx);
    await closeAllSessions(tx);
    await voidAllChanges(tx);
    await voidAllResets(tx);
    await endSetup(tx);
    await forgetNodes(tx);
    const held = await holdMails(tx);
    if (mail !== 'hold') await endHolding(tx, mail, { by, at });
    await newLife(tx);
    await record(tx, {
        by,
        act: 'installation.restore',
        target: 'installation',
        note: `created at ${madeAt}`,
        at
    });
    const { epoch } = await ensureInstallation(tx);
    return { mails: held, epoch };
}
