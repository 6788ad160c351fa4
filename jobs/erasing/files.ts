// The objects that agents have stored on this disk, without the people who were erased.
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { naming, syncFolder } from '../../db/installation/disk.ts';
import { byteFinder, finder, isNobody, scrubber, type Sought } from '../../db/erasing/scrubbing.ts';

/** Where the storage keeps what is half written; no bucket has this name. */
const uploads = '.uploads';

/**
 * Takes these people out of the objects below the data folder: out of texts, and out of other files byte for byte. An object
 * whose key names one of them is deleted; a name of one word in it may mean anything. Buckets of other services are out of
 * reach. Fails, when all others are searched, for objects that could not be.
 */
export async function scrubFiles(dataDir: string, sought: Sought, yieldNow: () => Promise<void>) {
    if (isNobody(sought)) return;
    const root = join(dataDir, 'storage');
    const inKey = finder({ ...sought, words: [] });
    const cleaning = { text: scrubber(sought), bytes: byteFinder(sought) };
    const attempts = attemptsIn(root);
    for await (const file of filesIn(root, attempts)) {
        await yieldNow();
        await attempts.make(file, async () => {
            if (inKey(keyOf(root, file)).length > 0) return remove(file);
            while (!(await scrubFile(root, file, cleaning))); // until nobody has written it meanwhile
        });
    }
    attempts.assertNoneFailed();
}

/** Without the bucket, in which others have objects too. */
const keyOf = (root: string, file: string) => relative(root, file).split(sep).slice(1).join('/');

/** Attempts at objects and folders, whose failures are gathered in words without a key: keys may name people. */
function attemptsIn(root: string) {
    const failures = new Set<string>();
    return {
        /** Returns undefined for what fails, and for what is not there any more. */
        async make<T>(path: string, work: () => Promise<T>) {
            try {
                return await work();
            } catch (error) {
                const { code } = error as NodeJS.ErrnoException;
                if (code === undefined) throw error; // not the system's: it names no path
                const [bucket] = relative(root, path).split(sep);
                const place = bucket ? `bucket ${bucket}` : 'folder of the buckets';
                if (code !== 'ENOENT') failures.add(`${code} in the ${place}`);
                return undefined;
            }
        },
        assertNoneFailed() {
            if (failures.size === 0) return;
            const all = [...failures].join(', ');
            throw new Error(`Stored objects could not be searched for people who were erased: ${all}.`);
        }
    };
}

type Attempts = ReturnType<typeof attemptsIn>;

async function* filesIn(root: string, attempts: Attempts, folder = root): AsyncGenerator<string> {
    const entries = await attempts.make(folder, () => readdir(folder, { withFileTypes: true }));
    for (const entry of entries ?? []) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && path !== join(root, uploads)) yield* filesIn(root, attempts, path);
        else if (entry.isFile()) yield path;
    }
}

interface Cleaning {
    text: (text: string) => string;
    bytes: ReturnType<typeof byteFinder>;
}

/** Returns false, and has changed nothing, when the object was written again meanwhile. */
async function scrubFile(root: string, file: string, { text, bytes }: Cleaning) {
    const { content, version } = await readVersion(file);
    const after = isUtf8(content) ? Buffer.from(text(content.toString())) : withoutBytes(content, bytes);
    return after.equals(content) || replace(root, file, { content: after, version });
}

/** What tells whether a file is still the same. */
const versionOf = ({ ino, size, mtimeNs }: BigIntStats) => `${ino} ${size} ${mtimeNs}`;

async function readVersion(file: string) {
    const handle = await open(file);
    try {
        const version = versionOf(await handle.stat({ bigint: true }));
        return { content: await handle.readFile(), version };
    } finally {
        await handle.close();
    }
}

/** What is no text keeps its length. */
function withoutBytes(content: Buffer, find: Cleaning['bytes']) {
    const after = Buffer.from(content);
    for (const [from, to] of find(content)) after.fill('*', from, to);
    return after;
}

interface Scrubbed {
    content: Buffer;
    /** What it was made of. */
    version: string;
}

/**
 * A reader meets the one or the other, never a part; once it returns a loss of power brings nothing back. Returns false if
 * the file is another one than it was made of.
 */
async function replace(root: string, file: string, { content, version }: Scrubbed) {
    await mkdir(join(root, uploads), { recursive: true, mode: 0o700 });
    const draft = join(root, uploads, randomUUID());
    try {
        await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true });
        const isTheSame = await naming(async () => {
            if (versionOf(await stat(file, { bigint: true })) !== version) return false;
            await rename(draft, file);
            return true;
        });
        if (isTheSame) await syncFolder(dirname(file));
        return isTheSame;
    } finally {
        await rm(draft, { force: true });
    }
}

async function remove(file: string) {
    await rm(file, { force: true });
    await syncFolder(dirname(file));
}
