// Restores a backup. It is untrusted: all of it is checked before anything is replaced.
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { Refusal } from '../../store/refusal.ts';
import { eraseAgain, type Erased } from '../../erasing/erase.ts';
import { byAge } from '../../erasing/erasures.ts';
import { assertTables, closeForGood, erasedIn } from '../../store/move/closed-store.ts';
import { moveToDatabase } from '../../store/move/index.ts';
import { openStore, type Store, type Tx } from '../../store/index.ts';
import {
    beginDraft,
    decide,
    exchange,
    finishLoading,
    isUnderWay,
    markLoading,
    unmarkLoading
} from './exchange.ts';
import { hasRoomFor } from '../disk.ts';
import { eachOnce } from '../erasures-file.ts';
import { copyFile, syncFolders, writeNew } from './files.ts';
import { countCandidates } from '../../erasing/erase.ts';
import { record } from '../../record/audit.ts';
import { voidAllResets } from '../../accounts/password-resets.ts';
import { voidAllChanges } from '../../accounts/pending-changes.ts';
import { closeAllSessions } from '../../accounts/sessions.ts';
import { endHolding, holdMails } from '../../support/held-mails.ts';
import { forgetNodes } from '../../jobs/nodes.ts';
import { endSetup, ensureInstallation, newLife } from '../installation.ts';
import { objectIn, secretNames } from '../secrets.ts';
import { inBackup, type Manifest, readManifest } from './manifest.ts';
import { epochIn, type Place } from './settle.ts';
import { assertSame, assertSameNames, assertStore } from './verify.ts';
import { isSealed, unseal } from './sealed.ts';

type Phase = 'reading' | 'copying' | 'comparing';

interface Target extends Place {
    /** The keys of backups of this installation, if it has any. */
    keys: readonly string[];
    /** Opens secrets that are sealed. */
    passphrase: string | undefined;
}

export interface Restoring extends Pick<Beginning, 'mail' | 'at'> {
    /** Takes a backup that no key here proves to be unchanged. */
    trust: boolean;
    /** Leaves the stored objects as they are. */
    withoutObjects: boolean;
    /** Leaves the secrets as they are. */
    withoutSecrets: boolean;
    /** The people erased by the files next to the backups; undefined where there is no file. */
    erased: readonly Erased[] | undefined;
    /** Restores although the list of erased people is missing. */
    withoutErasures: boolean;
    progress: (phase: Phase, done: number, of: number) => void;
}

/**
 * Replaces the data by a backup. The caller has the lock of the data folder. Nothing is replaced until all is prepared; then one
 * file commits it, and the next start completes an interrupted restore. Refuses: wrong_state, for a backup that is incomplete or
 * not proved, and for a database that is not empty; unavailable, while another command runs.
 */
export async function restoreBackup(from: string, target: Target, restoring: Restoring) {
    const { dataDir, database } = target;
    const { manifest, leftOut } = await manifestOf(from, target, restoring);
    await assertRoom(dataDir, manifest);
    const draft = await beginDraft(dataDir);
    try {
        await copyAll(from, draft, { manifest, ...target, ...restoring });
        const known = database ? [] : erasedIn(join(dataDir, 'app.db'));
        const erased = eachOnce([
            ...(restoring.erased ?? []),
            ...known.map(({ id, by }) => ({ id, byAge: by === byAge }))
        ]);
        const { epoch, ...begun } = await prepareStore(draft, {
            ...restoring,
            erased,
            isKnown: restoring.erased !== undefined || known.length > 0,
            madeAt: manifest.made_at
        });
        await syncFolders(draft);
        if (database) await load(target, draft, { epoch, progress: restoring.progress });
        else {
            await decide(dataDir, () => closeForGood(join(dataDir, 'app.db')));
            await exchange(dataDir);
        }
        const { made_at, program, secrets } = manifest;
        return {
            made_at,
            program,
            secrets: secrets && !restoring.withoutSecrets,
            left_out: leftOut,
            ...begun
        };
    } catch (error) {
        if (!isUnderWay(dataDir)) await rm(draft, { recursive: true, force: true });
        throw error;
    }
}

async function manifestOf(from: string, { keys }: Target, { trust }: Restoring) {
    const { manifest, isProved } = await readManifest(from);
    if (!trust && !isProved(keys))
        throw new Refusal(
            'wrong_state',
            keys.length === 0
                ? 'We cannot verify that this backup is unchanged. Set BACKUP_SECRET to the value used to create it, or add --trust if you are sure of its source.'
                : 'This backup was changed or created with a different BACKUP_SECRET. Add --trust only if you are sure of its source.'
        );
    return { manifest, leftOut: await assertSameNames(from, manifest) };
}

async function assertRoom(dataDir: string, { bytes }: Manifest) {
    if (!(await hasRoomFor(bytes, dataDir)))
        throw new Refusal(
            'unavailable',
            `Not enough disk space to restore this backup of ${Math.ceil(bytes / 1e6)} MB.`
        );
}

interface Copying
    extends
        Pick<Restoring, 'progress' | 'withoutObjects' | 'withoutSecrets'>,
        Pick<Target, 'dataDir' | 'passphrase'> {
    manifest: Manifest;
}

/** Copies the files of the manifest, and verifies each while it is copied. */
async function copyAll(
    from: string,
    draft: string,
    { manifest, dataDir, passphrase, progress, withoutObjects, withoutSecrets }: Copying
) {
    if (!withoutObjects) await assertOneVolume(dataDir);
    const isWanted = (path: string) =>
        path.startsWith(`${inBackup.storage}/`)
            ? !withoutObjects
            : !withoutSecrets || path !== inBackup.secrets;
    let done = 0;
    const read = (bytes: number) => progress('reading', (done += bytes), manifest.bytes);
    if (!withoutObjects) await mkdir(join(draft, inBackup.storage), { mode: 0o700 });
    for (const path of manifest.folders.filter(isWanted))
        await mkdir(join(draft, path), { recursive: true, mode: 0o700 });
    for (const file of manifest.files.filter(({ path }) => isWanted(path))) {
        const to = join(draft, file.path === inBackup.store ? 'app.db' : file.path);
        await mkdir(dirname(to), { recursive: true, mode: 0o700 });
        assertSame(file, await copyFile(join(from, file.path), to, read));
    }
    if (manifest.secrets && !withoutSecrets) await mergeSecrets(draft, { dataDir, passphrase });
}

/** Folders can be exchanged atomically on one volume only. */
async function assertOneVolume(dataDir: string) {
    const [data, storage] = await Promise.all([
        stat(dataDir),
        stat(join(dataDir, 'storage')).catch(() => undefined)
    ]);
    if (storage && storage.dev !== data.dev)
        throw new Refusal(
            'wrong_state',
            'The storage folder is a separate volume and cannot be replaced in one step. Add --no-objects, then copy the folder storage from the backup yourself.'
        );
}

async function mergeSecrets(draft: string, { dataDir, passphrase }: Pick<Target, 'dataDir' | 'passphrase'>) {
    const file = join(draft, inBackup.secrets);
    const merged = await restoredSecrets(file, { ofFolder: join(dataDir, inBackup.secrets), passphrase });
    await rm(file);
    await writeNew(file, JSON.stringify(merged, null, 4));
}

interface Preparing extends Beginning, Pick<Restoring, 'withoutErasures'> {
    erased: readonly Erased[];
    /** Whether a list of erased people is available. */
    isKnown: boolean;
}

/** Refuses: wrong_state, for a store that is not whole, or a newer one, or none of this program. */
async function prepareStore(draft: string, { erased, isKnown, withoutErasures, ...beginning }: Preparing) {
    const file = join(draft, 'app.db');
    assertStore(file);
    const store = openOlder(file);
    try {
        await assertTables(file, join(draft, 'fresh.db'));
        const back = isKnown ? 0 : await countCandidates(store.read);
        if (back > 0 && !withoutErasures) throw unknownErasures(back, beginning.madeAt);
        const { mails, epoch } = await store.write((tx) => beginNewLife(tx, beginning));
        const again = await eraseAgain(store, erased, beginning.at);
        return { epoch, mails, erased: again.erased, may_come_back: back };
    } finally {
        await store.close();
        for (const name of ['fresh.db', 'app.db.before-migration'])
            await rm(join(draft, name), { force: true });
    }
}

const unknownErasures = (candidates: number, madeAt: string) =>
    new Refusal(
        'wrong_state',
        `erasures.jsonl is missing in BACKUP_DIR and next to this backup. The backup contains the data of ${counted(candidates)}. Those who were erased after ${madeAt} would be restored. Put the newest erasures.jsonl next to the backup, or add --without-erasures and erase them again manually.`
    );

const counted = (candidates: number) => `${candidates} candidate${candidates === 1 ? '' : 's'}`;

function openOlder(file: string): Store {
    try {
        return openStore(file);
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new Refusal('wrong_state', `The database in this backup cannot be used. ${error.message}`);
    }
}

/** Loads the store into the database in one transaction, with the mark of which data it has. */
async function load(
    { dataDir, database }: Target,
    draft: string,
    { epoch, progress }: Pick<Restoring, 'progress'> & { epoch: string }
) {
    if (!database) return;
    await markLoading(dataDir, epoch);
    const file = join(draft, 'app.db');
    await moveToDatabase({ file, database, movedTo: 'the database', progress }).catch(
        async (error: unknown) => {
            if ((await epochIn(database)) === epoch) return; // it failed after the commit
            await unmarkLoading(dataDir);
            throw error;
        }
    );
    await finishLoading(dataDir);
}

/** Prepares a restored store: no work of the old one continues automatically. */
interface Beginning {
    /** What happens to emails that were unsent when the backup was created; they may have been sent since. */
    mail: 'hold' | 'send' | 'drop';
    /** When the backup was created. */
    madeAt: string;
    at: number;
}

/**
 * Ends sessions and pending keys, requeues running jobs, and gives the data a new epoch, so that no queue's jobs are theirs.
 * Returns how many emails wait, are held or cancelled, and the epoch.
 */
async function beginNewLife(tx: Tx, { mail, madeAt, at }: Beginning) {
    const by = { name: 'cli' };
    await ensureInstallation(tx);
    await closeAllSessions(tx);
    await voidAllChanges(tx);
    await voidAllResets(tx);
    await endSetup(tx);
    await forgetNodes(tx);
    const held = await holdMails(tx);
    if (mail !== 'hold') await endHolding(tx, mail, { by, at });
    await newLife(tx);
    await record(tx, {
        by,
        act: 'installation.restore',
        target: 'installation',
        note: `created at ${madeAt}`,
        at
    });
    const { epoch } = await ensureInstallation(tx);
    return { mails: held, epoch };
}

/**
 * The secrets of a restored backup, combined with the key that only this data folder has. Returns the five secrets of the
 * backup and their predecessors, and what else the data folder stores. Refuses: wrong_state, for invalid secrets, and for a
 * wrong passphrase.
 */
export async function restoredSecrets(
    ofBackup: string,
    { ofFolder, passphrase }: { ofFolder: string; passphrase: string | undefined }
) {
    const kept = objectIn(textOf(ofBackup)) ?? {};
    const given = isSealed(kept) ? (objectIn(await unseal(kept, passphrase)) ?? {}) : kept;
    const five = Object.fromEntries(secretNames.map((name) => [name, given[name]]));
    if (!Object.values(five).every((secret) => typeof secret === 'string' && secret.length >= 32))
        throw new Refusal('wrong_state', 'This backup cannot be used: its secrets file is invalid.');
    const beside = existsSync(ofFolder) ? objectIn(textOf(ofFolder)) : {};
    return { ...beside, ...five, former: given['former'] };
}

/** Without a byte order mark, which an editor may have left. */
const textOf = (file: string) => new TextDecoder().decode(readFileSync(file));
