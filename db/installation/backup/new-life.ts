// A restored store begins a life of its own: nothing of the old one goes on by itself.
import { record } from '../../record/audit.ts';
import { voidAllResets } from '../../accounts/password-resets.ts';
import { voidAllChanges } from '../../accounts/pending-changes.ts';
import { closeAllSessions } from '../../accounts/sessions.ts';
import { endHolding, holdMails } from '../../support/held-mails.ts';
import { forgetNodes } from '../../jobs/nodes.ts';
import type { Tx } from '../../store/index.ts';
import { endSetup, ensureInstallation, newLife } from '../installation.ts';

export interface Beginning {
    /** What becomes of mails that were not sent when the backup was made; they may have been since. */
    mail: 'hold' | 'send' | 'drop';
    /** When the backup was made. */
    madeAt: string;
    at: number;
}

/**
 * Ends sessions and keys that waited, lets jobs that were under way wait again, and gives the data a new epoch, so that no
 * queue's jobs are theirs. Returns how many mails wait, are held or given up, and the epoch.
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
