// Where a command makes or finds a backup: a folder, or the bucket of an alias of STORAGE_ALIASES.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { type Bucket, fetchBackup } from '../../db/installation/backup/bucket.ts';
import { fetchErasures } from '../../db/installation/backup/sent-erasures.ts';
import { makeDataFolder } from '../../db/installation/data-folder.ts';
import { openOutgoing } from '../../outgoing.ts';
import { backupBucket } from '../../plugins/agents/storage/backups.ts';
import { progressBar } from '../import-file.ts';
import type { Shell } from '../options.ts';
import { day } from '../../db/store/time.ts';

type Progress = (done: number, of: number) => void;

/** Shows the bytes of some work in megabytes. */
export async function withBar<T>({ stderr }: Shell, label: string, work: (progress: Progress) => Promise<T>) {
    const bar = progressBar(stderr, `${label}, in MB`);
    const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
    try {
        return await work((done, of) => bar.show(megabytes(done), Math.max(1, megabytes(of))));
    } finally {
        bar.clear();
    }
}

/** Gives `work` the bucket that the first part of a place names, before a slash, and the rest; or nothing for a folder. */
export async function withBucket<T>(
    config: Pick<Config, 'storageAliases' | 'allowPrivate'>,
    place: string,
    work: (bucket: Bucket | undefined, name: string | undefined) => Promise<T>
) {
    const [alias = '', ...rest] = place.split('/');
    const outgoing = openOutgoing({ allowed: config.allowPrivate });
    try {
        return await work(
            backupBucket(config.storageAliases, alias, { outgoing }),
            rest.join('/') || undefined
        );
    } finally {
        await outgoing.close();
    }
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
        await dropLeft(config.dataDir);
        const below = await mkdtemp(join(config.dataDir, beginning));
        try {
            const folder = await withBar(shell, 'fetching', (progress) =>
                fetchBackup(bucket, below, { name, now: Date.now(), progress })
            );
            await fetchErasures(bucket, below);
            return await work(folder);
        } finally {
            await rm(below, { recursive: true, force: true });
        }
    });

const beginning = 'fetched-';

/** Removes what a command that was killed has left; one that fetches now has begun within a day. */
async function dropLeft(dataDir: string) {
    for (const name of await readdir(dataDir)) {
        if (!name.startsWith(beginning)) continue;
        const { mtimeMs } = await stat(join(dataDir, name));
        if (mtimeMs < Date.now() - day) await rm(join(dataDir, name), { recursive: true, force: true });
    }
}
