// Checks that a backup is complete: each file matches the manifest. What else is there is left out.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../store/refusal.ts';
import { faultsOf } from '../../store/sqlite/index.ts';
import { type BackupFile, inBackup, type Manifest, readManifest } from './manifest.ts';
import { type Digest, digestOf, entriesBelow } from './files.ts';

interface Verifying {
    /** Those of this installation, if it has any. */
    keys: readonly string[];
    progress: (done: number, of: number) => void;
}

/** Reads all of a backup and changes nothing. Refuses: wrong_state, with what is wrong. */
export async function verifyBackup(folder: string, { keys, progress }: Verifying) {
    const { manifest, isProved } = await readManifest(folder);
    const left_out = await assertSameNames(folder, manifest);
    let done = 0;
    for (const file of manifest.files)
        assertSame(
            file,
            await digestOf(join(folder, file.path), (bytes) =>
                progress((done += bytes.length), manifest.bytes)
            )
        );
    assertStore(join(folder, inBackup.store));
    const { made_at, program, secrets, sealed = false, bytes, files } = manifest;
    return {
        folder,
        made_at,
        program,
        files: files.length,
        bytes,
        secrets,
        sealed,
        proved: isProved(keys),
        left_out
    };
}

/**
 * Returns the files that the manifest does not name, as a file manager or a NAS leaves them: nothing reads them. Refuses:
 * wrong_state, for links, for what is missing or has another size, and for what SQLite would read with the store.
 */
export async function assertSameNames(folder: string, { files, folders }: Manifest) {
    const named = new Map(files.map(({ path, size }) => [path, size]));
    const missing = new Set([...named.keys(), ...folders]);
    const leftOut: string[] = [];
    for await (const { path, kind } of entriesBelow(folder)) {
        if (kind === 'other')
            throw wrong(`${path} is a link or not a file, which is not allowed in a backup`);
        if (path.startsWith(`${inBackup.store}-`)) throw wrong(`${path} is not listed in the manifest`);
        if (kind === 'folder' && named.has(path)) throw wrong(`${path} is a folder`);
        if (kind === 'file' && !named.has(path) && path !== inBackup.manifest) leftOut.push(path);
        const size = named.get(path);
        if (size !== undefined && (await stat(join(folder, path))).size !== size) throw changed(path); // before it is read
        missing.delete(path);
    }
    const [first] = missing;
    if (first !== undefined) throw wrong(`${first} is missing`);
    return leftOut;
}

/** Refuses: wrong_state, for a file that does not match the manifest. */
export function assertSame({ path, size, sha256 }: BackupFile, found: Digest) {
    if (found.size !== size || found.sha256 !== sha256) throw changed(path);
}

/** Refuses: wrong_state, for a file that is not a store, or is incomplete. */
export function assertStore(file: string) {
    const [first] = faultsOf(file);
    if (first !== undefined) throw wrong(`its database is damaged (${first})`);
}

const changed = (path: string) => wrong(`${path} was changed`);

const wrong = (problem: string) => new Refusal('wrong_state', `This backup cannot be used: ${problem}.`);
