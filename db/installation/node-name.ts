import crypto from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './secrets.ts';

/**
 * The name of this node among those that share a store: its data folder's, drawn at the first start. Whoever starts again
 * on the same folder is the same node, and the lock of the folder lets nobody else be it at the same time. A folder that
 * was copied gets a name of its own: the file knows its number on the disk, which a copy does not have.
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
