// Limits that are counted in the store: for public forms, and for attempts that must not multiply by the number of nodes.
import { assertLeft, type Budget, type Share, spend } from '../../../db/accounts/short-lived/budgets.ts';
import type { App } from '../../app.ts';
import type { Limiter } from './rate-limits.ts';

type Ours = Omit<Budget, 'message'> & { message?: string };

/** At most `points` in `seconds` for each key, on all nodes together; 0 points: no limit. */
export function exactLimiter(app: App, ours: Ours): Pick<Limiter, 'count'> {
    const budget = { message: 'Too many requests.', ...ours };
    return { count: (who) => countAll(app, [{ budget, who }]) };
}

/** Counts one more in each of these budgets, or in none. Refuses: too_many_requests, with the seconds to wait. */
export async function countAll({ store, now }: App, shares: readonly Share[]) {
    const limited = shares.filter(({ budget }) => budget.points > 0);
    if (limited.length === 0) return;
    const at = now();
    await assertLeft(store.read, limited, at);
    await store.write((tx) => spend(tx, limited, at));
}
