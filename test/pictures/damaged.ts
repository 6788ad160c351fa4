// Pictures that are mixed, cut, broken, or far too large: each must be refused.
import sharp from 'sharp';
import { resized, withPasses } from './jpeg.ts';
import { noise, plain, type Plain } from './plain.ts';
import { black, chunk, header, headerOnly, magic, png, uint32, withChunks } from './png.ts';

export type Files = Record<string, Buffer | string>;

export const script = '<script>alert(document.domain)</script>';

/** What begins as one kind and goes on as another. */
function mixtures({ png, jpeg, webp }: Plain): Files {
    const bodies = {
        png,
        jpeg,
        webp,
        html: Buffer.from(`<!doctype html>${script}`),
        svg: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
        nothing: Buffer.alloc(0),
        noise: Buffer.alloc(999, 0x5a)
    };
    const magics = {
        png: magic,
        jpeg: Buffer.from('ffd8ffe0', 'hex'),
        webp: Buffer.from('RIFF\xff\0\0\0WEBPVP8 ', 'latin1'),
        gif: Buffer.from('GIF89a')
    };
    return Object.fromEntries(
        Object.entries(magics).flatMap(([head, bytes]) =>
            Object.entries(bodies).map(([body, rest]) => [
                `${head} with the body of ${body}`,
                Buffer.concat([bytes, rest])
            ])
        )
    );
}

const shares = [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

function truncated(pictures: Plain): Files {
    return Object.fromEntries(
        Object.entries(pictures).flatMap(([kind, bytes]) =>
            shares.map((share) => [
                `${kind} cut at ${share * 100}%`,
                bytes.subarray(0, Math.floor(bytes.length * share))
            ])
        )
    );
}

function broken({ png: picture, webp }: Plain): Files {
    const flipped = Buffer.from(picture);
    flipped[20] = (flipped[20] ?? 0) ^ 0xff;
    const data = chunk('IDAT', 'no pixels at all');
    const moving = withChunks(picture, chunk('acTL', Buffer.concat([uint32(1000), uint32(0)])));
    return {
        'png with a wrong sum': flipped,
        'png without a header': png(data),
        'png without data': png(header({ width: 9, height: 9 })),
        'png of nonsense': png(header({ width: 9, height: 9 }), data),
        'png 0 wide': headerOnly({ width: 0, height: 9 }),
        'png 0 high': headerOnly({ width: 9, height: 0 }),
        'png of 3 bits': headerOnly({ width: 9, height: 9, depth: 3 }),
        'png of colour 5': headerOnly({ width: 9, height: 9, colour: 5 }),
        'png without its palette': png(header({ width: 9, height: 9, colour: 3 }), data),
        'png with an endless chunk': Buffer.concat([
            picture.subarray(0, 33),
            uint32(0x7fffffff),
            Buffer.from('tEXt')
        ]),
        'png that moves': moving,
        'webp of no length': Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), webp.subarray(12)]),
        'webp of nonsense': Buffer.concat([webp.subarray(0, 30), Buffer.alloc(webp.length, 0x11)])
    };
}

/** A canvas of WebP: 14 bits a side in the simple form, 24 in the extended one. */
const webpCanvas = (side: number) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(side - 1);
    const body = Buffer.concat([
        Buffer.from('WEBPVP8X'),
        Buffer.of(10, 0, 0, 0, 2, 0, 0, 0),
        size.subarray(0, 3),
        size.subarray(0, 3)
    ]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from('RIFF'), length, body]);
};

async function enormous({ jpeg }: Plain): Promise<Files> {
    const even = sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#123456' } });
    const passing = await even.jpeg({ progressive: true }).toBuffer();
    return {
        '60,000 x 60,000 in 65 bytes': headerOnly({ width: 60_000, height: 60_000 }),
        '30,000 x 30,000 in 109 KB': black({ width: 30_000, height: 30_000, depth: 1, colour: 0 }),
        'the largest png': headerOnly({ width: 0x7fffffff, height: 0x7fffffff }),
        '8,001 wide': black({ width: 8001, height: 1 }),
        '8,001 high': black({ width: 1, height: 8001 }),
        '8,000 x 8,000': black({ width: 8000, height: 8000, depth: 1, colour: 0 }),
        'jpeg 65,500 x 65,500': resized(jpeg, 65_500, 65_500),
        'jpeg 65,500 x 1': resized(jpeg, 65_500, 1),
        'webp 16,384 x 16,384': webpCanvas(16_384),
        'webp 1,000,000 x 1,000,000': webpCanvas(1_000_000),
        'jpeg of 2,000 passes': withPasses(passing, 2000)
    };
}

/** Small files that would take hundreds of megabytes if they were unpacked. */
async function greedy(): Promise<Files> {
    const size = { width: 8000, height: 5000 };
    const even = () => sharp({ create: { ...size, channels: 3, background: '#123456' } });
    const input = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red', noise } })
        .png()
        .toBuffer();
    const passing = { quality: 50, progressive: true, chromaSubsampling: '4:4:4' };
    return {
        '40 megapixels of 16 bits in passes': black({ ...size, depth: 16, colour: 6, passes: true }),
        '40 megapixels of a jpeg in passes': await even().jpeg(passing).toBuffer(),
        '40 megapixels without loss': await even()
            .composite([{ input, tile: true }])
            .webp({ lossless: true, effort: 0 })
            .toBuffer()
    };
}

/** By name. */
export async function damagedPictures(): Promise<Files> {
    const pictures = await plain();
    return {
        ...mixtures(pictures),
        ...truncated(pictures),
        ...broken(pictures),
        ...(await enormous(pictures)),
        ...(await greedy())
    };
}
