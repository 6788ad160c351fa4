// The objects that agents have stored on this disk, without the people who were erased.
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { syncFolder } from '../../db/installation/disk.ts';
import { byteFinder, finder, isNobody, scrubber, type Sought } from '../../db/screens/scrubbing.ts';

/** Where the storage keeps what is half written; no bucket has this name. */
const uploads = '.uploads';

/**
 * Takes these people out of the objects below the data folder: out of texts, and out of other files byte for byte. An object
 * whose key names one of them is deleted; a name of one word in it may mean anything. Buckets of other services are out of
 * reach.
 */
export async function scrubFiles(dataDir: string, sought: Sought) {
    if (isNobody(sought)) return;
    const root = join(dataDir, 'storage');
    const inKey = finder({ ...sought, words: [] });
    const cleaning = { text: scrubber(sought), bytes: byteFinder(sought) };
    for await (const file of filesIn(root)) {
        if (inKey(keyOf(root, file)).length > 0) await remove(file);
        else await scrubFile(root, file, cleaning);
    }
}

/** Without the bucket, in which others have objects too. */
const keyOf = (root: string, file: string) => relative(root, file).split(sep).slice(1).join('/');

async function* filesIn(folder: string): AsyncGenerator<string> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && entry.name !== uploads) yield* filesIn(path);
        else if (entry.isFile()) yield path;
    }
}

interface Cleaning {
    text: (text: string) => string;
    bytes: ReturnType<typeof byteFinder>;
}

async function scrubFile(root: string, file: string, { text, bytes }: Cleaning) {
    const before = await readFile(file).catch(() => undefined); // deleted meanwhile
    if (!before) return;
    const after = isUtf8(before) ? Buffer.from(text(before.toString())) : withoutBytes(before, bytes);
    if (!after.equals(before)) await replace(root, file, after);
}

/** What is no text keeps its length. */
function withoutBytes(content: Buffer, find: Cleaning['bytes']) {
    const after = Buffer.from(content);
    for (const [from, to] of find(content)) after.fill('*', from, to);
    return after;
}

/** A reader meets the one or the other, never a part; once it returns a loss of power brings nothing back. */
async function replace(root: string, file: string, content: Buffer) {
    await mkdir(join(root, uploads), { recursive: true, mode: 0o700 });
    const draft = join(root, uploads, randomUUID());
    const handle = await open(draft, 'wx', 0o600);
    try {
        await handle.writeFile(content);
        await handle.sync();
    } finally {
        await handle.close();
    }
    await rename(draft, file);
    await syncFolder(dirname(file));
}

async function remove(file: string) {
    await rm(file, { force: true });
    await syncFolder(dirname(file));
}
