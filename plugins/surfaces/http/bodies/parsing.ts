// Parses bodies strictly, by one rule for all surfaces: malformed input is refused, never repaired.
import { Refusal } from '../../../../db/store/refusal.ts';
import { longTexts } from './most-bytes.ts';

/** The refusal of a body that cannot be parsed: invalid UTF-8 or JSON. */
export class MalformedBody extends Refusal {
    constructor() {
        super('invalid_field', 'Invalid request.');
    }
}

const invalid = () => new Refusal('invalid_field', 'Invalid request.');

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Refuses bytes that are not UTF-8. */
export function decode(bytes: Uint8Array) {
    try {
        return utf8.decode(bytes);
    } catch (error) {
        if (error instanceof TypeError) throw new MalformedBody();
        throw error;
    }
}

const mostParts = 40;
const longestPartHeaders = 8192;

// A name from the characters of RFC 2046. One with others, as with an escape, the parser might read in another way.
const boundaryParam = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;

/** Returns the fields of a multipart form, its files as bytes. `type` is the header, which names the boundary. */
export async function readMultipart(bytes: Buffer, type: string): Promise<Record<string, unknown>> {
    const [, quoted, bare] = boundaryParam.exec(type) ?? [];
    const boundary = quoted ?? bare;
    if (boundary === undefined) throw invalid();
    assertFewParts(bytes, boundary);
    // The parser gets the boundary by which the parts were counted, whatever else the header says.
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
    const parts = await new Response(bytes, { headers }).formData().catch(malformed);
    const form: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const [name, part] of parts) {
        if (isOddName(name) || name in form) throw invalid();
        form[clean(name)] = typeof part === 'string' ? short(name, part) : await fileIn(part);
    }
    return form;
}

/** Only a file may be large: every check of a text takes as long as the text is. */
function short(field: string, text: string) {
    if (text.length > longTexts) throw new Refusal('too_large', 'Request too large.', { field });
    return text;
}

/** Refuses what would keep the parser busy: it takes seconds for thousands of parts or headers, and nothing else runs. */
function assertFewParts(bytes: Buffer, boundary: string) {
    let delimiters = 0;
    for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, at + boundary.length)) {
        delimiters += 1;
        const end = bytes.indexOf('\r\n\r\n', at);
        const headers = (end < 0 ? bytes.length : end) - at;
        if (delimiters > mostParts + 1 || headers > longestPartHeaders) throw invalid(); // the last one ends the form
    }
}

function malformed(error: unknown): never {
    if (error instanceof TypeError || error instanceof URIError) throw new MalformedBody();
    throw error;
}

/** Returns the content of a file; its name and type are not trusted. Browsers send an empty file if none was chosen. */
async function fileIn(file: File): Promise<Buffer | ''> {
    return file.name === '' && file.size === 0 ? '' : Buffer.from(await file.arrayBuffer());
}

const isOddName = (name: string) => name === '' || name.includes('[') || name === '__proto__';

/** The form of a sage with its fifty criteria has 1,760. */
const maxFields = 2000;

/**
 * Refuses a name given twice, a name with a bracket, a bad percent code, too many fields. A value may hold NUL, so that a form is
 * shown again with the others: `validated` takes it out of free text, or names its field.
 */
export function readForm(text: string): Record<string, string> {
    const form: Record<string, string> = Object.create(null) as Record<string, string>;
    if (text === '') return form;
    const pairs = text.split('&', maxFields + 1);
    if (pairs.length > maxFields) throw invalid();
    for (const pair of pairs) {
        const cut = pair.indexOf('=');
        const name = clean(unescape(cut < 0 ? pair : pair.slice(0, cut)));
        if (isOddName(name) || name in form) throw invalid();
        form[name] = unescape(cut < 0 ? '' : pair.slice(cut + 1));
    }
    return form;
}

const pluses = /\++/g; // one by one a megabyte of them takes far longer

function unescape(text: string) {
    try {
        return decodeURIComponent(text.replace(pluses, (some) => ' '.repeat(some.length)));
    } catch (error) {
        if (error instanceof URIError) throw invalid();
        throw error;
    }
}

const maxDepth = 32;

/** An object, at most 32 levels deep, without `__proto__` and `constructor.prototype`. */
export const readJson = (text: string) => asObject(walked(parse(text)));

/** The same for an untrusted sender: at most `most` values. */
export const readJsonBody = (bytes: Uint8Array, most?: number) => asObject(readValue(bytes, most));

/** Any value of theirs, as in a field of a form. */
export function readValue(bytes: Uint8Array, most = mostValues): unknown {
    if (!holdsAtMost(most, bytes)) throw invalid();
    return walked(parse(decode(bytes)));
}

function walked(value: unknown) {
    walk(value, maxDepth);
    return value;
}

function asObject(body: unknown) {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid();
    return body as Record<string, unknown>;
}

function parse(text: string): unknown {
    try {
        return JSON.parse(text === '' ? '{}' : text);
    } catch (error) {
        if (error instanceof SyntaxError) throw new MalformedBody();
        throw error;
    }
}

function walk(value: unknown, depth: number) {
    if (typeof value === 'string') clean(value);
    if (typeof value !== 'object' || value === null) return;
    if (depth === 0) throw invalid();
    for (const [key, inner] of Object.entries(value)) {
        if (key === '__proto__' || (key === 'constructor' && holdsPrototype(inner))) throw invalid();
        clean(key);
        walk(inner, depth - 1);
    }
}

const holdsPrototype = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');

/** Refuses NUL and halves of characters, which no database takes: invalid_field. */
export function clean(text: string) {
    if (text.includes('\0') || !text.isWellFormed()) throw invalid();
    return text;
}

/** For most bodies: an object with its fields, and a few lists. */
export const mostValues = 1000;

const quote = 0x22;
const backslash = 0x5c;
/** `[`, `{` and `,`: every value but the first comes after one of them. */
const beforeValue = new Set([0x5b, 0x7b, 0x2c]);
const marks = Uint8Array.from({ length: 256 }, (_, byte) => (beforeValue.has(byte) ? 1 : 0));

/** Whether a text of JSON holds no more than `most` values, counted before any is parsed: each takes far more than its bytes. */
function holdsAtMost(most: number, text: Uint8Array) {
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
