// The disk below the data: how much room it has, and what survives a loss of power.
import { type FileHandle, open, statfs } from 'node:fs/promises';
import pLimit from 'p-limit';

type Syncing = Pick<FileHandle, 'sync' | 'close'>;

/** In bytes. So much stays free for the store whatever else is written, and must be free at a start. */
export const leastRoom = 64 * 1024 * 1024;

/** How many bytes are free on the volume of a folder that is there. */
export async function freeBytes(folder: string) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
}

/** Whether so many bytes can be written there without taking the room of the store. */
export const hasRoomFor = async (bytes: number, folder: string, free = freeBytes) =>
    (await free(folder)) >= bytes + leastRoom;

/** Gives stored objects their names one at a time, so that nothing comes between a look at what has a name and its exchange. */
export const naming = pLimit(1);

/** What volumes of a NAS and of FUSE answer: they can sync files, but no folder. */
const unable = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF'];

/**
 * Returns when the names in a folder are on the disk: a new name, or one that is gone, survives a crash only after that. False
 * where the volume cannot do that: `doctor` says so, and no write fails for it.
 */
export async function syncFolder(path: string, openFolder: (path: string) => Promise<Syncing> = open) {
    const folder = await openFolder(path);
    try {
        await folder.sync();
        return true;
    } catch (error) {
        if (unable.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
        throw error;
    } finally {
        await folder.close();
    }
}
