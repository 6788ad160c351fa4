import { refundScreen } from '../db/screens/invitations.ts';
import type { Job } from './job.ts';

/** Gives back what a cancelled screen has cost; the ledger of credits takes it once, however often it runs. */
export function refundCredit({ now }: { now: () => number }): Job<'refund-credit'> {
    return {
        tries: 25,
        run:
            async ({ screenId }) =>
            (tx) =>
                refundScreen(tx, screenId, now())
    };
}
