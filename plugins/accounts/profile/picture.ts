// A picture that somebody sent becomes a small WebP of our own making, or is refused.
import pLimit from 'p-limit';
import type { Metadata } from 'sharp';
import { Refusal } from '../../../db/refusal.ts';

const largest = 2 * 1024 * 1024;
const longestSide = 8000;
const mostPixels = 40_000_000;
const mostUnpacked = 70_000_000;
const shown = 256;
const types = new Set(['image/jpeg', 'image/png', 'image/webp']);

const notThisOne = () =>
    new Refusal('invalid_field', 'Please upload a JPEG, PNG or WebP image.', { field: 'avatar_upload' });

/**
 * 256 x 256 pixels of WebP: whatever else the file held (a place, a script, a second picture) is gone. Told by its
 * content, never by its name; measured before it is unpacked. Refuses: invalid_field, too_large.
 */
export async function pictureFrom(bytes: Buffer): Promise<Buffer> {
    if (bytes.length > largest)
        throw new Refusal('too_large', 'The picture may hold 2 MiB.', { field: 'avatar_upload' });
    const { fileTypeFromBuffer } = await import('file-type');
    const type = await fileTypeFromBuffer(bytes);
    if (!type || !types.has(type.mime)) throw notThisOne();
    return oneAtATime(() => reencoded(bytes, type.mime));
}

async function reencoded(bytes: Buffer, mime: string) {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    sharp.cache(false);
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    const metadata = await image.metadata().catch(refuse);
    if (mime !== `image/${metadata.format}` || isTooLarge(metadata)) throw notThisOne();
    return image.rotate().resize(shown, shown, { fit: 'cover' }).webp().toBuffer().catch(refuse);
}

function isTooLarge(picture: Metadata) {
    const { width, height } = picture;
    const pixels = width * height;
    const isTooLong = Math.max(width, height) > longestSide;
    return isTooLong || pixels > mostPixels || pixels * unpackedBytes(picture) > mostUnpacked;
}

/** Of each pixel: WebP and what comes in passes is unpacked whole; all else is made smaller while it is read. */
function unpackedBytes({ format, channels, isProgressive, chromaSubsampling }: Metadata) {
    if (format === 'webp') return 4;
    if (!isProgressive) return 0;
    return 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels);
}

function refuse(error: unknown): never {
    if (error instanceof Error) throw notThisOne(); // the library's errors have no class of their own
    throw error;
}

const limit = pLimit(1);
const longestQueue = 64;

/** Unpacked, a picture may take 100 MB: one is read at a time, and few others wait. Refuses: unavailable. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= longestQueue)
        throw new Refusal('unavailable', 'Too many pictures at once. Try again soon.');
    return limit(work);
}
