import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { Plugin, Request } from '@hapi/hapi';
import type { App } from '../../app.ts';

declare module '@hapi/hapi' {
    interface Request {
        /** The address that the request came from; empty where the connection was gone before it was read. */
        readonly clientAddress: string;
    }
}

/** Reads the address as soon as a request arrives: Node has none for a connection that was reset meanwhile. */
export const clientAddress: Plugin<App> = {
    name: 'client-address',
    register(server, { config }) {
        server.decorate('request', 'clientAddress', addressReader(config.trustedProxies), { apply: true });
    }
};

/** Finds the address of a client: the socket's, or behind trusted proxies the right-most one that is not theirs. */
export function addressReader(trusted: readonly string[]) {
    const isTrusted = trustedAddresses(trusted);
    return ({ headers, info }: Pick<Request, 'headers' | 'info'>) => {
        const { remoteAddress } = info as { remoteAddress: string | undefined };
        const header: unknown = headers['x-forwarded-for'];
        const claimed = typeof header === 'string' ? header.split(',').slice(-30).map(bare) : [];
        let address = canonical(remoteAddress ?? '');
        // From the right: each trusted proxy names its client; an entry that is not an address ends the chain.
        while (isTrusted(address) && isIP(claimed.at(-1) ?? '') > 0)
            address = canonical(claimed.pop() ?? address);
        return networkOf(address);
    };
}

/** Of all spellings of an address one: IPv6 in lower case with the longest run of zeros left out, IPv4 never inside IPv6. */
function canonical(address: string) {
    if (!isIPv6(address)) return address;
    const { address: text } = new SocketAddress({ address, family: 'ipv6' });
    const inside = text.replace(/^::ffff:/, '');
    return isIPv4(inside) ? inside : text;
}

/** A client with one IPv6 address can use the other 2^64 of its network: the network counts as one client. */
export function networkOf(address: string) {
    const one = canonical(address);
    if (!isIPv6(one)) return one;
    const [head = [], tail = []] = one.split('::').map((half) => half.split(':').filter(Boolean));
    const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
    return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/** An address without port and brackets, as proxies write it. */
function bare(entry: string) {
    const text = entry.trim();
    return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

/** Returns whether an address belongs to one of these proxies. */
export function trustedAddresses(entries: readonly string[]) {
    const known = new BlockList();
    for (const entry of entries) {
        const [address = '', bits] = entry.split('/');
        const family = isIPv6(address) ? 'ipv6' : 'ipv4';
        if (bits) known.addSubnet(address, Number(bits), family);
        else known.addAddress(address, family);
    }
    return (address: string) => {
        const one = canonical(address);
        return isIP(one) > 0 && known.check(one, isIPv6(one) ? 'ipv6' : 'ipv4');
    };
}
