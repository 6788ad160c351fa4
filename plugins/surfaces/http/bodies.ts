// Reads request bodies strictly, by one rule for all surfaces: malformed input is refused, never repaired.
import { Duplex, Readable } from 'node:stream';
import type { Request } from '@hapi/hapi';
import { Refusal } from '../../../db/refusal.ts';

/** The refusal of a body that cannot be parsed: invalid UTF-8 or JSON. */
export class MalformedBody extends Refusal {
    constructor() {
        super('invalid_field', 'Invalid request.');
    }
}

const invalid = () => new Refusal('invalid_field', 'Invalid request.');

export const formType = 'application/x-www-form-urlencoded';
export const jsonType = 'application/json';
export const multipartType = 'multipart/form-data';

/** The largest accepted body: the largest tool input, and the /mcp message around it. */
export const largestBody = 15 * 1024 * 1024;

/** Returns the body of a request as an object, parsed once. Refuses: invalid_field. */
export function bodyOf(request: Request): Record<string, unknown> {
    if (request.payload instanceof Readable) throw new Error('no scheme has read this body');
    if (Buffer.isBuffer(request.payload)) {
        const text = decode(request.payload);
        const body = request.mime === formType ? readForm(text) : readJson(text);
        (request as { payload: unknown }).payload = body;
    }
    (request as { payload: unknown }).payload ??= {};
    return request.payload as Record<string, unknown>;
}

/** Whether `bodyOf` has already parsed this body, so that it can be called again. */
export const wasRead = ({ payload }: Request) =>
    typeof payload === 'object' &&
    payload !== null &&
    !Buffer.isBuffer(payload) &&
    !(payload instanceof Readable);

/** For routes that refuse every request: hapi leaves the body unread, whatever its size. */
export const unreadPayload = {
    parse: false,
    output: 'stream',
    maxBytes: Number.MAX_SAFE_INTEGER
} as const;

const mostParts = 40;

/**
 * The payload setting of routes with authentication: the scheme reads the body with `readBody`. hapi would pipe each
 * body through a recorder, which takes longer than the rest of the handling of a small form.
 */
export const readByScheme = { output: 'stream' } as const;

/** Reads the body into `request.payload` for `bodyOf`. Refuses: too_large, invalid_field. */
export async function readBody(request: Request) {
    const { payload, raw, route } = request;
    const most = route.settings.payload?.maxBytes ?? 0;
    if (payload instanceof Readable)
        (request as { payload: unknown }).payload = await bytesOf(payload, raw.req, most);
    await takeApart(request);
}

/** Refuses a body once it is too large. The rest is read and discarded, so that the client receives the refusal. */
function bytesOf(body: Readable, sent: Readable, most: number) {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const parts: Buffer[] = [];
    let size = 0;
    const take = (part: Buffer) => {
        size += part.length;
        if (size <= most) return void parts.push(part);
        body.off('data', take);
        if (body instanceof Duplex) sent.unpipe(body.destroy()); // otherwise it would decompress the rest
        sent.resume();
        reject(new Refusal('too_large', 'Request too large.'));
    };
    body.on('data', take)
        .on('end', () => size <= most && resolve(Buffer.concat(parts)))
        .on('error', reject)
        .on('close', () => size > most || body.readableEnded || reject(new MalformedBody()));
    return promise;
}

/** Parses a multipart body, which is the only kind that is parsed asynchronously. */
async function takeApart(request: Request) {
    const { payload, mime, headers } = request;
    if (mime !== multipartType || !Buffer.isBuffer(payload)) return;
    const type = String(headers['content-type']);
    const sent = new Response(payload, { headers: { 'content-type': type } });
    const parts = Array.from(await sent.formData().catch(malformed));
    if (parts.length > mostParts) throw invalid();
    const form: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const [name, part] of parts) {
        if (isOddName(name) || name in form) throw invalid();
        form[clean(name)] = typeof part === 'string' ? clean(part) : await fileIn(part);
    }
    (request as { payload: unknown }).payload = form;
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

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer) {
    try {
        return utf8.decode(bytes);
    } catch (error) {
        if (error instanceof TypeError) throw new MalformedBody();
        throw error;
    }
}

const maxFields = 200;

/** Refuses a name given twice, a name with a bracket, a bad percent code, too many fields, hidden characters. */
export function readForm(text: string): Record<string, string> {
    const form: Record<string, string> = Object.create(null) as Record<string, string>;
    if (text === '') return form;
    const pairs = text.split('&', maxFields + 1);
    if (pairs.length > maxFields) throw invalid();
    for (const pair of pairs) {
        const cut = pair.indexOf('=');
        const name = unescape(cut < 0 ? pair : pair.slice(0, cut));
        if (isOddName(name) || name in form) throw invalid();
        form[name] = unescape(cut < 0 ? '' : pair.slice(cut + 1));
    }
    return form;
}

function unescape(text: string) {
    try {
        return clean(decodeURIComponent(text.replaceAll('+', ' ')));
    } catch (error) {
        if (error instanceof URIError) throw invalid();
        throw error;
    }
}

const maxDepth = 32;

/** An object, at most 32 levels deep, without `__proto__` and hidden characters. */
export function readJson(text: string): Record<string, unknown> {
    const body = parse(text === '' ? '{}' : text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid();
    walk(body, maxDepth);
    return body as Record<string, unknown>;
}

function parse(text: string): unknown {
    try {
        return JSON.parse(text);
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
        if (key === '__proto__') throw invalid();
        clean(key);
        walk(inner, depth - 1);
    }
}

// NUL, the characters that turn the direction of text around, and halves of characters.
// oxlint-disable-next-line no-control-regex
const refused = /[\u0000\u202A-\u202E\u2066-\u2069]/;

/** Refuses: invalid_field. */
export function clean(text: string) {
    if (refused.test(text) || !text.isWellFormed()) throw invalid();
    return text;
}
