// The names that an object may have. All backends share one rule, as strict as a file system needs it, so that an
// alias can move from one backend to another.
import { isMarked } from '../../surfaces/http/bodies/typed.ts';

/** The limit of S3 for a whole key, in bytes. */
const longestKey = 1024;
/** The limit of file systems for one part between slashes, in bytes. */
const longestPart = 255;
const mostLevels = 32;

const oddCharacter = /[\\\p{Cc}\p{Zl}\p{Zp}]/u;
/** Matches `.` and `..`, the names that some systems treat like them, and the empty text between two slashes. */
const onlyDots = /^[.\s]*$/;
const form =
    'must be parts between single slashes, none of them dots only, without backslashes and invisible characters';

/** The problem of a name, as words that follow its label; undefined for a valid name. */
export function problemOfName(name: string) {
    if (Buffer.byteLength(name) > longestKey) return `is longer than ${longestKey} bytes`;
    return isPlainInEveryReading(name) ? undefined : form;
}

/** The problem of a prefix. It may be empty, and may end with a slash. */
export function problemOfPrefix(prefix: string) {
    return prefix === '' ? undefined : problemOfName(prefix.replace(/\/$/, ''));
}

/** The problem of a whole key. */
export function problemOfKey(key: string) {
    const parts = key.split('/');
    if (Buffer.byteLength(key) > longestKey) return `is longer than ${longestKey} bytes`;
    if (parts.length > mostLevels) return `has more than ${mostLevels} levels`;
    if (parts.some((part) => Buffer.byteLength(part) > longestPart))
        return `has more than ${longestPart} bytes between two slashes`;
    return undefined;
}

/** Each prefix is a folder, whether or not it ends with a slash. */
export function keyOf(prefixes: readonly string[], name: string) {
    const folders = prefixes.map((prefix) => prefix.replace(/([^/])$/, '$1/'));
    return folders.join('') + name;
}

/**
 * A later reader of a key may decode its percent codes or normalise its characters, even more than once. Every such
 * reading must have the same parts, and none of them may lead elsewhere.
 */
function isPlainInEveryReading(path: string) {
    const levels = path.split('/').length;
    for (let reading = path; ;) {
        if (!isPlain(reading) || reading.split('/').length !== levels) return false;
        const next = decoded(reading.normalize('NFKC'));
        if (next === reading) return true;
        reading = next;
    }
}

function isPlain(path: string) {
    if (oddCharacter.test(path) || isMarked(path)) return false;
    return !path.split('/').some((part) => onlyDots.test(part));
}

function decoded(path: string) {
    return path.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) =>
        Buffer.from(codes.replaceAll('%', ''), 'hex').toString()
    );
}
