import { refundScreen } from '../db/screens/cancellations.ts';
import type { Job } from './job.ts';

/** Refunds the cost of a cancelled screen. The credit ledger accepts the refund once, however often the job runs. */
export function refundCredit({ now }: { now: () => number }): Job<'refund-credit'> {
    return {
        maxAttempts: 25,
        run:
            async ({ screenId }) =>
            (tx) =>
                refundScreen(tx, screenId, now())
    };
}
