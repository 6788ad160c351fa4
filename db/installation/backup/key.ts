// The key that proves who created a backup, and the proofs. No backup contains it, because its finder could forge others.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keptIn, newSecret, writeSecrets } from '../secrets.ts';

/** The keys of the settings: the one that signs, and a second one that is also accepted. */
export interface GivenKeys {
    secret: string | undefined;
    also?: string | undefined;
}

/** All that are believed; the first is what is signed with. */
export type BackupKeys = readonly [string, ...string[]];

/**
 * The keys whose proofs are accepted: those of the settings, and the one of the data folder, so that its signatures stay valid
 * when another one is set. Empty where there are none.
 */
export const knownBackupKeys = (dataDir: string, { secret, also }: GivenKeys): readonly string[] =>
    [secret, keptIn(dataDir).backup, also].filter((key) => key !== undefined);

/** The same, the one to sign with first: the given one, else that of the data folder, which is drawn where it has none. */
export function backupKeys(dataDir: string, given: GivenKeys): BackupKeys {
    const key = given.secret ?? keptIn(dataDir).backup ?? drawn(dataDir);
    return [key, ...knownBackupKeys(dataDir, given).filter((known) => known !== key)];
}

/** Creates a key, stored next to the secrets. */
function drawn(dataDir: string) {
    const backup = newSecret();
    writeSecrets(dataDir, { ...keptIn(dataDir), backup });
    return backup;
}

/**
 * Returns a proof, in hex, that this value was written with the key. `kind` keeps proofs of one kind from being used for another.
 */
export const proofWith = (key: string, kind: string, value: unknown) =>
    createHmac('sha256', key)
        .update(`sage council ${kind}\n${JSON.stringify(value)}`)
        .digest('hex');

/** Whether an untrusted proof is the expected one, compared in constant time. */
export function isSameProof(given: string, expected: string) {
    const [actual, proof] = [Buffer.from(given), Buffer.from(expected)];
    return actual.length === proof.length && timingSafeEqual(actual, proof);
}
