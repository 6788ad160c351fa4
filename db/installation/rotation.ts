// Rotation of secrets: the previous one stays valid for a while, then its signatures end.
import { record } from '../record/audit.ts';
import { Refusal } from '../store/refusal.ts';
import { iso } from '../store/time.ts';
import type { Store } from '../store/index.ts';
import { renewLinks } from './renewed-links.ts';
import {
    dropFormer,
    formerIn,
    type GivenSecrets,
    openSecrets,
    redraw,
    type SecretName,
    secretNames
} from './secrets.ts';

interface Rotating {
    store: Store;
    dataDir: string;
    /** Those of the settings. */
    secrets: GivenSecrets;
    at: number;
    progress?: (done: number) => void;
}

/**
 * Creates a new secret, while no service runs; the previous one is valid until then. Returns how many links were derived again.
 * Refuses: wrong_state, for one that the settings give, and while the one before the last is still valid.
 */
export async function rotateSecret(name: SecretName, until: number, rotating: Rotating) {
    const { store, dataDir, secrets, at } = rotating;
    if (secrets[name] !== undefined) throw new Refusal('wrong_state', given(name));
    openSecrets(dataDir, secrets); // all are there
    const renewed = await settleRotations(rotating);
    const former = formerIn(dataDir)[name];
    if (former)
        throw new Refusal(
            'wrong_state',
            `The previous secret is valid until ${iso(former.until)}. End it first with \`secrets end ${name}\`.`
        );
    redraw(dataDir, name, until);
    await recordAct(store, 'secret.rotate', name, at);
    return renewed + (await settleRotations(rotating));
}

/** Ends the time of the previous secret: its signatures are void. Returns how many links were derived again. */
export async function endFormer(name: SecretName, rotating: Rotating) {
    const { store, dataDir, secrets, at, progress = () => undefined } = rotating;
    if (secrets.also?.[name] !== undefined)
        throw new Refusal('wrong_state', `Remove ${name.toUpperCase()}_SECRET_ALSO from the settings first.`);
    const { links } = openSecrets(dataDir, secrets);
    const renewed = name === 'links' ? await renewLinks(store, links, progress) : 0;
    dropFormer(dataDir, [name]);
    await recordAct(store, 'secret.end', name, at);
    return renewed;
}

/**
 * Deletes expired former secrets. With the key of links all open ones are derived again, and their former tokens become invalid.
 * Returns how many those were.
 */
export async function settleRotations({ store, dataDir, secrets, at, progress = () => undefined }: Rotating) {
    const former = formerIn(dataDir);
    const over = secretNames.filter((name) => (former[name]?.until ?? Infinity) <= at);
    if (over.length === 0) return 0;
    const renewed = over.includes('links')
        ? await renewLinks(store, openSecrets(dataDir, secrets).links, progress)
        : 0;
    dropFormer(dataDir, over);
    return renewed;
}

const given = (name: SecretName) => {
    const setting = `${name.toUpperCase()}_SECRET`;
    return name === 'postgres'
        ? `${setting} comes from the settings. Change it there.`
        : `${setting} comes from the settings. Change it there, and set ${setting}_ALSO to the old value for as long as it must stay valid.`;
};

const recordAct = (store: Store, act: string, name: SecretName, at: number) =>
    store.write((tx) => record(tx, { by: { name: 'cli' }, act, target: `secret:${name}`, at }));
