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

/** The keys of the settings: what is signed from now on, and one whose proofs are believed beside it. */
export interface GivenKeys {
    secret: string | undefined;
    also?: string | undefined;
}

/** All that are believed; the first is what is signed with. */
export type BackupKeys = readonly [string, ...string[]];

/**
 * The keys whose proofs are believed: those that are given, and the one that the data folder holds, so that what it has
 * signed stays good when another one is given. None where there are none.
 */
export const knownBackupKeys = (dataDir: string, { secret, also }: GivenKeys): readonly string[] =>
    [secret, keptIn(fileOf(dataDir))['backup'], also].filter((key) => key !== undefined);

/** The same, the one to sign with first: the given one, else that of the data folder, which is drawn where it has none. */
export function backupKeys(dataDir: string, given: GivenKeys): BackupKeys {
    const key = given.secret ?? keptIn(fileOf(dataDir))['backup'] ?? drawn(dataDir);
    return [key, ...knownBackupKeys(dataDir, given).filter((known) => known !== key)];
}

/** A new key, kept beside the secrets. */
function drawn(dataDir: string) {
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
