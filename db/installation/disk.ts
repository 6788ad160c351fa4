// What survives a loss of power.
import { open } from 'node:fs/promises';

/** Returns when the names in a folder are on the disk: a new name, or one that is gone, survives a crash only after that. */
export async function syncFolder(path: string) {
    const folder = await open(path);
    try {
        await folder.sync();
    } finally {
        await folder.close();
    }
}
