import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Request } from '@hapi/hapi';

/** Tells the address that asks: the socket's, or behind trusted proxies the right-most one that is not theirs. */
export function clientAddress(trusted: readonly string[]) {
    const known = blockList(trusted);
    return (request: Request) => {
        const header: unknown = request.headers['x-forwarded-for'];
        const claimed = typeof header === 'string' ? header.split(',').slice(-30).map(bare) : [];
        let address = request.info.remoteAddress;
        // From the right: each trusted proxy tells who it was asked by; what cannot be read ends the chain.
        while (isKnown(known, address) && isIP(claimed.at(-1) ?? '') > 0) address = claimed.pop() ?? address;
        return network(address);
    };
}

/** Whoever has one address of IPv6 has the 2^64 beside it too: they count as one. */
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
