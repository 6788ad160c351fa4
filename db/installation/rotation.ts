// Rotation of secrets: the previous one stays valid for a while, then its signatures end.
import { record } from '../record/audit.ts';
import { Refusal } from '../store/refusal.ts';
import { iso } from '../store/time.ts';
import type { Store, Reader, Tx } from '../store/index.ts';
import { passwordResets } from '../accounts/password-resets.ts';
import { pendingChanges } from '../accounts/pending-changes.ts';
import { deals } from '../sales/deals.ts';
import { screens } from '../screens/screens.ts';
import { and, asc, eq, gt, isNotNull } from '../store/drizzle.ts';
import { type LinkKind, linkToken, sha256 } from '../accounts/tokens.ts';
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

interface Link<Id> {
    id: Id;
    issue: number;
    digest: string | null;
}

interface Renewal<Id extends string | number> {
    kind: LinkKind;
    /** Comes before every id. */
    first: Id;
    page: (on: Reader, after: Id) => Promise<Link<Id>[]>;
    set: (tx: Tx, id: Id, digest: string) => Promise<unknown>;
}

const atOnce = 500;

/**
 * Private links after a rotation of the key that they are derived with.
 * Derives all open links again with this key: those of another key become invalid, and queued emails, reminders and pages show
 * the new ones. It is idempotent. Returns how many had another key.
 */
export async function renewLinks(store: Store, key: string, progress: (done: number) => void) {
    let renewed = 0;
    const count = (more: number) => progress((renewed += more));
    await renewKind(store, key, screenLinks, count);
    await renewKind(store, key, resetLinks, count);
    await renewKind(store, key, changeLinks('verify', 'digest'), count);
    await renewKind(store, key, changeLinks('cancel', 'cancelDigest'), count);
    await renewKind(store, key, dealLinks, count);
    return renewed;
}

/** In many small transactions, for a store of years has many links. */
async function renewKind<Id extends string | number>(
    store: Store,
    key: string,
    { kind, first, page, set }: Renewal<Id>,
    count: (more: number) => void
) {
    const renewAfter = (after: Id) =>
        store.write(async (tx) => {
            const links = await page(tx, after);
            let changed = 0;
            for (const { id, issue, digest } of links) {
                const made = sha256(linkToken(key, kind, String(id), issue));
                if (made === digest) continue;
                await set(tx, id, made);
                changed += 1;
            }
            return { last: links.at(-1)?.id, changed };
        });
    for (let last: Id | undefined = first; last !== undefined;) {
        const done: { last: Id | undefined; changed: number } = await renewAfter(last);
        count(done.changed);
        last = done.last;
    }
}

/** A demo has no derived link. */
const screenLinks: Renewal<string> = {
    kind: 'screen',
    first: '',
    page: (on, after) =>
        on
            .select({ id: screens.id, issue: screens.linkIssue, digest: screens.linkDigest })
            .from(screens)
            .where(and(eq(screens.kind, 'real'), isNotNull(screens.linkDigest), gt(screens.id, after)))
            .orderBy(asc(screens.id))
            .limit(atOnce),
    set: (tx, id, linkDigest) => tx.update(screens).set({ linkDigest }).where(eq(screens.id, id))
};

const resetLinks: Renewal<number> = {
    kind: 'reset',
    first: 0,
    page: (on, after) => {
        const { userId: id, issue, digest } = passwordResets;
        return on
            .select({ id, issue, digest })
            .from(passwordResets)
            .where(and(isNotNull(digest), gt(id, after)))
            .orderBy(asc(id))
            .limit(atOnce);
    },
    set: (tx, id, digest) => tx.update(passwordResets).set({ digest }).where(eq(passwordResets.userId, id))
};

/** The two links of a change, which cannot be issued again. */
function changeLinks(kind: 'verify' | 'cancel', column: 'digest' | 'cancelDigest'): Renewal<string> {
    const { id, [column]: digest } = pendingChanges;
    return {
        kind,
        first: '',
        page: async (on, after) => {
            const rows = await on
                .select({ id, digest })
                .from(pendingChanges)
                .where(and(isNotNull(digest), gt(id, after)))
                .orderBy(asc(id))
                .limit(atOnce);
            return rows.map((row) => ({ ...row, issue: 1 }));
        },
        set: (tx, change, made) =>
            tx
                .update(pendingChanges)
                .set({ [column]: made })
                .where(eq(id, change))
    };
}

const dealLinks: Renewal<number> = {
    kind: 'deal',
    first: 0,
    page: (on, after) => {
        const { id, customerIssue: issue, customerDigest: digest } = deals;
        return on
            .select({ id, issue, digest })
            .from(deals)
            .where(and(isNotNull(digest), gt(id, after)))
            .orderBy(asc(id))
            .limit(atOnce);
    },
    set: (tx, id, customerDigest) => tx.update(deals).set({ customerDigest }).where(eq(deals.id, id))
};
