// How often somebody may ask. Counted in memory: one process serves a data folder.
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Plugin, Request } from '@hapi/hapi';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../db/refusal.ts';
import type { App } from '../app.ts';

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** Which of a user's budgets a call is counted in. */
        limit?: 'actions' | 'polls';
    }
}

export interface Limiter {
    /** Counts one more. Refuses: too_many_requests, with the seconds to wait. */
    count(key: string): Promise<void>;
    /** Takes one back. */
    giveBack(key: string): Promise<unknown>;
}

/** At most `points` in `seconds` for each key; 0 points: no limit. */
export function limiter(points: number, seconds: number, message = 'Too many requests.'): Limiter {
    const none = async () => undefined;
    if (points === 0) return { count: none, giveBack: none };
    const memory = new RateLimiterMemory({ points, duration: seconds });
    return {
        async count(key) {
            await memory.consume(key).catch((reason: unknown) => refuse(reason, message));
        },
        giveBack: (key) => memory.reward(key)
    };
}

function refuse(reason: unknown, message: string): never {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw new Refusal('too_many_requests', message, { retryAfter: Math.ceil(reason.msBeforeNext / 1000) });
}

/** Each user's own budget for actions and for the two polls of a build. */
export const limits: Plugin<App> = {
    name: 'limits',
    register(server, { config }) {
        const budgets = {
            actions: limiter(config.rates.actions, 60),
            polls: limiter(config.rates.polls, 60)
        };
        server.ext('onPostAuth', async (request, h) => {
            const { limit } = request.route.settings.app ?? {};
            const actor = request.auth.credentials?.actor;
            if (limit && actor) await budgets[limit].count(String(actor.id));
            return h.continue;
        });
    }
};

/** Tells the address that asks: the socket's, or behind trusted proxies the right-most one that is not theirs. */
export function clientAddress(trusted: readonly string[]) {
    const known = blockList(trusted);
    return (request: Request) => {
        const header: unknown = request.headers['x-forwarded-for'];
        const claimed = typeof header === 'string' ? header.split(',').slice(-30).map(bare) : [];
        let address = request.info.remoteAddress;
        // From the right: each trusted proxy tells who it was asked by; what cannot be read ends the chain.
        while (isKnown(known, address) && isIP(claimed.at(-1) ?? '') > 0) address = claimed.pop() ?? address;
        return address;
    };
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
