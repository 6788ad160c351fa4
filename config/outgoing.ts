// All outgoing HTTP calls: no redirects, limited in time and size, and to internal hosts only where they are allowed.
import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { buildConnector, Dispatcher } from 'undici';
import { isLoopback } from './formats.ts';

export interface Outgoing {
    /** Like the web's fetch. Throws an OutgoingError that names no address and no secret. */
    fetch(url: string | URL, request?: OutgoingRequest): Promise<Response>;
    close(): Promise<void>;
}

export interface OutgoingRequest {
    method?: string;
    headers?: Record<string, string>;
    body?: string | Uint8Array;
    /** Milliseconds for the whole call, until the last byte; 15 s by default. */
    timeout?: number;
    signal?: AbortSignal;
    /** The other side may think for long: only `timeout` bounds the wait for its first byte and between bytes. */
    isSlow?: boolean;
    /** The limit of the response body; 64 KiB by default. Reading a longer body fails. */
    maxBytes?: number;
}

/** A call that got no usable response; `code` is the cause. */
export class OutgoingError extends Error {
    readonly code: 'forbidden_address' | 'timeout' | 'too_large' | 'unreachable';

    constructor(code: OutgoingError['code'], cause?: unknown) {
        super(`outgoing call: ${code}`, { cause });
        this.name = 'OutgoingError';
        this.code = code;
    }
}

interface Proxies {
    /** The proxy for http addresses, and without `https` for those too. */
    http?: string | undefined;
    https?: string | undefined;
    /** Hosts that are called directly: names with their subdomains, `*.name`, addresses, `*`; each may have a port. */
    none: string;
}

interface Setting {
    /** Internal hosts that may be called, as `host:port`. */
    allowed: readonly string[];
    /** The way to all other hosts, but for those that `none` names. A proxy itself may be internal. */
    proxies?: Proxies | undefined;
    /** Resolves host names. Tests pass their own. */
    lookup?: typeof dns.lookup;
}

const patience = { headersTimeout: 5000, bodyTimeout: 10_000 };
const connectTimeout = 3000;
const largeBody = 64 * 1024;

/** Opens the outgoing calls. The library is loaded with the first call: most installations never make one. */
export function openOutgoing(setting: Setting): Outgoing {
    let opened: ReturnType<typeof openAgent> | undefined;
    return {
        async fetch(
            url,
            { timeout = 15_000, maxBytes = 64 * 1024, signal, isSlow = false, ...request } = {}
        ) {
            const place = URL.parse(String(url));
            if (!place || !/^https?:$/.test(place.protocol)) throw new OutgoingError('unreachable');
            if (setting.proxies) assertNotInternal(place, setting.allowed);
            const { undici, agentFor } = await (opened ??= openAgent(setting));
            const timedOut = AbortSignal.timeout(timeout);
            const ends = signal ? AbortSignal.any([signal, timedOut]) : timedOut;
            const options = {
                ...request,
                dispatcher: agentFor(place, request, isSlow),
                redirect: 'manual',
                signal: ends
            } as const;
            const response = await undici.fetch(url, options).catch(fail);
            return bounded(response, maxBytes);
        },
        async close() {
            if (opened) await (await opened).destroy();
        }
    };
}

const portOf = (port: string, protocol: string) => Number(port) || (protocol === 'https:' ? 443 : 80);

async function openAgent(setting: Setting) {
    const undici = await import('undici');
    const connect = guarded(undici.buildConnector, setting);
    const open = agentOpener(undici, setting, connect);
    const usual = open(patience);
    // The headers time-out starts with the first byte sent: for a large body only the time-out of the whole call applies.
    const sending = open({ ...patience, headersTimeout: 0 });
    const slow = open({ headersTimeout: 0, bodyTimeout: 0 });
    return {
        undici,
        agentFor: (place: URL, { body = '' }: OutgoingRequest, isSlow: boolean) =>
            (isSlow ? slow : body.length > largeBody ? sending : usual).to(place),
        destroy: () => Promise.all([usual.destroy(), sending.destroy(), slow.destroy()])
    };
}

/** What is called directly passes the same connector with proxies and without. */
function agentOpener(
    undici: typeof import('undici'),
    { allowed, proxies }: Setting,
    connect: buildConnector.connector
) {
    // As names in NO_PROXY, those that are allowed would take their subdomains along.
    const waysOf = (direct: Dispatcher, usual = direct) => ({
        to: (place: URL) => (allowed.includes(nameOf(place)) ? direct : usual),
        destroy: () => Promise.all([direct.destroy(), usual.destroy()])
    });
    return (times: Partial<typeof patience>) => {
        const direct = new undici.Agent({ ...times, connect });
        if (!proxies) return waysOf(direct);
        // Not undefined: the library would read the environment itself.
        const { http: httpProxy = '', https: httpsProxy = '', none: noProxy } = proxies;
        const proxied = new undici.EnvHttpProxyAgent({
            ...times,
            connect,
            connectTimeout,
            httpProxy,
            httpsProxy,
            noProxy,
            // The library hands neither on: it would wait five minutes for a proxy that does not answer.
            factory: (origin, options) => new undici.Pool(origin, Object.assign({}, options, times)),
            clientFactory: (origin, options) =>
                new undici.Pool(origin, { ...options, headersTimeout: connectTimeout })
        });
        return waysOf(direct, proxied);
    };
}

/** As ALLOW_PRIVATE names a place: with its port, also the usual one. */
const nameOf = ({ hostname, port, protocol }: URL) => `${hostname}:${portOf(port, protocol)}`;

/** A proxy resolves the names: here only an address in the URL can be checked, and the names of this machine itself. */
function assertNotInternal(place: URL, allowed: readonly string[]) {
    const name = place.hostname.replace(/^\[(.*)\]$|\.$/, '$1');
    const isInternal = isIP(name) ? !isPublic(name) : isLoopback(name);
    if (isInternal && !allowed.includes(nameOf(place))) throw forbidden();
}

/**
 * Checks three addresses, because each check alone can be bypassed: the address in the URL, the addresses that a name
 * resolves to, and the address that the socket is connected to.
 */
function guarded(build: typeof buildConnector, { allowed, lookup = dns.lookup }: Setting) {
    const known = new Set(allowed.map((place) => place.replace(/^\[(.*)\]/, '$1'))); // as undici names them
    const toAnywhere = build({ timeout: connectTimeout });
    const toPublic = build({ timeout: connectTimeout, lookup: publicOnly(lookup) });
    const connect: buildConnector.connector = (options, callback) => {
        const { hostname, port, protocol } = options;
        const place = `${hostname.toLowerCase()}:${portOf(port, protocol)}`;
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

/** Whether this is an address of the public internet: not of this machine or its networks, not reserved, not translated. */
function isPublic(address: string) {
    if (!ipaddr.isValid(address)) return false;
    const place = ipaddr.process(address);
    // Of IPv6 only 2000::/3 is allocated; outside of it even ::127.0.0.1 counts as unicast.
    const isAllocated = place instanceof ipaddr.IPv4 || place.match(allocatedIpv6);
    return isAllocated && place.range() === 'unicast';
}

const allocatedIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

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

/** The same response with a body that fails when it exceeds `maxBytes`. */
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

function fail(error: unknown): never {
    const { name, cause } = error as { name?: string; cause?: unknown };
    for (const one of [error, cause]) if (one instanceof OutgoingError) throw one;
    const { code = '' } = (cause ?? error) as { code?: string | number }; // a number where a proxy refuses
    const late = name === 'TimeoutError' || name === 'AbortError' || String(code).includes('TIMEOUT');
    throw new OutgoingError(late ? 'timeout' : 'unreachable', error);
}
