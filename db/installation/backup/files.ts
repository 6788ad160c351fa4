// Files of a backup: found without following links, copied with their SHA-256, and synced to disk.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../disk.ts';

interface Entry {
    /** Below the root, with slashes. */
    path: string;
    kind: 'file' | 'folder' | 'other';
}

/** What is below a folder, each folder before what is in it. A link is `other`, and is not followed. */
export async function* entriesBelow(root: string, below = ''): AsyncGenerator<Entry> {
    for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        if (entry.isDirectory()) {
            yield { path, kind: 'folder' };
            yield* entriesBelow(root, path);
        } else yield { path, kind: entry.isFile() ? 'file' : 'other' };
    }
}

/** Opens a file to read. Throws for a link, and for anything but a file. */
async function openFile(path: string) {
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new Error(`${path} is not a file`);
}

export interface Digest {
    size: number;
    sha256: string;
}

const chunk = 1024 * 1024;

/** Reads a file to its end, a megabyte at a time. */
export async function digestOf(
    path: string,
    each: (bytes: Buffer) => Promise<unknown> | void
): Promise<Digest> {
    await using handle = await openFile(path);
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(chunk);
    let size = 0;
    for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, chunk);
        if (bytesRead === 0) return { size, sha256: hash.digest('hex') };
        const bytes = buffer.subarray(0, bytesRead);
        hash.update(bytes);
        size += bytesRead;
        await each(bytes);
    }
}

/** Copies a file to where none is yet, and returns when it is on the disk. The digest is of what was written. */
export async function copyFile(from: string, to: string, each: (bytes: number) => void) {
    await using target = await open(to, 'wx', 0o600);
    const digest = await digestOf(from, async (bytes) => {
        await target.writeFile(bytes);
        each(bytes.length);
    });
    await target.sync();
    return digest;
}

/** Writes a new file, which is on the disk when this returns. */
export async function writeNew(path: string, text: string) {
    await using handle = await open(path, 'wx', 0o600);
    await handle.writeFile(text);
    await handle.sync();
}

export async function syncFile(path: string) {
    await using handle = await openFile(path);
    await handle.sync();
}

/** Returns when every name below a folder is on the disk, and the folder's own. */
export async function syncFolders(root: string) {
    for await (const { path, kind } of entriesBelow(root))
        if (kind === 'folder') await syncFolder(join(root, path));
    await syncFolder(root);
}
