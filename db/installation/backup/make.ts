// Creates a backup: the store as it is at one moment, then the stored objects, the secrets, and last the manifest.
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Refusal } from '../../store/refusal.ts';
import { copyStore } from '../../store/sqlite/copies.ts';
import { iso } from '../../store/time.ts';
import type { Store } from '../../store/index.ts';
import { hasRoomFor, syncFolder } from '../disk.ts';
import { type Secrets, textOfSecrets } from '../secrets.ts';
import { copyFile, digestOf, entriesBelow, syncFile, syncFolders, writeNew } from './files.ts';
import { type BackupFile, inBackup, type Manifest, writeManifest } from './manifest.ts';
import { seal } from './sealed.ts';
import type { Place } from './settle.ts';

export interface Source extends Place {
    store: Pick<Store, 'size'>;
    /** Undefined: the backup has none. */
    secrets: Secrets | undefined;
    /** Seals the secrets. */
    passphrase: string | undefined;
    /** What the manifest is signed with. */
    key: string;
    program: { version: string };
}

interface Making {
    at: number;
    /** In bytes. */
    progress: (done: number, of: number) => void;
}

export interface Made {
    folder: string;
    made_at: string;
    files: number;
    bytes: number;
    secrets: boolean;
    /** Links and other entries of the stored objects that are not files, which no backup contains. */
    left_out: number;
}

/**
 * Creates a backup in a folder that does not exist yet, or is empty. Until it is complete the folder has another name. Refuses:
 * wrong_state, for a folder that is not empty; unavailable, where its disk has too little room.
 */
export async function makeBackup(source: Source, folder: string, making: Making): Promise<Made> {
    await assertPlace(source, folder);
    const draft = `${folder}.making`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    try {
        const made = await fill(draft, source, making);
        await syncFolders(draft);
        await rename(draft, folder);
        await syncFolder(dirname(folder));
        return { folder, ...made };
    } catch (error) {
        await rm(draft, { recursive: true, force: true });
        throw error;
    }
}

async function assertPlace({ dataDir }: Source, folder: string) {
    const inside = relative(join(dataDir, 'storage'), folder);
    if (!inside.startsWith('..'))
        throw new Refusal(
            'wrong_state',
            'A backup cannot be inside the storage folder. Choose another folder.'
        );
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return [];
    });
    if (names.length > 0) throw new Refusal('wrong_state', `${folder} is not empty. Choose a new folder.`);
}

async function fill(draft: string, source: Source, { at, progress }: Making) {
    const size = await source.store.size();
    const objects = await objectsIn(source.dataDir);
    const of = size + objects.bytes;
    if (!(await hasRoomFor(of, draft)))
        throw new Refusal(
            'unavailable',
            `Not enough disk space for the backup: it needs about ${Math.ceil(of / 1e6)} MB.`
        );
    let done = 0;
    progress(done, of);
    const files = [await storeIn(draft, source, (bytes) => progress(Math.min(bytes, size), of))];
    progress((done = size), of);
    for (const path of objects.paths) {
        const file = await objectIn(draft, source.dataDir, path, (bytes) =>
            progress(Math.min((done += bytes), of), of)
        );
        if (file) files.push(file);
    }
    if (source.secrets) files.push(await secretsIn(draft, source.secrets, source.passphrase));
    const manifest: Manifest = {
        format: 1,
        made_at: iso(at),
        program: source.program.version,
        secrets: source.secrets !== undefined,
        ...(source.secrets && source.passphrase !== undefined && { sealed: true }),
        bytes: files.reduce((sum, file) => sum + file.size, 0),
        files,
        folders: objects.empty
    };
    for (const path of objects.empty) await mkdir(join(draft, path), { recursive: true, mode: 0o700 });
    await writeManifest(draft, manifest, source.key);
    const { made_at, bytes, secrets } = manifest;
    return { made_at, files: files.length, bytes, secrets, left_out: objects.others };
}

/** The folder of unfinished writes; no bucket has this name. */
const uploads = `${inBackup.storage}/.uploads`;

/** The stored objects of the data folder, in their order, and the folders in which there are none. */
async function objectsIn(dataDir: string) {
    const found = { paths: [] as string[], empty: [] as string[], bytes: 0, others: 0 };
    const root = join(dataDir, inBackup.storage);
    if (!(await stat(root).catch(() => undefined))) return found;
    const isUpload = (path: string) => path === uploads || path.startsWith(`${uploads}/`);
    const filled = new Set<string>();
    for await (const entry of entriesBelow(root)) {
        const path = `${inBackup.storage}/${entry.path}`;
        if (isUpload(path)) continue;
        if (entry.kind === 'other') found.others += 1;
        else {
            filled.add(dirname(path));
            (entry.kind === 'file' ? found.paths : found.empty).push(path);
        }
        if (entry.kind === 'file')
            found.bytes += (await stat(join(dataDir, path)).catch(() => ({ size: 0 }))).size;
    }
    return {
        ...found,
        paths: found.paths.toSorted(),
        empty: found.empty.filter((path) => !filled.has(path)).toSorted()
    };
}

async function storeIn(
    draft: string,
    { dataDir, database }: Source,
    progress: (bytes: number) => void
): Promise<BackupFile> {
    const to = join(draft, inBackup.store);
    await copyStore({ file: join(dataDir, 'app.db'), database, to, progress });
    await chmod(to, 0o600); // SQLite leaves that to the process
    await syncFile(to);
    return { path: inBackup.store, ...(await digestOf(to, () => undefined)) };
}

/** An object is replaced by a new file of its name, so that what is opened here is whole. Undefined: it is gone. */
async function objectIn(draft: string, dataDir: string, path: string, each: (bytes: number) => void) {
    const to = join(draft, path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    try {
        return { path, ...(await copyFile(join(dataDir, path), to, each)) };
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        await rm(to, { force: true });
        return undefined;
    }
}

async function secretsIn(
    draft: string,
    secrets: Secrets,
    passphrase: string | undefined
): Promise<BackupFile> {
    const file = join(draft, inBackup.secrets);
    const text = textOfSecrets(secrets);
    await writeNew(file, passphrase === undefined ? text : await seal(text, passphrase));
    return { path: inBackup.secrets, ...(await digestOf(file, () => undefined)) };
}
