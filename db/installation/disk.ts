// The disk below the data: how much room it has, and what survives a loss of power.
import { open, statfs } from 'node:fs/promises';
import pLimit from 'p-limit';

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

/** Returns when the names in a folder are on the disk: a new name, or one that is gone, survives a crash only after that. */
export async function syncFolder(path: string) {
    const folder = await open(path);
    try {
        await folder.sync();
    } finally {
        await folder.close();
    }
}
