// Restores a backup while the service is stopped. Its queued emails are sent or discarded later, next to the running service.
import { dirname } from 'node:path';
import type { Config } from '../../config/index.ts';
import { knownBackupKeys } from '../../db/installation/backup/key.ts';
import { restoreBackup, type Restoring } from '../../db/installation/backup/restore.ts';
import { settleRestore } from '../../db/installation/backup/settle.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { erasedBeside } from '../../db/installation/erasures-file.ts';
import { endHolding } from '../../db/support/held-mails.ts';
import { withBackup } from './bucket.ts';
import { atRest, configOf, unusable, withStore } from '../opening.ts';
import { type Command, command, oneOf, type Shell, UsageError } from '../options.ts';

export const restoreCommands: Record<string, Command> = {
    restore: command({
        about: 'Replaces the data with a backup. Stop the service first. Queued emails are put on hold. To send or discard them, run again with --mail send|drop (without --from).',
        shows: { from: 'FOLDER|ALIAS' },
        takes: ['from', 'mail', 'trust', 'no-objects', 'no-secrets', 'without-erasures'],
        async alone({ from, mail, trust, ...without }, shell) {
            const config = configOf(shell);
            const how = mail === undefined ? undefined : oneOf('mail', ['send', 'drop'] as const, mail);
            const asked: RestoreOptions = {
                shell,
                mail: how ?? 'hold',
                trust: trust !== undefined,
                withoutObjects: without['no-objects'] !== undefined,
                withoutSecrets: without['no-secrets'] !== undefined,
                withoutErasures: without['without-erasures'] !== undefined
            };
            if (from !== undefined)
                return withBackup(config, { from, shell }, (folder) => restore(folder, config, asked)).catch(
                    laterOrNever
                );
            if (!how) throw new UsageError('Missing: --from (restore) or --mail send|drop (emails on hold)');
            const act = { by: { name: 'cli' }, at: shell.now() };
            return withStore(config, async (store) => ({
                [how === 'send' ? 'sent' : 'dropped']: await store.write((tx) => endHolding(tx, how, act))
            }));
        }
    })
};

interface RestoreOptions extends Omit<Restoring, 'at' | 'erased' | 'progress'> {
    shell: Shell;
}

const restore = (from: string, config: Config, { shell, ...asked }: RestoreOptions) =>
    atRest(config.dataDir, shell, async (bar) => {
        const { dataDir, database, backup, backupDir } = config;
        await settleRestore(config).catch((error: unknown) => {
            if (!(error instanceof Refusal && error.reason === 'wrong_state')) throw error;
            return settleRestore({ dataDir, database: undefined }); // it is to be run again: this is it
        });
        const keys = knownBackupKeys(dataDir, backup);
        const erased = await erasedBeside([backupDir, dirname(from)], { keys, trust: asked.trust });
        const target = { dataDir, database, keys, passphrase: backup.passphrase };
        const restoring = { ...asked, erased, at: shell.now(), progress: bar.show };
        const { mails, ...restored } = await restoreBackup(from, target, restoring);
        return {
            ...restored,
            mails,
            mail: mailWords[asked.mail],
            next: nextOf(restored, asked.mail, mails)
        };
    });

const mailWords = { hold: 'on hold', send: 'to be sent', drop: 'discarded' };

const nextOf = (
    { secrets, may_come_back, made_at }: { secrets: boolean; may_come_back: number; made_at: string },
    mail: RestoreOptions['mail'],
    mails: number
) =>
    [
        ...(may_come_back > 0
            ? [
                  `Delete again all candidates who were deleted after ${made_at}. This backup contains ${may_come_back} candidates, and the deletions since then are unknown.`
              ]
            : []),
        'Start the service. All users must log in again.',
        ...(mail === 'hold' && mails > 0
            ? ['Send or discard the emails on hold: `restore --mail send|drop`.']
            : []),
        ...(secrets ? [] : ['The current secrets of this data folder and the settings are unchanged.'])
    ].join(' ');

/** A condition that only time changes is not a refusal by a rule. */
function laterOrNever(error: unknown): never {
    if (error instanceof Refusal && error.reason === 'unavailable') unusable(error);
    throw error;
}
