import crypto from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './secrets.ts';

/**
 * The name of this node among those that share a store: its data folder's, drawn at the first start. Whoever starts again
 * on the same folder is the same node, and the lock of the folder lets nobody else be it at the same time.
 */
export function nodeName(dataDir: string) {
    const file = join(dataDir, 'node');
    const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (kept !== '') return kept;
    const name = crypto.randomUUID();
    writeWhole(file, `${name}\n`);
    return name;
}
