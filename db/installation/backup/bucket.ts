// Backups in a bucket of another machine: the files one after the other, cut into parts, and the manifest last.
import { mkdir, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '../../store/refusal.ts';
import { hasRoomFor } from '../disk.ts';
import { digestOf, writeNew } from './files.ts';
import { isName, type Kept, type Times, timeOf } from './folder.ts';
import type { BackupKeys } from './key.ts';
import { inBackup, longest, type Manifest, manifestIn, readManifest, signedText } from './manifest.ts';
import { assertSame } from './verify.ts';
import { day } from '../../store/time.ts';

/** A bucket for backups. What it cannot do it refuses: unavailable, where a later try may help, else wrong_state. */
export interface Bucket {
    /** The alias, as people call it. */
    readonly alias: string;
    put(key: string, content: Uint8Array): Promise<void>;
    /** Undefined where there is none. Fails for one of more than `most` bytes. */
    get(key: string, most: number): Promise<Buffer | undefined>;
    /** The keys with this prefix. */
    list(beginning: string): Promise<readonly string[]>;
    remove(key: string): Promise<void>;
}

/** In bytes. Every part of a backup but its last one has as many. */
const partSize = 8 * 1024 * 1024;
const partKey = (name: string, part: number) => `${name}/part-${String(part).padStart(6, '0')}`;
const manifestKey = (name: string) => `${name}/${inBackup.manifest}`;

interface Sending {
    /** The keys that prove that this installation created it; the first signs the uploaded manifest. */
    keys: BackupKeys;
    /** In bytes. */
    progress: (done: number, of: number) => void;
}

/** Sends a backup of this installation. Secrets that no passphrase seals stay here. Returns how many bytes were sent. */
export async function sendBackup(bucket: Bucket, folder: string, { keys, progress }: Sending) {
    const { manifest: whole, isProved } = await readManifest(folder);
    if (!isProved(keys))
        throw new Refusal(
            'wrong_state',
            `${basename(folder)} was not created by this server, or was changed.`
        );
    const manifest = whole.sealed === true ? whole : withoutSecrets(whole);
    const name = basename(folder);
    let part = 0;
    let sent = 0;
    const parts = cut(async (content) => {
        await bucket.put(partKey(name, part), content);
        part += 1;
        progress((sent += content.length), manifest.bytes);
    });
    for (const file of manifest.files) assertSame(file, await digestOf(join(folder, file.path), parts.add));
    await parts.end();
    await bucket.put(manifestKey(name), Buffer.from(signedText(manifest, keys[0])));
    return manifest.bytes;
}

function withoutSecrets(manifest: Manifest): Manifest {
    const files = manifest.files.filter(({ path }) => path !== inBackup.secrets);
    return { ...manifest, secrets: false, bytes: files.reduce((sum, { size }) => sum + size, 0), files };
}

/** Collects bytes until a part is full. What is written may be overwritten once that has ended. */
function cut(write: (part: Buffer) => Promise<void>) {
    const part = Buffer.allocUnsafe(partSize);
    let filled = 0;
    async function end() {
        if (filled > 0) await write(part.subarray(0, filled));
        filled = 0;
    }
    async function add(bytes: Buffer) {
        for (let at = 0; at < bytes.length;) {
            const taken = bytes.copy(part, filled, at);
            at += taken;
            filled += taken;
            if (filled === partSize) await end();
        }
    }
    return { add, end };
}

interface Sent extends Pick<Kept, 'madeAt'> {
    name: string;
}

/**
 * The whole backups in a bucket, the newest first, and the keys of all, whole or not. One of later than `now` was named by a
 * clock that was wrong: it stays, and does not count.
 */
async function look(bucket: Bucket, now: number) {
    const keys = Map.groupBy(await bucket.list('backup-'), (key) => key.slice(0, key.indexOf('/')));
    const whole = [...keys].filter(([name, of]) => isName(name) && of.includes(manifestKey(name)));
    const sent = whole
        .map(([name]): Sent => ({ name, madeAt: timeOf(name) }))
        .filter(({ madeAt }) => madeAt <= now);
    return { keys, sent: sent.toSorted((a, b) => b.madeAt - a.madeAt) };
}

/** The whole backups in a bucket, the newest first; none of later than `now`. */
export const listSent = async (bucket: Bucket, now: number): Promise<readonly Sent[]> =>
    (await look(bucket, now)).sent;

interface Owning extends Times {
    keys: BackupKeys;
}

/** Those since this store began that one of these keys proves: another installation may send to the same bucket. */
export const ownSent = async (bucket: Bucket, owning: Owning) =>
    ownOf(bucket, (await look(bucket, owning.now)).sent, owning);

async function ownOf(bucket: Bucket, sent: readonly Sent[], { keys, since }: Omit<Owning, 'now'>) {
    const own: Sent[] = [];
    for (const one of sent.filter(({ madeAt }) => madeAt >= since)) {
        if (await isOwn(bucket, one.name, keys)) own.push(one);
    }
    return own;
}

/** What cannot be read is none of ours: forbidden, archived, too long, or no manifest. Refuses: unavailable, until the bucket is there. */
async function isOwn(bucket: Bucket, name: string, keys: BackupKeys) {
    try {
        const text = await bucket.get(manifestKey(name), longest);
        return text !== undefined && manifestIn(text.toString()).isProved(keys);
    } catch (error) {
        if (error instanceof Refusal && error.reason !== 'unavailable') return false;
        throw error;
    }
}

/**
 * Deletes the oldest of its own beyond `keep`, and uploads that were not completed within a day. Returns how many backups were
 * deleted.
 */
export async function dropOldSent(bucket: Bucket, { keep, now, ...owning }: Owning & { keep: number }) {
    const { keys, sent } = await look(bucket, now);
    const beyond = (await ownOf(bucket, sent, owning)).slice(keep);
    const isWhole = new Set(sent.map(({ name }) => name));
    const left = [...keys.keys()].filter(
        (name) => isName(name) && !isWhole.has(name) && timeOf(name) < now - day
    );
    for (const name of [...beyond.map((one) => one.name), ...left]) {
        await bucket.remove(manifestKey(name)); // first: without it the rest is not a backup
        for (const key of keys.get(name) ?? []) await bucket.remove(key);
    }
    return beyond.length;
}

interface Fetching {
    /** Undefined: the newest that is not of later than `now`. */
    name: string | undefined;
    now: number;
    progress: (done: number, of: number) => void;
}

/** Fetches a backup into `below`, in a folder of its name, as it was before it was sent. Nothing of it is believed yet. */
export async function fetchBackup(bucket: Bucket, below: string, { name: asked, now, progress }: Fetching) {
    const name = asked ?? (await listSent(bucket, now))[0]?.name;
    const text =
        name !== undefined && isName(name) ? await bucket.get(manifestKey(name), longest) : undefined;
    if (name === undefined || !text)
        throw new Refusal(
            'wrong_state',
            `Backup ${asked ?? ''} not found in ${bucket.alias}.`.replace('  ', ' ')
        );
    const { manifest } = manifestIn(text.toString());
    const folder = join(below, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await assertRoom(folder, manifest);
    const take = takingFrom(bucket, name, { of: manifest.bytes, progress });
    for (const { path, size } of manifest.files)
        await writeFile(join(folder, path), (write) => take(size, write));
    for (const path of manifest.folders) await mkdir(join(folder, path), { recursive: true, mode: 0o700 });
    await writeNew(join(folder, inBackup.manifest), text.toString());
    return folder;
}

async function assertRoom(folder: string, { bytes }: Manifest) {
    if (!(await hasRoomFor(bytes, folder)))
        throw new Refusal(
            'unavailable',
            `Not enough disk space to download this backup of ${Math.ceil(bytes / 1e6)} MB.`
        );
}

type Write = (bytes: Buffer) => Promise<unknown>;

/** Yields the bytes of the parts, one file after the other. */
function takingFrom(
    bucket: Bucket,
    name: string,
    { of, progress }: { of: number } & Pick<Fetching, 'progress'>
) {
    let rest: Buffer = Buffer.alloc(0);
    let part = 0;
    let read = 0;
    async function next() {
        const key = partKey(name, part);
        const content = await bucket.get(key, partSize);
        if (content?.length !== Math.min(partSize, of - read))
            throw new Refusal(
                'wrong_state',
                `This backup cannot be used: ${key} ${content ? 'was changed' : 'is missing'}.`
            );
        part += 1;
        progress((read += content.length), of);
        return content;
    }
    return async (size: number, write: Write) => {
        for (let left = size; left > 0;) {
            if (rest.length === 0) rest = await next();
            const bytes = rest.subarray(0, left);
            await write(bytes);
            rest = rest.subarray(bytes.length);
            left -= bytes.length;
        }
    };
}

async function writeFile(path: string, fill: (write: Write) => Promise<void>) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await using handle = await open(path, 'wx', 0o600);
    await fill((bytes) => handle.writeFile(bytes));
}
