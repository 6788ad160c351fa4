// The objects that agents have stored on this disk: searched for people who were erased.
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { naming, syncFolder } from '../../../db/installation/disk.ts';
import type { Wanted } from '../../../db/erasing/mentions.ts';
import { inBytes, isIn, type Sought, type Span, spansIn, without } from '../../../db/erasing/scrubbing.ts';

/** Where the storage keeps what is half written; no bucket has this name. */
const uploads = '.uploads';

interface Searching {
    people: readonly Wanted[];
    /** Addresses that are taken out: nobody else can be meant. */
    addresses: Sought;
    /** Yields to the event loop, between two parts. */
    yieldNow: () => Promise<void>;
}

/**
 * Searches the objects below the data folder, by their keys and by what they contain. An object whose key has one of the addresses
 * is deleted; from a text the address goes. Buckets of other services are out of reach. Throws, after all others are searched, for
 * objects that could not be.
 */
export async function searchFiles(dataDir: string, { people, addresses, yieldNow }: Searching) {
    const all = people.flatMap(({ by }) => by);
    if (all.length === 0) return;
    const root = join(dataDir, 'storage');
    const attempts = attemptsIn(root);
    for await (const file of filesIn(root, attempts)) {
        await yieldNow();
        const key = relative(root, file).split(sep).join('/');
        await attempts.make(file, async () => {
            if (isIn(pathIn(key), addresses)) return remove(file);
            if (!(await placeIn(await readFile(file), key, all, yieldNow))) return;
            let left;
            while ((left = await scrubFile(root, file, addresses, yieldNow)) === undefined); // until no other process has written it meanwhile
            for (const one of people) {
                const place = await placeIn(left, key, one.by, yieldNow);
                if (place) one.add({ in: 'storage', key, ...place });
            }
        });
    }
    attempts.assertNoneFailed();
}

/** Removes these people from one object, as a user has decided: from a text; otherwise, or by its key, the object is deleted. */
export async function eraseObject(
    dataDir: string,
    key: string,
    people: Sought,
    yieldNow: () => Promise<void>
) {
    const root = join(dataDir, 'storage');
    const file = join(root, key);
    const attempts = attemptsIn(root);
    await attempts.make(file, async () => {
        if (isIn(pathIn(key), people)) return remove(file);
        let left;
        while ((left = await scrubFile(root, file, people, yieldNow)) === undefined);
        if (!isText(left)) await remove(file);
    });
    attempts.assertNoneFailed();
}

/** The key of an object without its bucket, in which others have objects too. */
const pathIn = (key: string) => key.slice(key.indexOf('/') + 1);

/** Where an object names one of these people: at which byte, if it is a text; undefined where it does not. */
async function placeIn(content: Buffer, key: string, people: Sought, yieldNow: () => Promise<void>) {
    const text = isText(content) ? content.toString() : undefined;
    for (const found of text === undefined ? inBytes(content, people) : spansIn(text, people)) {
        const [first] = found;
        if (first && text !== undefined) return { at: Buffer.byteLength(text.slice(0, first[0])) };
        if (first) return {};
        await yieldNow();
    }
    return isIn(pathIn(key), people) ? {} : undefined;
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

/** Returns what the object is after it; undefined, and nothing is changed, when it was written again meanwhile. */
async function scrubFile(root: string, file: string, people: Sought, yieldNow: () => Promise<void>) {
    const { content, version } = await readVersion(file);
    if (!isText(content)) return content;
    const text = content.toString();
    const found: Span[] = [];
    for (const spans of spansIn(text, people)) {
        found.push(...spans);
        await yieldNow();
    }
    if (found.length === 0) return content;
    const left = Buffer.from(without(text, found));
    return (await replace(root, file, { content: left, version })) ? left : undefined;
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
    await using handle = await open(file);
    const version = versionOf(await handle.stat({ bigint: true }));
    return { content: await handle.readFile(), version };
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
