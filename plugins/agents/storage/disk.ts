// Objects as files: a bucket is a folder that the operator has created, and a key is a path in it.
import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { hasRoomFor, naming, syncFolder } from '../../../db/installation/disk.ts';
import { ToolFailure } from '../../surfaces/tools/failures.ts';
import type { Backend, NewObject } from './backend.ts';
import { day } from '../../../db/store/time.ts';

const ofOwner = { folder: 0o700, file: 0o600 };

/** No bucket has this name: names of buckets start with a letter or a digit. */
const uploadsFolder = '.uploads';

/** The volume is shared: a node keeps to a folder of its own name for what is half written. */
interface Sharing {
    node: string;
    /** Now, in milliseconds since 1970. */
    at: number;
}

/** Opens the folder of the buckets, and removes files that an earlier process left half written. */
export async function openDisk(root: string, sharing?: Sharing): Promise<Backend> {
    const uploads = join(root, uploadsFolder, sharing?.node ?? '');
    await rm(uploads, { recursive: true, force: true });
    await mkdir(uploads, { recursive: true, mode: ofOwner.folder });
    if (sharing) await dropLeft(join(root, uploadsFolder), sharing);
    return {
        async write(object, signal) {
            const upload = join(uploads, randomUUID());
            try {
                if (sharing) await mkdir(uploads, { recursive: true, mode: ofOwner.folder }); // another node may have dropped it
                return await store(root, { ...object, upload }, signal).catch(fail);
            } finally {
                await rm(upload, { force: true });
            }
        }
    };
}

/** Deletes the folders of nodes that are gone: a live node has changed its folder within a day, with an upload, or has none. */
async function dropLeft(folder: string, { node, at }: Sharing) {
    for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const changed = await stat(path).then(
            ({ mtimeMs }) => mtimeMs,
            () => at
        );
        if (name !== node && changed < at - day) await rm(path, { recursive: true, force: true });
    }
}

/** Creates a bucket if it does not exist. Only the start of the server does this, never a tool call. */
export async function makeBucket(root: string, bucket: string) {
    await mkdir(join(root, bucket), { recursive: true, mode: ofOwner.folder });
}

/** Writes the whole object to the disk before it gets its name, and then syncs the folder that holds the name. */
async function store(
    root: string,
    { bucket, key, content, upload }: NewObject & { upload: string },
    signal: AbortSignal
) {
    const base = await folderOf(root, bucket);
    await assertRoom(root, base, content.length);
    await writeFile(upload, content, { flag: 'wx', mode: ofOwner.file, flush: true, signal });
    const etag = etagOf(content);
    const parts = key.split('/');
    const folder = await makeFolders(base, parts.slice(0, -1));
    await naming(() => {
        signal.throwIfAborted(); // the caller already has the response that the call failed
        return rename(upload, join(folder, parts.at(-1) ?? key));
    });
    await syncFolder(folder);
    return { etag, url: null, version_id: null };
}

/** A database on the same volume must keep room to write. */
async function assertRoom(root: string, folder: string, size: number) {
    const [data, bucket] = await Promise.all([stat(join(root, '..')), stat(folder)]);
    if (data.dev !== bucket.dev) return;
    if (!(await hasRoomFor(size, folder))) throw new ToolFailure('StorageFull');
}

/** S3 uses MD5 as the ETag of an object: it identifies the content and does not protect it. */
const etagOf = (content: Uint8Array) => createHash('md5').update(content).digest('hex');

/** A bucket must be a real folder, for a link could lead out of the data folder. Names are case-sensitive on every system. */
async function folderOf(root: string, bucket: string) {
    const path = join(root, bucket);
    const found = await lstat(path).catch(absent);
    const folder = found?.isDirectory() ? await realpath(path) : '';
    if (basename(folder) !== bucket) throw new ToolFailure('NoSuchBucket');
    return folder;
}

function absent(error: NodeJS.ErrnoException): undefined {
    if (error.code !== 'ENOENT') throw error;
}

/** Creates one level after the other, so that no folder is created behind a link that leads out of the bucket. */
async function makeFolders(base: string, names: readonly string[]) {
    let folder = base;
    for (const name of names) {
        const path = join(folder, name);
        if (await makeFolder(path)) await syncFolder(folder);
        folder = await realpath(path);
        if (!folder.startsWith(base + sep)) throw new ToolFailure('AccessDenied');
    }
    return folder;
}

async function makeFolder(path: string) {
    try {
        await mkdir(path, ofOwner.folder);
        return true;
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
    }
}

const words: Record<string, string> = {
    ENOSPC: 'StorageFull',
    EDQUOT: 'StorageFull',
    EFBIG: 'StorageFull',
    ENOTDIR: 'KeyConflict', // a part of the key is an object
    EISDIR: 'KeyConflict' // the key is a folder of other objects
};

/** Errors of the system name paths, so the response holds only a code. */
function fail(error: NodeJS.ErrnoException): never {
    const word = words[error.code ?? ''];
    throw word === undefined ? error : new ToolFailure(word, error);
}
