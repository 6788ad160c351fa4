// Where the stores and databases of tests are: in memory if there is room, for there no commit waits for a disk, and no new
// file for one of the thousands that were deleted before it.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const folder = '/dev/shm';
const enough = 2 ** 32; // the databases of all tests are half of it

/** The folder for what lives no longer than the tests. */
export const temporary = hasRoom() ? folder : tmpdir();

function hasRoom() {
    try {
        const { bavail, bsize } = statfsSync(folder);
        return bavail * bsize > enough;
    } catch {
        return false;
    }
}
