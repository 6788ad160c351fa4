// The objects that agents have stored on this disk, without the people who were erased.
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { naming, syncFolder } from '../../../db/installation/disk.ts';
import { pathIn } from '../../../db/erasing/doubts.ts';
import { finder, isNobody, scrubber, type Sought } from '../../../db/erasing/scrubbing.ts';

/** Where the storage keeps what is half written; no bucket has this name. */
const uploads = '.uploads';

interface Searching {
    /** Names that fit no other person: they are removed. */
    certain: Sought;
    /** All that these people may be found by. */
    sought: Sought;
    yieldNow: () => Promise<void>;
    /** Called with each object as it is left, a text or bytes. */
    doubt: (key: string, content: string | Buffer) => void;
}

/**
 * Removes these people from the texts among the objects below the data folder, where no other person can be meant, and passes on
 * every object. Deletes an object whose key names one of them; does not change binary files. Buckets of other services are out of
 * reach. Throws, after all others are searched, for objects that could not be.
 */
export async function searchFiles(dataDir: string, { certain, sought, yieldNow, doubt }: Searching) {
    if (isNobody(sought)) return;
    const root = join(dataDir, 'storage');
    const inKey = finder(certain);
    const scrub = scrubber(certain);
    const attempts = attemptsIn(root);
    for await (const file of filesIn(root, attempts)) {
        await yieldNow();
        const key = relative(root, file).split(sep).join('/');
        await attempts.make(file, async () => {
            if (inKey(pathIn(key)).length > 0) return remove(file);
            let left;
            while ((left = await scrubFile(root, file, scrub)) === undefined); // until no other process has written it meanwhile
            doubt(key, left);
        });
    }
    attempts.assertNoneFailed();
}

/** Removes these people from one object, as a user has decided: from a text; otherwise, or by its key, the object is deleted. */
export async function eraseObject(dataDir: string, key: string, sought: Sought) {
    const root = join(dataDir, 'storage');
    const file = join(root, key);
    const attempts = attemptsIn(root);
    await attempts.make(file, async () => {
        if (finder(sought)(pathIn(key)).length > 0) return remove(file);
        let left;
        while ((left = await scrubFile(root, file, scrubber(sought))) === undefined);
        if (typeof left !== 'string') await remove(file);
    });
    attempts.assertNoneFailed();
}

/** Attempts at objects and folders, whose failures are gathered in words without a key: keys may name people. */
function attemptsIn(root: string) {
    const failures = new Set<string>();
    return {
        /** Returns undefined for what fails, and for what no longer exists. */
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
            throw new Error(`Could not search stored objects for deleted candidates: ${all}.`);
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

/** Returns what the object is after it, a text or bytes; undefined, and nothing is changed, when it was written again meanwhile. */
async function scrubFile(root: string, file: string, scrub: (text: string) => string) {
    const { content, version } = await readVersion(file);
    if (!isText(content)) return content;
    const before = content.toString();
    const after = scrub(before);
    if (after === before) return before;
    return (await replace(root, file, { content: Buffer.from(after), version })) ? after : undefined;
}

/** Whether words in it can be exchanged: a format that counts its bytes, such as PDF, would be corrupt. */
const isText = (content: Buffer) =>
    isUtf8(content) && !content.subarray(0, 1024).includes('%PDF-') && !hasControls(content.toString());

// oxlint-disable-next-line no-control-regex
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
const hasControls = (text: string) => controls.test(text);

/** The properties that show whether a file is still the same. */
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

interface Scrubbed {
    content: Buffer;
    /** The version that it was derived from. */
    version: string;
}

/**
 * A reader sees one version or the other, never a part; once it returns a loss of power does not revert it. Returns false if the
 * file is a different version than the expected one.
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
