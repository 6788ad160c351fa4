// The body of a request: hapi checks its type and announced length and passes on the stream, `readBody` reads it, and `bodyOf`
// parses it once its fields are needed. `request.payload` stays the stream, which only this module uses.
import { Duplex, Readable } from 'node:stream';
import type { Request, ResponseToolkit } from '@hapi/hapi';
import { Refusal } from '../../../../db/store/refusal.ts';
import { openThread } from '../../../../db/store/thread.ts';
import type { HotRequest } from '../asked.ts';
import { decode, MalformedBody, readForm, readJsonBody, readMultipart, mostValues } from './parsing.ts';
import { formType, jsonType, mostBytesOf, multipartType, sentType } from './most-bytes.ts';

export * from './most-bytes.ts';

/** The largest accepted body: the largest tool input, and the /mcp message around it. */
export const largestBody = 15 * 1024 * 1024;

/**
 * The body options of every route. hapi would pipe each body that it reads through a recorder, which takes longer than the rest
 * of the handling of a small form.
 */
const streamed = { parse: false, output: 'stream' } as const;

/** For a form. `timeout` is the most milliseconds that `readBody` waits; without one Node's requestTimeout ends the wait. */
export const formPayload = {
    ...streamed,
    timeout: 10_000,
    allow: formType,
    maxBytes: 64 * 1024
} as const;

/** For JSON. A route that accepts more declares it. */
export const jsonPayload = {
    ...streamed,
    timeout: false,
    allow: jsonType,
    maxBytes: 64 * 1024
} as const;

/** For a route that never reads the body, whatever its size. */
export const unreadPayload = { ...streamed, maxBytes: Number.MAX_SAFE_INTEGER } as const;

type Fields = Record<string, unknown>;

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** Parses the forms of this route in place of `parseForm`. */
        parseForm?: (bytes: Buffer) => Readonly<Fields>;
        /** The most values in JSON, where it is not `mostValues`. */
        maxValues?: number | undefined;
    }
    interface PluginsStates {
        /** What `readBody` has read; once it is parsed the bytes are let go. */
        body?: { bytes: Buffer } | { fields: Readonly<Fields> } | { refusal: Refusal };
    }
}

/**
 * Reads the body: the first step of a route without a login (in its `pre`), else of its scheme (see AuthScheme). Refuses:
 * too_large, invalid_field, too_many_requests.
 */
export async function readBody(request: Request, h: ResponseToolkit) {
    const { plugins, mime, headers, server } = request;
    server.plugins.auth.acquire(request);
    const bytes = await bytesOf(request);
    // What is parsed asynchronously cannot be parsed when `bodyOf` is called.
    if (mime === multipartType)
        plugins.body = { fields: await readMultipart(bytes, String(headers['content-type'])) };
    else if (mime !== formType && bytes.length > atOnce) plugins.body = await parsedInThread(bytes, request);
    else plugins.body = { bytes };
    return h.continue;
}

/** The most bytes of JSON that are parsed on this thread. */
const atOnce = 1024 * 1024;

/** A refusal is thrown by `bodyOf`, after the guards, as that of a smaller body. */
const parsedInThread = (bytes: Buffer, { route }: Request) =>
    readJsonInThread(bytes, route.settings.app?.maxValues ?? mostValues).then(
        (fields) => ({ fields }),
        (error: unknown) => {
            if (error instanceof Refusal) return { refusal: error };
            throw error;
        }
    );

/** Returns the fields of the body, parsed by the first call; none for a request that has no body. Refuses: invalid_field. */
export function bodyOf(request: HotRequest): Readonly<Fields> {
    const { plugins, payload } = request;
    const { body } = plugins;
    if (!body && payload instanceof Readable) throw new Error('the route does not read this body');
    if (!body) return {};
    if ('refusal' in body) throw body.refusal;
    const fields = 'fields' in body ? body.fields : parsed(body.bytes, request);
    plugins.body = { fields };
    return fields;
}

/** Returns the fields of the body if it could be parsed, so that a form can be shown again. Refuses nothing. */
export const parsedBody = ({ plugins: { body } }: Request) =>
    body && 'fields' in body ? body.fields : undefined;

/**
 * Returns the fields of a refused form, even if it was refused before its body was read; none where it cannot be read now either.
 * hapi has not set the type of the body by then.
 */
export async function unreadForm(request: Request, h: ResponseToolkit): Promise<Readonly<Fields>> {
    try {
        if (!request.plugins.body) {
            Object.assign(request, { payload: request.raw.req, mime: sentType(request.headers) });
            await readBody(request, h);
        }
        return bodyOf(request);
    } catch (error) {
        if (error instanceof Refusal) return {};
        throw error;
    }
}

export const parseForm = (bytes: Buffer) => readForm(decode(bytes));

function parsed(bytes: Buffer, { mime, route }: HotRequest) {
    const { maxValues, parseForm: parse = parseForm } = route.settings.app ?? {};
    return mime === formType ? parse(bytes) : readJsonBody(bytes, maxValues);
}

/** The rest of a refused body is read and discarded, so that the client receives the refusal. */
function bytesOf(request: Request) {
    const { payload, raw, route } = request;
    const { req: sent } = raw;
    const { timeout = false } = route.settings.payload ?? {};
    const maxBytes = mostBytesOf(request);
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const body = payload as Readable;
    const parts: Buffer[] = [];
    let size = 0;
    const refuse = (refusal: Refusal) => {
        body.off('data', take);
        if (body instanceof Duplex) sent.unpipe(body.destroy()); // otherwise it would decompress the rest
        sent.resume();
        reject(refusal);
    };
    const take = (part: Buffer) => {
        size += part.length;
        parts.push(part);
        if (size > maxBytes) refuse(new Refusal('too_large', 'Request too large.'));
    };
    const late = new Refusal('invalid_field', 'Invalid request.');
    const timer = timeout && setTimeout(refuse, timeout, late);
    // A body that does not arrive has no more time than the head.
    const { headersTimeout } = request.server.listener;
    const silence = headersTimeout > 0 && setTimeout(refuse, headersTimeout, late);
    sent.once('data', () => silence && clearTimeout(silence));
    body.on('data', take)
        .on('end', () => resolve(Buffer.concat(parts)))
        .on('error', reject)
        .on('close', () => body.readableEnded || reject(new MalformedBody()));
    return promise.finally(() => [timer, silence].forEach((one) => one && clearTimeout(one)));
}

interface ParseRequest {
    bytes: Uint8Array;
    /** The most values. */
    most: number;
}

type Reply = { fields: Record<string, unknown> } | { isMalformed: boolean; message: string };

const thread = openThread<ParseRequest, Reply>({
    source: new URL('./thread.js', import.meta.url),
    patience: 20_000,
    idle: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 }
});

/**
 * Parses megabytes of JSON on another thread: on this one all others would wait for it. What `readJsonBody` returns and
 * refuses, without holding up others. Refuses: unavailable, where it takes too long.
 */
export async function readJsonInThread(bytes: Uint8Array, most: number) {
    const reply = await thread.ask({ bytes, most });
    if (!reply) throw new Refusal('unavailable', 'This request could not be read in time.');
    if ('fields' in reply) return reply.fields;
    throw reply.isMalformed ? new MalformedBody() : new Refusal('invalid_field', reply.message);
}
