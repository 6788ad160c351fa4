// PNG files made by hand: with any header, any chunks, and pixels that take hardly any room.
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

export const magic = Buffer.from('89504e470d0a1a0a', 'hex');

export function chunk(type: string, data: Buffer | string = '') {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string, 'latin1')]);
    return Buffer.concat([uint32(named.length - 4), named, uint32(crc32(named))]);
}

export function uint32(value: number) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
}

interface Header {
    width: number;
    height: number;
    depth?: number;
    /** 0 grey, 2 RGB, 3 palette, 6 RGB and alpha. */
    colour?: number;
    passes?: boolean;
}

export const header = ({ width, height, depth = 8, colour = 2, passes = false }: Header) =>
    chunk(
        'IHDR',
        Buffer.concat([uint32(width), uint32(height), Buffer.of(depth, colour, 0, 0, passes ? 1 : 0)])
    );

export const png = (...chunks: Buffer[]) => Buffer.concat([magic, ...chunks, chunk('IEND')]);

/** A picture of which only the header is there. */
export const headerOnly = (of: Header) => png(header(of), chunk('IDAT', deflateSync(Buffer.alloc(0))));

const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 6: 4 };

/** A black picture, all of it: hundreds of megabytes become some hundred kilobytes. */
export function black(of: Header) {
    const { width, height, depth = 8, colour = 2, passes = false } = of;
    const line = Math.ceil((width * (samples[colour] ?? 1) * depth) / 8);
    const filters = passes ? 2 * height + 16 : height; // one byte before each line, of each pass
    return png(header(of), chunk('IDAT', deflatedZeros(line * height + filters)));
}

const mebibyte = 1024 * 1024;
const packedZeros = (count: number) =>
    deflateRawSync(Buffer.alloc(count), { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/** So many zeros, packed, without packing them all: whole blocks of them can be put in a row. */
export function deflatedZeros(count: number) {
    const blocks = Array.from({ length: Math.floor(count / mebibyte) }, () => aMebibyte);
    const sum = uint32(((count % 65_521) * 65_536 + 1) % 2 ** 32);
    const end = Buffer.of(0x03, 0);
    return Buffer.concat([Buffer.of(0x78, 0xda), ...blocks, packedZeros(count % mebibyte), end, sum]);
}

const aMebibyte = packedZeros(mebibyte);

/** The same picture with more chunks behind its header. */
export const withChunks = (picture: Buffer, ...chunks: Buffer[]) =>
    Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)]);
