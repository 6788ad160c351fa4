// An uploaded picture is encoded again as a small WebP, or is refused.
import pLimit from 'p-limit';
import type { Metadata } from 'sharp';
import { Refusal } from '../../../db/store/refusal.ts';

const largest = 2 * 1024 * 1024;
const longestSide = 8000;
const mostPixels = 40_000_000;
const mostUnpacked = 70_000_000;
const shown = 256;
const types = new Set(['image/jpeg', 'image/png', 'image/webp']);

const badPicture = () =>
    new Refusal('invalid_field', 'Please upload a JPEG, PNG or WebP image.', { field: 'avatar_upload' });

/**
 * Returns 256 x 256 pixels of WebP, without anything else that the file held (a place, a script, a second picture). The
 * type is detected from the content, never from the name, and the size is checked before the picture is unpacked. Refuses: invalid_field, too_large.
 */
export async function pictureFrom(bytes: Buffer): Promise<Buffer> {
    if (bytes.length > largest)
        throw new Refusal('too_large', 'The picture is larger than 2 MiB.', { field: 'avatar_upload' });
    const { fileTypeFromBuffer } = await import('file-type');
    const type = await fileTypeFromBuffer(bytes);
    if (!type || !types.has(type.mime)) throw badPicture();
    return oneAtATime(() => reencoded(bytes, type.mime));
}

async function reencoded(bytes: Buffer, mime: string) {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    sharp.cache(false);
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    const metadata = await image.metadata().catch(refuse);
    if (mime !== `image/${metadata.format}` || isTooLarge(metadata)) throw badPicture();
    return image.rotate().resize(shown, shown, { fit: 'cover' }).webp().toBuffer().catch(refuse);
}

function isTooLarge(picture: Metadata) {
    const { width, height } = picture;
    const pixels = width * height;
    const isTooLong = Math.max(width, height) > longestSide;
    return isTooLong || pixels > mostPixels || pixels * unpackedBytes(picture) > mostUnpacked;
}

/** Bytes in memory for each pixel: WebP and progressive pictures are unpacked whole, all others shrink while they are read. */
function unpackedBytes({ format, channels, isProgressive, chromaSubsampling }: Metadata) {
    if (format === 'webp') return 4;
    if (!isProgressive) return 0;
    return 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels);
}

function refuse(error: unknown): never {
    if (error instanceof Error) throw badPicture(); // sharp throws plain errors without a class
    throw error;
}

const limit = pLimit(1);
const longestQueue = 64;

/** An unpacked picture may take 100 MB, so one is read at a time, and at most 64 wait. Refuses: unavailable. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= longestQueue)
        throw new Refusal('unavailable', 'Too many picture uploads at the moment. Try again in a minute.');
    return limit(work);
}
