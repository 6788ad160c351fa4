// Pictures that are accepted, with all that can be hidden in them: what is shown contains none of it.
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { segment, withSegments } from './jpeg.ts';
import { black, chunk, deflatedZeros, header, png, withChunks } from './png.ts';
import { noise, plain } from './plain.ts';

/** Is in everything that must not be kept. */
export const secret = 'SECRET-OF-A-CAMERA';
const script = `<script>alert("${secret}")</script>`;
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${secret}</rdf:RDF></x:xmpmeta>`;

/** The place, the photographer, and which way is up (6: the top is at the right). */
const metadata = {
    IFD0: { Artist: secret, Copyright: secret, ImageDescription: script },
    IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 0/1'
    }
};

const photo = () => sharp({ create: { width: 320, height: 240, channels: 3, background: 'red', noise } });

async function withMetadata() {
    const reported = () => photo().withExif(metadata).withIccProfile('p3').withXmp(xmp);
    const [jpeg, inPng, webp] = await Promise.all([
        reported().jpeg().toBuffer(),
        reported().png().toBuffer(),
        reported().webp().toBuffer()
    ]);
    return {
        'jpeg that tells a place': jpeg,
        'png that tells a place': inPng,
        'webp that tells a place': webp
    };
}

async function withHiddenParts() {
    const { png: picture, jpeg, webp } = await plain();
    const tail = Buffer.from(script);
    const zip = Buffer.from(`PK\u0003\u0004${secret}`, 'latin1');
    const bomb = deflatedZeros(500_000_000);
    return {
        'png with a script behind it': Buffer.concat([picture, tail]),
        'jpeg with a script behind it': Buffer.concat([jpeg, tail]),
        'webp with a script behind it': Buffer.concat([webp, tail]),
        'png with an archive behind it': Buffer.concat([picture, zip]),
        'jpeg with an archive behind it': Buffer.concat([jpeg, zip]),
        'jpeg with a second picture behind it': Buffer.concat([jpeg, jpeg]),
        'png with text': withChunks(picture, chunk('tEXt', `Comment\0${script}`)),
        'png with text of the world': withChunks(picture, chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmp}`)),
        'png with packed text': withChunks(
            picture,
            chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(script)]))
        ),
        'png with a chunk of its own': withChunks(picture, chunk('haCk', `<?php ${secret} ?>`)),
        'png with a text that unpacks to 500 MB': withChunks(
            picture,
            chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb]))
        ),
        'png with colours that unpack to 500 MB': withChunks(
            picture,
            chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), bomb]))
        ),
        'jpeg with a comment': withSegments(jpeg, segment(0xfe, script)),
        'jpeg with a script of another kind': withSegments(jpeg, segment(0xed, `Photoshop 3.0\0${secret}`)),
        'jpeg with a broken place': withSegments(
            jpeg,
            segment(0xe1, `Exif\0\0II*\0\xff\xff\xff\xff${secret}`)
        )
    };
}

const gradient = (width: number, height: number) => {
    const rows = Array.from({ length: height }, (_, y) => Buffer.alloc(1 + width * 6, y));
    rows.forEach((row) => row.writeUInt8(0));
    return png(header({ width, height, depth: 16 }), chunk('IDAT', deflateSync(Buffer.concat(rows))));
};

const of = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123456' } });

async function ofEveryKind() {
    const frames = { width: 64, height: 192, channels: 4, pageHeight: 64 } as const;
    const inPasses = { quality: 50, progressive: true };
    const tile = { input: await photo().resize(64, 64).png().toBuffer(), tile: true };
    const moving = sharp(Buffer.alloc(64 * 192 * 4, 0x7f), { raw: frames });
    return {
        'jpeg in passes': await photo().jpeg({ progressive: true }).toBuffer(),
        'jpeg of four colours': await photo().toColourspace('cmyk').jpeg().toBuffer(),
        'jpeg without colour': await photo().greyscale().jpeg().toBuffer(),
        'png of 16 bits': gradient(40, 30),
        'png in passes': await photo().png({ progressive: true }).toBuffer(),
        'png with a palette': await photo().png({ palette: true }).toBuffer(),
        'png that can be seen through': await photo().ensureAlpha(0.2).png().toBuffer(),
        'png of one pixel': black({ width: 1, height: 1 }),
        'png 8,000 wide': black({ width: 8000, height: 1 }),
        'png 8,000 high': black({ width: 1, height: 8000 }),
        'png 8,000 x 5,000': black({ width: 8000, height: 5000 }),
        'png 4,300 x 2,000 of 16 bits in passes': black({
            width: 4300,
            height: 2000,
            depth: 16,
            colour: 6,
            passes: true
        }),
        'png 8,000 x 5,000 of 16 bits': black({ width: 8000, height: 5000, depth: 16, colour: 6 }),
        'jpeg 4,000 x 2,900 in passes': await of(4000, 2900)
            .jpeg({ ...inPasses, chromaSubsampling: '4:4:4' })
            .toBuffer(),
        'jpeg 5,800 x 4,000 in passes': await of(5800, 4000).jpeg(inPasses).toBuffer(),
        'webp 5,000 x 3,500 without loss': await of(5000, 3500)
            .composite([tile])
            .webp({ lossless: true, effort: 0 })
            .toBuffer(),
        'jpeg 8,000 x 5,000 on its side': await of(8000, 5000)
            .withMetadata({ orientation: 6 })
            .jpeg()
            .toBuffer(),
        'webp without loss': await photo().webp({ lossless: true }).toBuffer(),
        'webp that can be seen through': await photo().ensureAlpha(0.2).webp().toBuffer(),
        'webp that moves': await moving.webp({ loop: 0 }).toBuffer(),
        'png of many chunks': withChunks(
            await photo().png().toBuffer(),
            ...Array.from({ length: 2000 }, () => chunk('tEXt', 'Comment\0x'))
        )
    };
}

/** By name, all that is taken. */
export async function welcomePictures() {
    const all = { ...(await withMetadata()), ...(await withHiddenParts()), ...(await ofEveryKind()) };
    return Object.entries(all).map(([name, bytes]) => ({ name, bytes }));
}
