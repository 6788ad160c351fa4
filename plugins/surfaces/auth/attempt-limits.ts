import type { Request } from '@hapi/hapi';
import { type Share, assertLeft, type Budget, spend } from '../../../db/accounts/short-lived/budgets.ts';
import { canonical } from '../../../db/store/folding.ts';
import type { Tx } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';

const quarter = 15 * 60;

/** Of what, and how often for each name that is tried and for each address that tries. */
interface Attempts {
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
 * What an attempt takes of the budget of its address, of that of the name that it tries, and of both together, in a quarter of an
 * hour. It is counted before anything is looked up, or a crowd at the same instant would pass; the address before the human
 * check, and the name after it: before it any program could lock a user out by name. What was right is refunded.
 */
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

/**
 * Limits that are counted in the store: for public forms, and for attempts that must not multiply by the number of nodes. At
 * most `points` in `seconds` for each key, on all nodes together; 0 points: no limit.
 */
export function exactLimiter(app: App, ours: Omit<Budget, 'message'>) {
    const budget = { ...ours, message: 'Too many requests.' };
    return { count: (who: string) => countAll(app, [{ budget, who }]) };
}

/** Counts one more in each of these budgets, or in none. Refuses: too_many_requests, with the seconds to wait. */
export async function countAll({ store, now }: App, shares: readonly Share[]) {
    const limited = shares.filter(({ budget }) => budget.points > 0);
    if (limited.length === 0) return;
    const at = now();
    await assertLeft(store.read, limited, at);
    await store.write((tx) => spend(tx, limited, at));
}
