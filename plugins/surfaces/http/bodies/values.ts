// Counts the values of a JSON text before any of them is parsed: each takes far more memory and time than its bytes.

/** For most bodies: an object with its fields, and a few lists. */
export const mostValues = 1000;

const quote = 0x22;
const backslash = 0x5c;
/** `[`, `{` and `,`: every value but the first comes after one of them. */
const beforeValue = new Set([0x5b, 0x7b, 0x2c]);
const marks = Uint8Array.from({ length: 256 }, (_, byte) => (beforeValue.has(byte) ? 1 : 0));

/** Whether a text of JSON holds no more than `most` values. */
export function holdsAtMost(most: number, text: Uint8Array) {
    let count = 1;
    let inText = false;
    let isEscaped = false;
    for (let at = 0; at < text.length && count <= most; at += 1) {
        const byte = text[at] ?? 0;
        if (!inText) {
            count += marks[byte] ?? 0;
            inText = byte === quote;
        } else if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else inText = byte !== quote;
    }
    return count <= most;
}
