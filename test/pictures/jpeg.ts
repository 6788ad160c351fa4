// JPEG files taken apart and put together again.

/** A segment with its marker and length. */
export function segment(marker: number, data: Buffer | string) {
    const bytes = Buffer.from(data as string, 'latin1');
    const head = Buffer.of(0xff, marker, 0, 0);
    head.writeUInt16BE(bytes.length + 2, 2);
    return Buffer.concat([head, bytes]);
}

/** The same picture with more segments behind its first two bytes. */
export const withSegments = (picture: Buffer, ...segments: Buffer[]) =>
    Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)]);

/** The same picture that claims to be of another size. */
export function resized(picture: Buffer, width: number, height: number) {
    const copy = Buffer.from(picture);
    const frame =
        [0xc0, 0xc2].map((marker) => copy.indexOf(Buffer.of(0xff, marker))).find((at) => at > 0) ?? 0;
    copy.writeUInt16BE(height, frame + 5);
    copy.writeUInt16BE(width, frame + 7);
    return copy;
}

/** The same picture, whose last pass comes again and again. */
export function withPasses(picture: Buffer, count: number) {
    const last = picture.subarray(picture.lastIndexOf(Buffer.of(0xff, 0xda)), -2);
    return Buffer.concat([
        picture.subarray(0, -2),
        ...Array.from({ length: count }, () => last),
        picture.subarray(-2)
    ]);
}
