// Unusual numbers of a deal that are allowed: the user has to confirm them before these moves.
import type { DealRow } from './deals.ts';
import type { MoveName } from './moves.ts';

interface Doubt {
    /** The moves that ask. */
    at: readonly MoveName[];
    holds: (deal: Pick<DealRow, 'revenue' | 'commission'>) => boolean;
}

const doubts = {
    free: { at: ['submit', 'send'], holds: ({ revenue }) => revenue === 0 },
    commission_above_price: {
        at: ['submit'],
        holds: ({ revenue, commission }) => commission > revenue
    }
} as const satisfies Record<string, Doubt>;

export type DoubtName = keyof typeof doubts;

/** What this move asks about the deal. */
export function doubtsOf(move: MoveName, deal: Pick<DealRow, 'revenue' | 'commission'>) {
    const asked: [string, Doubt][] = Object.entries(doubts);
    return asked
        .filter(([, { at, holds }]) => at.includes(move) && holds(deal))
        .map(([name]) => name as DoubtName);
}
