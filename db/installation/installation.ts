// The one row about this installation itself.
import crypto, { randomBytes } from 'node:crypto';
import { code, integer, key, nullable } from '../store/columns.ts';
import { and, eq, gt, isNotNull, sqliteTable } from '../store/drizzle.ts';
import { type Done, record } from '../record/audit.ts';
import { Refusal } from '../store/refusal.ts';
import { sha256 } from '../accounts/tokens.ts';
import { secretNames, type Secrets } from './secrets.ts';
import type { Reader, Tx } from '../store/index.ts';

export const installation = sqliteTable('installation', {
    id: key(),
    /** Names this life of the data: a restored backup gets a new one, so jobs of the old life are not its own. */
    epoch: code(),
    setupDigest: nullable.code(),
    setupExpiresAt: nullable.time(),
    demoVersion: integer().default(0),
    currency: nullable.code(), // chosen at setup; the setting CURRENCY wins
    retainsSince: nullable.time(), // from when candidates are erased by age; null in a store of before, until it is confirmed
    secretsDigest: nullable.code(), // of the secrets that all nodes must have; null where one node draws them
    movedTo: nullable.code() // where `store move` has moved the data; this store can no longer be opened
});

const one = 'one';

/** Returns the installation, created at the first call. Refuses: wrong_state, for data that were moved elsewhere. */
export async function ensureInstallation(tx: Tx) {
    await tx
        .insert(installation)
        .values({ id: one, epoch: crypto.randomUUID(), retainsSince: 0 })
        .onConflictDoNothing();
    const [row] = await tx.select().from(installation);
    if (!row) throw new Error('the installation has no row');
    if (row.movedTo !== null)
        throw new Refusal(
            'wrong_state',
            `The data was moved to ${row.movedTo}. Use it there, or run \`store reopen\` to use this copy again.`
        );
    return row;
}

/** Jobs of the data in any queue are void from now on. */
export async function newLife(tx: Tx) {
    await tx.update(installation).set({ epoch: crypto.randomUUID() });
}

/** Writes the row as it is: a write that changes nothing and takes room on the disk all the same. */
export async function writeAsItIs(tx: Tx) {
    await tx.update(installation).set({ id: one });
}

/** Lets a store be used again that was moved away. Returns where its data went, or undefined where they did not. */
export async function reopenStore(tx: Tx) {
    const [row] = await tx.select({ movedTo: installation.movedTo }).from(installation);
    await tx
        .update(installation)
        .set({ movedTo: null, epoch: crypto.randomUUID() })
        .where(isNotNull(installation.movedTo));
    return row?.movedTo ?? undefined;
}

/** Returns a new setup key, valid for 30 minutes; it voids the previous one. Only its digest is stored. */
export async function issueSetupKey(tx: Tx, at: number) {
    const setupKey = randomBytes(32).toString('base64url');
    await tx
        .update(installation)
        .set({ setupDigest: sha256(setupKey), setupExpiresAt: at + 30 * 60_000 })
        .where(eq(installation.id, one));
    return setupKey;
}

/** Returns a new setup key; undefined if one is still valid, which another node has just printed. */
export async function issueMissingSetupKey(tx: Tx, at: number) {
    const good = await tx
        .select({ id: installation.id })
        .from(installation)
        .where(and(eq(installation.id, one), gt(installation.setupExpiresAt, at)));
    return good.length > 0 ? undefined : issueSetupKey(tx, at);
}

export async function isSetupKey(on: Reader, setupKey: string, at: number) {
    const found = await on
        .select({ id: installation.id })
        .from(installation)
        .where(and(eq(installation.setupDigest, sha256(setupKey)), gt(installation.setupExpiresAt, at)));
    return found.length === 1;
}

export async function endSetup(tx: Tx) {
    await tx
        .update(installation)
        .set({ setupDigest: null, setupExpiresAt: null })
        .where(eq(installation.id, one));
}

export async function setCurrency(tx: Tx, currency: string, { by, at }: Done) {
    await tx.update(installation).set({ currency }).where(eq(installation.id, one));
    await record(tx, { by, act: 'currency.set', target: 'installation', after: currency, at });
}

/** The currency in force: the setting wins over what was chosen at setup. Undefined where there is neither. */
export async function currencyOf(on: Reader, setting?: string) {
    if (setting !== undefined) return setting;
    const [row] = await on.select({ currency: installation.currency }).from(installation);
    return row?.currency ?? undefined;
}

/** True for the one caller that may write demo data of this version. */
export async function claimDemo(tx: Tx, version: number) {
    const claimed = await tx
        .update(installation)
        .set({ demoVersion: version })
        .where(and(eq(installation.id, one), eq(installation.demoVersion, version - 1)))
        .returning({ id: installation.id });
    return claimed.length === 1;
}

/**
 * Compares the secrets of this node with those of the first one. Refuses: wrong_state, because different ones would void each
 * other's sessions, links and tokens.
 */
export async function assertSharedSecrets(tx: Tx, secrets: Secrets) {
    const [secretsDigest, ...alike] = secretsDigests(secrets);
    const { secretsDigest: known } = await ensureInstallation(tx);
    if (known === secretsDigest) return;
    if (known !== null && !alike.includes(known))
        throw new Refusal(
            'wrong_state',
            'The secrets of this node differ from those of the other nodes. Use the same secrets. If you changed them, stop all nodes and run `secrets forget`.'
        );
    await tx.update(installation).set({ secretsDigest }).where(eq(installation.id, one));
}

/**
 * The forms in which a store may know the secrets of a node: first as they are in force, then with those that it accepts too
 * in their place, for nodes that have them in force still or already.
 */
export function secretsDigests(secrets: Secrets): readonly string[] {
    const { former = {} } = secrets;
    const alike = secretNames.reduce(
        (all, name) => {
            const { secret } = former[name] ?? {};
            return secret === undefined ? all : [...all, ...all.map((one) => ({ ...one, [name]: secret }))];
        },
        [secrets]
    );
    return alike.map(digestOf);
}

const digestOf = ({ challenge, jwt, nonce, links, postgres }: Secrets) =>
    sha256(JSON.stringify([challenge, jwt, nonce, links, postgres]));

/** The next node that starts checks which secrets all nodes have. */
export async function forgetSecrets(tx: Tx, { by, at }: Done) {
    await record(tx, { by, act: 'secrets.forget', target: 'installation', at });
    await tx.update(installation).set({ secretsDigest: null }).where(eq(installation.id, one));
}
