import type { Request } from '@hapi/hapi';
import type { Config } from '../../../config.ts';
import { clientAddress } from './client-address.ts';
import { limiter } from './rate-limits.ts';

const quarter = 15 * 60;

/**
 * Guesses in a quarter of an hour, counted for the name that is tried and for the address that tries. Counted before
 * anything is looked at, or a crowd at the same instant would pass; given back when the guess was right.
 */
export function guesses({ trustedProxies }: Config, perName: number, perAddress: number) {
    const message = 'Too many attempts.';
    const byName = limiter(perName, quarter, message);
    const byAddress = limiter(perAddress, quarter, message);
    const addressOf = clientAddress(trustedProxies);
    return async (request: Request, named: string) => {
        const address = addressOf(request);
        const name = named.toLowerCase();
        await byAddress.count(address);
        await byName.count(name);
        return { forgive: () => Promise.all([byAddress.giveBack(address), byName.giveBack(name)]) };
    };
}
