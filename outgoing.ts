// The one way out: no redirects, bounded in time and size, and never to an internal host that nobody allowed.
import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { buildConnector } from 'undici';

export interface Outgoing {
    /** Like the web's fetch. Throws an OutgoingError that names no address and no secret. */
    fetch(url: string | URL, request?: OutgoingRequest): Promise<Response>;
    close(): Promise<void>;
}

export interface OutgoingRequest {
    method?: string;
    headers?: Record<string, string>;
    body?: string | Uint8Array;
    /** Milliseconds for the whole call, until the last byte; 15 s where nothing is said. */
    timeout?: number;
    signal?: AbortSignal;
    /** The other side may think for long: only `timeout` bounds the wait for its first byte and between bytes. */
    isSlow?: boolean;
    /** Of the answer's body; 64 KiB where nothing is said. What comes after is not read, and reading it fails. */
    maxBytes?: number;
}

/** A call that came to no answer; `code` says why in one word. */
export class OutgoingError extends Error {
    readonly code: 'forbidden_address' | 'timeout' | 'too_large' | 'unreachable';

    constructor(code: OutgoingError['code'], cause?: unknown) {
        super(`outgoing call: ${code}`, { cause });
        this.name = 'OutgoingError';
        this.code = code;
    }
}

interface Setting {
    /** Internal hosts that may be called, as `host:port`. */
    allowed: readonly string[];
    /** How names become addresses; tests bring their own. */
    lookup?: typeof dns.lookup;
}

const patience = { headersTimeout: 5000, bodyTimeout: 10_000 };
const connectTimeout = 3000;
const largeBody = 64 * 1024;

/** Loads its library with the first call: most installations never make one. */
export function openOutgoing(setting: Setting): Outgoing {
    let opened: ReturnType<typeof openAgent> | undefined;
    return {
        async fetch(
            url,
            { timeout = 15_000, maxBytes = 64 * 1024, signal, isSlow = false, ...request } = {}
        ) {
            if (!/^https?:/.test(String(url))) throw new OutgoingError('unreachable');
            const { undici, agentFor } = await (opened ??= openAgent(setting));
            const over = AbortSignal.timeout(timeout);
            const ends = signal ? AbortSignal.any([signal, over]) : over;
            const asked = {
                ...request,
                dispatcher: agentFor(request, isSlow),
                redirect: 'manual',
                signal: ends
            } as const;
            const response = await undici.fetch(url, asked).catch(fail);
            return bounded(response, maxBytes);
        },
        async close() {
            if (opened) await (await opened).destroy();
        }
    };
}

async function openAgent(setting: Setting) {
    const undici = await import('undici');
    const connect = guarded(undici.buildConnector, setting);
    const usual = new undici.Agent({ ...patience, connect });
    // The wait for headers begins with the first byte sent: for a large body only the whole time counts.
    const sending = new undici.Agent({ ...patience, headersTimeout: 0, connect });
    const slow = new undici.Agent({ headersTimeout: 0, bodyTimeout: 0, connect });
    return {
        undici,
        agentFor: ({ body = '' }: OutgoingRequest, isSlow: boolean) =>
            isSlow ? slow : body.length > largeBody ? sending : usual,
        destroy: () => Promise.all([usual.destroy(), sending.destroy(), slow.destroy()])
    };
}

/**
 * Three looks, because each alone can be passed: at an address that stands in the URL, at what a name resolves to,
 * and at where the socket has arrived.
 */
function guarded(build: typeof buildConnector, { allowed, lookup = dns.lookup }: Setting) {
    const known = new Set(allowed.map((place) => place.replace(/^\[(.*)\]/, '$1'))); // as undici names them
    const toAnywhere = build({ timeout: connectTimeout });
    const toPublic = build({ timeout: connectTimeout, lookup: publicOnly(lookup) });
    const connect: buildConnector.connector = (options, callback) => {
        const { hostname, port, protocol } = options;
        const place = `${hostname.toLowerCase()}:${port || (protocol === 'https:' ? 443 : 80)}`;
        if (known.has(place)) return toAnywhere(options, callback);
        if (isIP(hostname) && !isPublic(hostname)) return callback(forbidden(), null);
        return toPublic(options, (error, socket) => {
            if (error) return callback(error, null);
            if (isPublic(socket.remoteAddress ?? '')) return callback(null, socket);
            socket.destroy();
            return callback(forbidden(), null);
        });
    };
    return connect;
}

const forbidden = () => new OutgoingError('forbidden_address');

/** An address of the public internet: not this machine, not its networks, nothing reserved or translated. */
function isPublic(address: string) {
    if (!ipaddr.isValid(address)) return false;
    const place = ipaddr.process(address);
    // Of the sixth version only 2000::/3 is given out; outside of it even ::127.0.0.1 counts as unicast.
    const givenOut = place instanceof ipaddr.IPv4 || place.match(sixthVersion);
    return givenOut && place.range() === 'unicast';
}

const sixthVersion = ipaddr.IPv6.parseCIDR('2000::/3');

function publicOnly(lookup: typeof dns.lookup): LookupFunction {
    return (hostname, options, callback) => {
        lookup(hostname, { ...options, all: true }, (error, addresses) => {
            if (error) return callback(error, '');
            const [first] = addresses;
            if (!first || !addresses.every(({ address }) => isPublic(address)))
                return callback(forbidden(), '');
            return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
        });
    };
}

/** The same answer, whose body fails where it grows too large. */
function bounded(response: Response, maxBytes: number) {
    if (!response.body) return response;
    let left = maxBytes;
    const limit = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
            left -= chunk.byteLength;
            if (left < 0) controller.error(new OutgoingError('too_large'));
            else controller.enqueue(chunk);
        }
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

/** The whole body as text. Throws an OutgoingError. */
export function textOf(response: Response) {
    return response.text().catch(fail);
}

/** Lets go of a body that nobody reads. */
export async function discard(response: Response) {
    await response.body?.cancel().catch(() => undefined);
}

function fail(error: unknown): never {
    const { name, cause } = error as { name?: string; cause?: unknown };
    for (const one of [error, cause]) if (one instanceof OutgoingError) throw one;
    const { code = '' } = (cause ?? error) as { code?: string };
    const late = name === 'TimeoutError' || name === 'AbortError' || code.includes('TIMEOUT');
    throw new OutgoingError(late ? 'timeout' : 'unreachable', error);
}
