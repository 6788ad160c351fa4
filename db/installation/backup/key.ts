// The key that proves who made a backup. It stands in no backup: whoever has one could else write others.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../secrets.ts';

type Kept = Record<string, string | undefined>;

function keptIn(file: string): Kept {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : {};
}

const fileOf = (dataDir: string) => join(dataDir, 'secrets.json');

/** The key that is given, else the one that the data folder holds; undefined where it has none. */
export const knownBackupKey = (dataDir: string, given: string | undefined) =>
    given ?? keptIn(fileOf(dataDir))['backup'];

/** The same; where there is none yet it is drawn, and kept beside the secrets. */
export function backupKey(dataDir: string, given: string | undefined) {
    const known = knownBackupKey(dataDir, given);
    if (known !== undefined) return known;
    const backup = randomBytes(32).toString('base64url');
    writeWhole(fileOf(dataDir), JSON.stringify({ ...keptIn(fileOf(dataDir)), backup }, null, 4));
    return backup;
}
