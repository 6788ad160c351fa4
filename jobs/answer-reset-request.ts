import { handleResetRequest } from '../db/accounts/password-resets.ts';
import type { Job } from './job.ts';

/** Mails a link to whoever forgot a password, if there is such a user: nobody who asks can tell by the time it takes. */
export function answerResetRequestJob({
    links,
    now
}: {
    links: string;
    now: () => number;
}): Job<'answer-reset-request'> {
    return {
        tries: 12,
        run:
            async ({ requestId }) =>
            (tx) =>
                handleResetRequest(tx, requestId, { secret: links, at: now() })
    };
}
