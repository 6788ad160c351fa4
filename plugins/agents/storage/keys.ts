// What an object may be called. One rule for all backends, as strict as a file system needs it, so that an alias
// can move from one backend to another.
import type Joi from 'joi';

/** Bytes of a whole key, as S3 has it. */
const longestKey = 1024;
/** Bytes of one part between slashes, as file systems have it. */
const longestPart = 255;
const mostLevels = 32;

const oddCharacter = /[\\\p{Cc}\p{Zl}\p{Zp}]/u;
/** `.`, `..` and what some systems take for them; nothing at all between two slashes. */
const onlyDots = /^[.\s]*$/;
const form = 'must be parts between single slashes, none of them dots only, without backslashes and controls';

/** A rule that says in words what is wrong, and never what was sent, as joi takes it. */
export function meets(problemOf: (text: string) => string | undefined): Joi.CustomValidator<string> {
    return (text, helpers) => {
        const problem = problemOf(text);
        return problem === undefined ? text : helpers.message({ custom: `{#label} ${problem}` });
    };
}

/** What is wrong with a name, in words that follow what it is called; nothing where it may stand. */
export function problemOfName(name: string) {
    if (Buffer.byteLength(name) > longestKey) return `is longer than ${longestKey} bytes`;
    return isPlainInEveryReading(name) ? undefined : form;
}

/** The same for a prefix: it may be empty, and end with a slash. */
export function problemOfPrefix(prefix: string) {
    return prefix === '' ? undefined : problemOfName(prefix.replace(/\/$/, ''));
}

/** The same for a key as a whole. */
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
 * Whoever reads a key later may decode its percent codes or normalise its characters, more than once: however it is
 * read, it has the same parts and none of them leads elsewhere.
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
    return !oddCharacter.test(path) && !path.split('/').some((part) => onlyDots.test(part));
}

function decoded(path: string) {
    return path.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) =>
        Buffer.from(codes.replaceAll('%', ''), 'hex').toString()
    );
}
