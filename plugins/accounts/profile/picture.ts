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

const refusal = (says: string) => new Refusal('invalid_field', says, { field: 'avatar_upload' });

/** No picture was sent where one is needed. */
export const noPicture = () => refusal('Please upload a JPEG, PNG or WebP image.');

const otherType = () => refusal('This file is not a JPEG, PNG or WebP image.');
const damaged = () => refusal('This picture is damaged: it cannot be read to its end.');

/**
 * Returns 256 x 256 pixels of WebP, without anything else that the file held (a place, a script, a second picture). The
 * type is detected from the content, never from the name, and the size is checked before the picture is unpacked. Refuses: invalid_field, too_large.
 */
export async function pictureFrom(bytes: Buffer): Promise<Buffer> {
    if (bytes.length > largest)
        throw new Refusal('too_large', 'The picture is larger than 2 MiB.', { field: 'avatar_upload' });
    const { fileTypeFromBuffer } = await import('file-type');
    const type = await fileTypeFromBuffer(bytes);
    if (!type || !types.has(type.mime)) throw otherType();
    return oneAtATime(() => reencoded(bytes, type.mime));
}

async function reencoded(bytes: Buffer, mime: string) {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    sharp.cache(false);
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuse);
    if (mime !== `image/${metadata.format}`) throw otherType();
    assertFits(metadata);
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    return image.rotate().resize(shown, shown, { fit: 'cover' }).webp().toBuffer().catch(refuse);
}

function assertFits(picture: Metadata) {
    const { width, height } = picture;
    const most = Math.min(mostPixels, Math.floor(mostUnpacked / (unpackedBytes(picture) || 1)));
    if (Math.max(width, height) <= longestSide && width * height <= most) return;
    const millions = Math.floor(most / 1_000_000);
    throw refusal(
        `The picture has ${width} × ${height} pixels. It can have ${longestSide} on a side, and ${millions} million in all. Make it smaller.`
    );
}

/** Bytes in memory for each pixel: WebP and progressive pictures are unpacked whole, all others shrink while they are read. */
function unpackedBytes({ format, channels, isProgressive, chromaSubsampling }: Metadata) {
    if (format === 'webp') return 4;
    if (!isProgressive) return 0;
    return 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels);
}

function refuse(error: unknown): never {
    if (error instanceof Error) throw damaged(); // sharp throws plain errors without a class
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
