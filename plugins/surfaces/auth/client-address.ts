import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Plugin, Request } from '@hapi/hapi';
import type { App } from '../../app.ts';

declare module '@hapi/hapi' {
    interface Request {
        /** The address that the request came from; empty where the connection was gone before it was read. */
        readonly clientAddress: string;
    }
}

/** Reads the address as soon as a request comes in: of a connection that was reset meanwhile Node tells none. */
export const clientAddress: Plugin<App> = {
    name: 'client-address',
    register(server, { config }) {
        server.decorate('request', 'clientAddress', addressReader(config.trustedProxies), { apply: true });
    }
};

/** Finds the address of a client: the socket's, or behind trusted proxies the right-most one that is not theirs. */
export function addressReader(trusted: readonly string[]) {
    const known = blockList(trusted);
    return ({ headers, info }: Pick<Request, 'headers' | 'info'>) => {
        const header: unknown = headers['x-forwarded-for'];
        const claimed = typeof header === 'string' ? header.split(',').slice(-30).map(bare) : [];
        let address = (info.remoteAddress as string | undefined) ?? '';
        // From the right: each trusted proxy names its client; an entry that is no address ends the chain.
        while (isKnown(known, address) && isIP(claimed.at(-1) ?? '') > 0) address = claimed.pop() ?? address;
        return network(address);
    };
}

/** Whoever has one IPv6 address has the 2^64 addresses beside it too: the network counts as one client. */
function network(address: string) {
    if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
    const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
    const groups = head === '' ? [] : head.split(':');
    const filled = tail === undefined ? groups : [...groups, '0', '0', '0', '0'];
    return `${filled.slice(0, 4).join(':')}::/64`;
}

/** An address without port and brackets, as proxies write it. */
function bare(entry: string) {
    const text = entry.trim();
    return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

function isKnown(known: BlockList, address: string) {
    const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
    return isIP(plain) > 0 && known.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

function blockList(entries: readonly string[]) {
    const known = new BlockList();
    for (const entry of entries) {
        const [address = '', bits] = entry.split('/');
        const family = isIPv6(address) ? 'ipv6' : 'ipv4';
        if (bits) known.addSubnet(address, Number(bits), family);
        else known.addAddress(address, family);
    }
    return known;
}
