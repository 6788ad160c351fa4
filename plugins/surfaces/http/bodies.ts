// How a body comes in: hapi checks its type and announced length and hands on the stream, `readBody` reads it, and `bodyOf`
// parses it once its fields are needed. `request.payload` stays the stream, which nobody but this module uses.
import { Duplex, Readable } from 'node:stream';
import type { Request, ResponseToolkit } from '@hapi/hapi';
import { Refusal } from '../../../db/refusal.ts';
import type { Asked } from './asked.ts';
import { decode, MalformedBody, readForm, readJson, readMultipart } from './parsing.ts';

export const formType = 'application/x-www-form-urlencoded';
export const jsonType = 'application/json';
export const multipartType = 'multipart/form-data';

/** The largest accepted body: the largest tool input, and the /mcp message around it. */
export const largestBody = 15 * 1024 * 1024;

/**
 * What every route says of its body. hapi would pipe each one that it reads through a recorder, which takes longer than
 * the rest of the handling of a small form.
 */
const streamed = { parse: false, output: 'stream' } as const;

/** For a form. `timeout` is the most milliseconds that `readBody` waits; without one Node's requestTimeout ends the wait. */
export const formPayload = {
    ...streamed,
    timeout: 10_000,
    allow: formType,
    maxBytes: 64 * 1024
} as const;

export const jsonPayload = {
    ...streamed,
    timeout: false,
    allow: jsonType,
    maxBytes: 1024 * 1024
} as const;

/** For a route that never reads the body, whatever its size. */
export const unreadPayload = { ...streamed, maxBytes: Number.MAX_SAFE_INTEGER } as const;

type Fields = Record<string, unknown>;

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** Parses the forms of this route in place of `parseForm`. */
        parseForm?: (bytes: Buffer) => Readonly<Fields>;
    }
    interface PluginsStates {
        /** What `readBody` has read; once it is parsed the bytes are let go. */
        body?: { bytes: Buffer } | { fields: Readonly<Fields> };
    }
}

/**
 * Reads the body: the first step of a route without a login (in its `pre`), else of its scheme (see AuthScheme). Refuses:
 * too_large, invalid_field.
 */
export async function readBody(request: Request, h: ResponseToolkit) {
    const { plugins, mime, headers } = request;
    const bytes = await bytesOf(request);
    // Multipart is the only kind that is parsed asynchronously, and so not when `bodyOf` is called.
    plugins.body =
        mime === multipartType
            ? { fields: await readMultipart(bytes, String(headers['content-type'])) }
            : { bytes };
    return h.continue;
}

/** Returns the fields of the body, parsed by the first call; none for a request that has no body. Refuses: invalid_field. */
export function bodyOf(request: Asked): Readonly<Fields> {
    const { plugins, payload } = request;
    const { body } = plugins;
    if (!body && payload instanceof Readable) throw new Error('the route does not read this body');
    if (!body) return {};
    const fields = 'fields' in body ? body.fields : parsed(body.bytes, request);
    plugins.body = { fields };
    return fields;
}

/** Returns the fields of the body if it could be parsed, so that a form can be shown again. Refuses nothing. */
export const parsedBody = ({ plugins: { body } }: Request) =>
    body && 'fields' in body ? body.fields : undefined;

/**
 * The fields of a form that was refused, be it before it was read; none where it cannot be read now either. hapi, which
 * has not come to its body then, tells no type of it.
 */
export async function unreadForm(request: Request, h: ResponseToolkit): Promise<Readonly<Fields>> {
    try {
        if (!request.plugins.body) {
            const [type = ''] = String(request.headers['content-type']).split(';');
            Object.assign(request, { payload: request.raw.req, mime: type.trim().toLowerCase() });
            await readBody(request, h);
        }
        return bodyOf(request);
    } catch (error) {
        if (error instanceof Refusal) return {};
        throw error;
    }
}

export const parseForm = (bytes: Buffer) => readForm(decode(bytes));

function parsed(bytes: Buffer, { mime, route }: Asked) {
    if (mime !== formType) return readJson(decode(bytes));
    return (route.settings.app?.parseForm ?? parseForm)(bytes);
}

/** The rest of a refused body is read and discarded, so that the client receives the refusal. */
function bytesOf({ payload, raw: { req: sent }, route }: Request) {
    const { maxBytes = 0, timeout = false } = route.settings.payload ?? {};
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
    const timer = timeout && setTimeout(refuse, timeout, new Refusal('invalid_field', 'Invalid request.'));
    body.on('data', take)
        .on('end', () => resolve(Buffer.concat(parts)))
        .on('error', reject)
        .on('close', () => body.readableEnded || reject(new MalformedBody()));
    return timer ? promise.finally(() => clearTimeout(timer)) : promise;
}
