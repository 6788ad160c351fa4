// The folder of the data folder into which a backup is fetched from a bucket, for as long as a command works on it.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { day } from '../../store/time.ts';

const beginning = 'fetched-';

/** Gives `work` an empty folder that goes afterwards. */
export async function withFetchFolder<T>(dataDir: string, work: (folder: string) => Promise<T>) {
    const folder = await mkdtemp(join(dataDir, beginning));
    try {
        return await work(folder);
    } finally {
        await rm(folder, { recursive: true, force: true });
    }
}

/** Deletes the downloads of killed commands, with whole stores of candidates; a running download has started within a day. */
export async function dropFetched(dataDir: string, now: number) {
    for (const name of await readdir(dataDir)) {
        if (!name.startsWith(beginning)) continue;
        const folder = join(dataDir, name);
        const begun = await stat(folder).then(
            ({ mtimeMs }) => mtimeMs,
            () => now // it is gone
        );
        if (begun < now - day) await rm(folder, { recursive: true, force: true });
    }
}
