import { handleResetRequest } from '../db/accounts/password-resets.ts';
import type { Job } from './job.ts';

/** Emails a reset link if the user exists. A job does this, so that the time of the response does not show whether one does. */
export function answerResetRequestJob({
    links,
    now
}: {
    links: string;
    now: () => number;
}): Job<'answer-reset-request'> {
    return {
        maxAttempts: 12,
        run:
            async ({ requestId }) =>
            (tx) =>
                handleResetRequest(tx, requestId, { secret: links, at: now() })
    };
}
