// The manifest of a backup: which files it has, and a proof that this installation wrote it.
import { dirname, join } from 'node:path';
import { Refusal } from '../../store/refusal.ts';
import { isSameProof, proofWith } from './key.ts';
import { objectIn } from '../secrets.ts';
import { type Digest, digestOf, writeNew } from './files.ts';

export interface BackupFile extends Digest {
    path: string;
}

export interface Manifest {
    format: 1;
    made_at: string;
    /** The version of the program that created it. */
    program: string;
    /** Whether the secrets of the installation are in it. */
    secrets: boolean;
    /** Whether a passphrase seals them. */
    sealed?: boolean;
    /** Of all files together. */
    bytes: number;
    files: readonly BackupFile[];
    /** Folders in which nothing is. */
    folders: readonly string[];
}

/** The possible first lines of a backup. */
export const inBackup = {
    store: 'store.db',
    secrets: 'secrets.json',
    storage: 'storage',
    manifest: 'manifest.json'
};

const proofOf = (manifest: Manifest, key: string) => proofWith(key, 'backup', manifest);

/** Writes the manifest, last of all: a folder without one is not a backup. */
export async function writeManifest(folder: string, manifest: Manifest, key: string) {
    await writeNew(join(folder, inBackup.manifest), signedText(manifest, key));
}

/** The manifest as it is written. */
export function signedText(manifest: Manifest, key: string) {
    const signed = { ...manifest, hmac: proofOf(manifest, key) };
    return `${JSON.stringify(signed, null, 2)}\n`;
}

export interface Read {
    manifest: Manifest;
    /** Whether its writer had one of these keys. */
    isProved: (keys: readonly string[]) => boolean;
}

/** Parses untrusted input. Refuses: wrong_state, for what is not a manifest of a backup. */
export const readManifest = async (folder: string): Promise<Read> =>
    manifestIn(await textOf(join(folder, inBackup.manifest)));

/** The same of a manifest that was read already. */
export function manifestIn(text: string): Read {
    const object = objectIn(text);
    if (!object) throw broken('not a JSON object');
    const { hmac, ...given } = object;
    if (given['format'] !== 1)
        throw new Refusal(
            'wrong_state',
            'This backup was created by a newer version of Sage Council. Use that version or a newer one.'
        );
    const manifest = checked(given);
    return {
        manifest,
        isProved: (keys) =>
            typeof hmac === 'string' && keys.some((key) => isSameProof(hmac, proofOf(manifest, key)))
    };
}

export const longest = 256 * 1024 * 1024;

async function textOf(file: string) {
    const parts: Buffer[] = [];
    let size = 0;
    await digestOf(file, (bytes) => {
        size += bytes.length;
        if (size > longest) throw broken('too long');
        parts.push(Buffer.from(bytes)); // the buffer is used again
    }).catch((error: unknown) => {
        if (error instanceof Refusal) throw error;
        const { code = 'not a file' } = error as NodeJS.ErrnoException;
        throw new Refusal(
            'wrong_state',
            ['ENOENT', 'ENOTDIR'].includes(code)
                ? `manifest.json is missing in ${dirname(file)}: this folder is not a backup, or the backup is incomplete.`
                : `manifest.json in ${dirname(file)} cannot be read (${code}).`
        );
    });
    return Buffer.concat(parts).toString();
}

const broken = (problem: string) =>
    new Refusal('wrong_state', `The manifest of this backup is broken: ${problem}.`);

/** The fields in their order, so that the proof is over the same text. */
function checked(given: Record<string, unknown>): Manifest {
    const { made_at, program, secrets, sealed, bytes, files, folders } = given;
    if (typeof made_at !== 'string' || Number.isNaN(Date.parse(made_at)))
        throw broken('made_at is not a time');
    if (typeof program !== 'string' || typeof secrets !== 'boolean')
        throw broken('program or secrets is missing');
    if (!Array.isArray(files) || !Array.isArray(folders)) throw broken('no files listed');
    const manifest = {
        format: 1,
        made_at,
        program,
        secrets,
        ...(sealed === true && { sealed }),
        bytes: Number(bytes),
        files: files.map(fileOf),
        folders: folders.map(objectPathOf)
    } as const;
    const paths = [...manifest.files.map(({ path }) => path), ...manifest.folders];
    if (new Set(paths).size !== paths.length) throw broken('duplicate entry');
    if (!paths.includes(inBackup.store)) throw broken('no database listed');
    if (secrets !== paths.includes(inBackup.secrets)) throw broken('wrong entry about secrets');
    const sum = manifest.files.reduce((total, { size }) => total + size, 0);
    if (sum !== manifest.bytes) throw broken('the sizes do not add up');
    return manifest;
}

function fileOf(value: unknown): BackupFile {
    const { path, size, sha256 } = (value ?? {}) as Record<string, unknown>;
    if (!Number.isSafeInteger(size) || Number(size) < 0) throw broken('a file has no size');
    if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw broken('a file has no SHA-256');
    return { path: filePathOf(path), size: Number(size), sha256 };
}

const filePathOf = (value: unknown) =>
    value === inBackup.store || value === inBackup.secrets ? value : objectPathOf(value);

/** A path that stays in the folder of the stored objects. */
function objectPathOf(value: unknown) {
    if (typeof value !== 'string' || value.includes('\0')) throw broken('a path is not a text');
    const [top, ...rest] = value.split('/');
    const isInside = rest.every((part) => part !== '' && part !== '.' && part !== '..');
    if (isInside && rest.length > 0 && top === inBackup.storage) return value;
    throw broken(`unknown path ${JSON.stringify(value.slice(0, 200))}`);
}
