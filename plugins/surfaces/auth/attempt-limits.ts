import type { Request } from '@hapi/hapi';
import { refund, type Share } from '../../../db/accounts/short-lived/budgets.ts';
import { canonical } from '../../../db/store/folding.ts';
import type { Tx } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { countAll } from './exact-limits.ts';

const quarter = 15 * 60;

/** Of what, and how often for each name that is tried and for each address that tries. */
export interface Attempts {
    name: string;
    perName: number;
    perAddress: number;
}

/** An attempt that was counted. */
export interface Attempt {
    /** Takes it off the count, because it was right. */
    refund: (tx: Tx) => Promise<void>;
}

/**
 * Limits attempts in a quarter of an hour, by the address that tries and by the name that is tried. An attempt is counted
 * before anything is looked up, or a crowd at the same instant would pass; it is refunded when it was right.
 */
export function attemptLimiter(app: App, attempts: Attempts) {
    const { address, named } = sharesOf(attempts);
    const counted = (request: Request, tried: string): Attempt => ({
        refund: (tx) => refund(tx, [address(request), named(tried)])
    });
    return {
        /** Counts the address. The human check comes after this. */
        countAddress: (request: Request) => countAll(app, [address(request)]),
        /** Counts the name. Before the human check any program could lock a user out by name. */
        async countName(request: Request, tried: string) {
            await countAll(app, [named(tried)]);
            return counted(request, tried);
        }
    };
}

/** What an attempt takes of the budget of its address, of that of the name that it tries, and of both together. */
export function sharesOf({ name, perName, perAddress }: Attempts) {
    const of = (kind: string, points: number) => ({
        name: `${name} by ${kind}`,
        points,
        seconds: quarter,
        message: 'Too many attempts.'
    });
    const byName = of('name', perName);
    const byAddress = of('address', perAddress);
    const byBoth = of('name and address', perName);
    return {
        address: ({ clientAddress }: Request): Share => ({ budget: byAddress, who: clientAddress }),
        named: (tried: string): Share => ({ budget: byName, who: canonical(tried) }),
        both: ({ clientAddress }: Request, tried: string): Share => ({
            budget: byBoth,
            who: `${clientAddress}|${canonical(tried)}`
        })
    };
}
