// Where a command creates or finds a backup: a folder, or the bucket of an alias of STORAGE_ALIASES.
import { resolve } from 'node:path';
import type { Config } from '../../config/index.ts';
import { type Bucket, fetchBackup } from '../../db/installation/backup/bucket.ts';
import { dropFetched, withFetchFolder } from '../../db/installation/backup/fetched.ts';
import { fetchErasures } from '../../db/installation/backup/sent-erasures.ts';
import { makeDataFolder } from '../../db/installation/data-folder.ts';
import { backupBucket } from '../../plugins/agents/storage/backups.ts';
import { progressBar } from '../import-file.ts';
import { withOutgoing } from '../opening.ts';
import type { Shell } from '../options.ts';

type Progress = (done: number, of: number) => void;

/** Shows the bytes of some work in megabytes. */
export async function withBar<T>({ stderr }: Shell, label: string, work: (progress: Progress) => Promise<T>) {
    const bar = progressBar(stderr);
    const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
    try {
        return await work((done, of) => bar.show(`${label}, in MB`, megabytes(done), megabytes(of)));
    } finally {
        bar.clear();
    }
}

/** Gives `work` the bucket that the first part of a place names, before a slash, and the rest; or nothing for a folder. */
export async function withBucket<T>(
    config: Pick<Config, 'storageAliases' | 'outgoing'>,
    place: string,
    work: (bucket: Bucket | undefined, name: string | undefined) => Promise<T>
) {
    const [alias = '', ...rest] = place.split('/');
    return withOutgoing(config, async (outgoing) =>
        work(backupBucket(config.storageAliases, alias, { outgoing }), rest.join('/') || undefined)
    );
}

/** Gives `work` the folder of a backup, which is fetched first where it is in a bucket, and removed afterwards. */
export const withBackup = <T>(
    config: Config,
    { from, shell }: { from: string; shell: Shell },
    work: (folder: string) => Promise<T>
) =>
    withBucket(config, from, async (bucket, name) => {
        if (!bucket) return work(resolve(from));
        makeDataFolder(config.dataDir);
        await dropFetched(config.dataDir, shell.now());
        return withFetchFolder(config.dataDir, async (below) => {
            const folder = await withBar(shell, 'fetching', (progress) =>
                fetchBackup(bucket, below, { name, now: shell.now(), progress })
            );
            await fetchErasures(bucket, below);
            return work(folder);
        });
    });
