// The key that proves who made a backup, and the proofs that are made with it. It stands in no backup: whoever has one could else write others.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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

/** A proof, in hex, that whoever has the key wrote this value. `kind` keeps the proofs of one kind from standing for another. */
export const proofWith = (key: string, kind: string, value: unknown) =>
    createHmac('sha256', key)
        .update(`sage council ${kind}\n${JSON.stringify(value)}`)
        .digest('hex');

/** Whether a proof that anybody may have written is the expected one. The time that this takes tells nothing of it. */
export function isSameProof(given: string, expected: string) {
    const [actual, proof] = [Buffer.from(given), Buffer.from(expected)];
    return actual.length === proof.length && timingSafeEqual(actual, proof);
}
