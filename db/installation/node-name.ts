import crypto from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './secrets.ts';

/**
 * The name of this node among those that share a store, created at the first start and stored in its data folder. A restart on
 * the same folder is the same node, and the lock of the folder excludes a second process. A copied folder gets its own name: the
 * file contains its inode number, which a copy does not have.
 */
export function nodeName(dataDir: string) {
    const file = join(dataDir, 'node');
    const [kept = '', place] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (kept !== '' && place === placeOf(file)) return kept;
    const isFromBefore = kept !== '' && (place ?? '') === '';
    const name = isFromBefore ? kept : crypto.randomUUID();
    if (!isFromBefore) writeWhole(file, `${name}\n`);
    appendFileSync(file, `${placeOf(file)}\n`); // in its place: written whole it would be another file
    return name;
}

const placeOf = (file: string) => String(statSync(file).ino);
