// Rotation of secrets: the previous one stays valid for a while, then its signatures end.
import { record } from '../record/audit.ts';
import { Refusal } from '../store/refusal.ts';
import { iso } from '../store/time.ts';
import type { Store } from '../store/index.ts';
import { passwordResets } from '../accounts/password-resets.ts';
import { pendingChanges } from '../accounts/pending-changes.ts';
import { deals } from '../sales/deals.ts';
import { screens } from '../screens/screens.ts';
import {
    and,
    asc,
    eq,
    gt,
    isNotNull,
    type SQL,
    type SQLiteColumn,
    type SQLiteTable
} from '../store/drizzle.ts';
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

/** The open links of a table, each derived from the id of its row and the number of its issue. */
interface Links {
    kind: LinkKind;
    table: SQLiteTable;
    id: SQLiteColumn;
    /** Undefined where a link cannot be issued again. */
    issue?: SQLiteColumn;
    digest: SQLiteColumn;
    where?: SQL;
    change: (digest: string) => Record<string, string>;
}

const allLinks: readonly Links[] = [
    {
        kind: 'screen',
        table: screens,
        id: screens.id,
        issue: screens.linkIssue,
        digest: screens.linkDigest,
        where: eq(screens.kind, 'real'), // a demo has no derived link
        change: (linkDigest) => ({ linkDigest })
    },
    {
        kind: 'reset',
        table: passwordResets,
        id: passwordResets.userId,
        issue: passwordResets.issue,
        digest: passwordResets.digest,
        change: (digest) => ({ digest })
    },
    {
        kind: 'verify',
        table: pendingChanges,
        id: pendingChanges.id,
        digest: pendingChanges.digest,
        change: (digest) => ({ digest })
    },
    {
        kind: 'cancel',
        table: pendingChanges,
        id: pendingChanges.id,
        digest: pendingChanges.cancelDigest,
        change: (cancelDigest) => ({ cancelDigest })
    },
    {
        kind: 'deal',
        table: deals,
        id: deals.id,
        issue: deals.customerIssue,
        digest: deals.customerDigest,
        change: (customerDigest) => ({ customerDigest })
    }
];

const atOnce = 500;

/**
 * Private links after a rotation of the key that they are derived with.
 * Derives all open links again with this key: those of another key become invalid, and queued emails, reminders and pages show
 * the new ones. It is idempotent. Returns how many had another key.
 */
export async function renewLinks(store: Store, key: string, progress: (done: number) => void) {
    let renewed = 0;
    for (const links of allLinks) {
        let last: Id | undefined;
        do {
            const done = await renewAfter(store, key, { ...links, last });
            progress((renewed += done.changed));
            last = done.last;
        } while (last !== undefined);
    }
    return renewed;
}

type Id = string | number;

/** In many small transactions, for a store of years has many links. */
const renewAfter = (
    store: Store,
    key: string,
    { kind, table, id, issue, digest, where, change, last }: Links & { last: Id | undefined }
) =>
    store.write(async (tx) => {
        const isOpen = and(isNotNull(digest), where, last === undefined ? undefined : gt(id, last));
        const columns = { id, digest, ...(issue && { issue }) };
        const rows = await tx.select(columns).from(table).where(isOpen).orderBy(asc(id)).limit(atOnce);
        const links = rows as { id: Id; digest: string; issue?: number }[];
        let changed = 0;
        for (const link of links) {
            const made = sha256(linkToken(key, kind, String(link.id), link.issue ?? 1));
            if (made === link.digest) continue;
            await tx.update(table).set(change(made)).where(eq(id, link.id));
            changed += 1;
        }
        return { last: links.at(-1)?.id, changed };
    });
