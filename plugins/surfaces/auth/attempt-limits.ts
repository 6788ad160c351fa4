import type { Request } from '@hapi/hapi';
import { limiter } from './rate-limits.ts';

const quarter = 15 * 60;

/**
 * Limits attempts in a quarter of an hour, by the address that tries and by the name that is tried. An attempt is counted
 * before anything is looked up, or a crowd at the same instant would pass; it is refunded when it was right.
 */
export function attemptLimiter(perName: number, perAddress: number) {
    const message = 'Too many attempts.';
    const byName = limiter(perName, quarter, message);
    const byAddress = limiter(perAddress, quarter, message);
    return async ({ clientAddress }: Request) => {
        await byAddress.count(clientAddress);
        return {
            /** Where there is a human check this comes after it: otherwise any program could lock a user out by name. */
            countName: async (tried: string) => {
                const name = tried.toLowerCase();
                await byName.count(name);
                return {
                    refund: () => Promise.all([byAddress.refund(clientAddress), byName.refund(name)])
                };
            }
        };
    };
}
