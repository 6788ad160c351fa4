// Backups: created, uploaded and verified, with or without a running service.
import { mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/index.ts';
import { timesOf } from '../../db/installation/backup/backups.ts';
import { type Bucket, listSent } from '../../db/installation/backup/bucket.ts';
import { listBackups, nameOfBackup } from '../../db/installation/backup/folder.ts';
import { backupKeys, knownBackupKeys } from '../../db/installation/backup/key.ts';
import { makeBackup } from '../../db/installation/backup/make.ts';
import { openSending } from '../../db/installation/backup/sending.ts';
import { verifyBackup } from '../../db/installation/backup/verify.ts';
import { openSecrets } from '../../db/installation/secrets.ts';
import { iso } from '../../db/store/time.ts';
import { configOf } from '../opening.ts';
import { type Command, command, type Context, type Shell, UsageError } from '../options.ts';
import { withBackup, withBar, withBucket } from './bucket.ts';

export const backupCommands: Record<string, Command> = {
    backup: command({
        about: 'Creates a backup, also while the service runs. --no-secrets leaves out the secrets. Goes to a new folder, or to BACKUP_DIR and a backup alias.',
        takes: ['to', 'no-secrets'],
        shows: { to: 'FOLDER|ALIAS' },
        run: ({ store, config, shell }, { to, 'no-secrets': bare }) =>
            withBucket(config, to ?? '', async (bucket) => {
                const at = shell.now();
                const folder =
                    to === undefined || bucket ? join(config.backupDir, nameOfBackup(at)) : resolve(to);
                mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
                const source = {
                    ...sourceOf(config),
                    store,
                    ...(bare !== undefined && { secrets: undefined })
                };
                const made = await withBar(shell, 'copying', (progress) =>
                    makeBackup(source, folder, { at, progress })
                );
                return bucket ? { ...made, ...(await sent(bucket, { store, config, shell }, at)) } : made;
            })
    }),
    'backup list': command({
        about: 'Lists the backups in BACKUP_DIR or in a backup alias, newest first.',
        takes: ['from'],
        shows: { from: 'ALIAS' },
        columns: ['name', 'made_at'],
        alone: async ({ from }, shell) => {
            const config = configOf(shell);
            return withBucket(config, from ?? '', async (bucket) => {
                if (from !== undefined && !bucket) throw new UsageError('--from is not a backup alias');
                const found = bucket ? await listSent(bucket, shell.now()) : await keptIn(config, shell);
                return { items: found.map(({ name, madeAt }) => ({ name, made_at: iso(madeAt) })) };
            });
        }
    }),
    'backup verify': command({
        about: 'Checks that a backup is complete and was created by this server. Takes a folder, an alias (its newest backup) or ALIAS/NAME.',
        needs: ['from'],
        shows: { from: 'FOLDER|ALIAS' },
        operand: 'from',
        alone: async ({ from }, shell) => {
            const config = configOf(shell);
            const keys = knownBackupKeys(config.dataDir, config.backup);
            return withBackup(config, { from, shell }, (folder) =>
                withBar(shell, 'reading', (progress) => verifyBackup(folder, { keys, progress }))
            );
        }
    })
};

const sourceOf = ({ dataDir, database, secrets, backup, program }: Config) => ({
    dataDir,
    database,
    secrets: openSecrets(dataDir, secrets),
    key: backupKeys(dataDir, backup)[0],
    passphrase: backup.passphrase,
    program
});

/** Uploads the new backup to a bucket, as the service does. */
async function sent(bucket: Bucket, { store, config, shell }: Context, started: number) {
    const { dataDir, backup } = config;
    const keys = () => backupKeys(dataDir, backup);
    const times = timesOf({ store, now: shell.now }, started);
    const sending = openSending({ bucket, place: config, keys, keep: backup.keep, times });
    await sending.sendErasures();
    const outcome = await withBar(shell, 'sending', (progress) => sending.sendNewest(progress));
    return { sent_to: `${bucket.alias}/${outcome?.backup}`, dropped: outcome?.dropped ?? 0 };
}

const keptIn = async ({ backupDir }: Config, { now }: Shell) =>
    (await listBackups(backupDir, now())).map(({ folder, madeAt }) => ({
        name: basename(folder),
        madeAt
    }));
