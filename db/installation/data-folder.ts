import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../refusal.ts';

/**
 * Makes the data folder, for its owner alone, where it is missing. One folder after the other: Node's own `recursive`
 * never ends where a folder is there in which none can be made, such as /proc. Refuses: wrong_state.
 */
export function makeDataFolder(dir: string) {
    try {
        for (const folder of missingIn(dir)) makeFolder(folder);
    } catch (error) {
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        throw new Refusal('wrong_state', `DATA_DIR: the folder ${dir} cannot be made (${code}).`);
    }
    if (!statSync(dir).isDirectory()) throw new Refusal('wrong_state', `DATA_DIR: ${dir} is no folder.`);
}

/** From the outside to the inside. */
function missingIn(dir: string): string[] {
    return existsSync(dir) ? [] : [...missingIn(dirname(dir)), dir];
}

/** Another process may have made it meanwhile. */
function makeFolder(folder: string) {
    try {
        mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
}
