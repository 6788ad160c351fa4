// The refusals: each status with its codes, example messages, and what the caller should do.
import type { Reason } from '../../../db/store/refusal.ts';
import { statuses } from '../http/statuses.ts';

export type Code = Reason | 'internal';

/** Each code with a message as it may come. */
export const messages: Readonly<Record<Code, string>> = {
    unknown_action: 'Unknown action.',
    unknown_tool: 'Unknown tool',
    invalid_field: 'Invalid request.',
    invalid_key: 'This link is no longer valid.',
    human_check: 'Verification failed. Please try again.',
    not_logged_in: 'Please log in.',
    insufficient_credits: 'Not enough credits.',
    bad_nonce: 'Security check failed.',
    forbidden: 'You do not have permission to perform this action.',
    not_found: 'Not found.',
    wrong_state: 'This is no longer possible.',
    version_conflict: 'Someone else changed this. Your changes are not saved. Reload and try again.',
    too_large: 'Request too large.',
    unsupported_media_type: 'Unsupported content type.',
    too_many_requests: 'Too many requests.',
    internal: 'Something went wrong on our side. Try again in a minute.',
    mail_refused: 'The mail server rejected the email.',
    unavailable: 'The service is busy. Please try again.'
};

const meanings: Record<number, string> = {
    400: 'Invalid request: unknown action, invalid field, used or expired key, or failed human check.',
    401: 'Not logged in, or the token is invalid.',
    402: 'Not enough credits.',
    403: 'Invalid or expired nonce, cross-site request, or missing permission.',
    404: 'Not found, or not visible to the caller.',
    409: 'The current state does not allow this operation.',
    412: 'The version does not match If-Match. Read the resource again.',
    413: 'The body is too large.',
    415: 'Unsupported content type.',
    429: 'Too many requests. Retry after the number of seconds in Retry-After.',
    500: 'Internal error. Find details in the log by the X-Request-Id of the response.',
    502: 'The mail server rejected the email.',
    503: 'Busy, or the database is unavailable. Nothing was changed unless the message says so. Retry after the number of seconds in Retry-After.'
};

const codesBy = Map.groupBy(Object.entries({ ...statuses, internal: 500 }), ([, status]) => status);

export const refusals = Array.from(codesBy, ([status, codes]) => ({
    status,
    codes: codes.map(([code]) => code as Code),
    meaning: meanings[status] ?? ''
})).toSorted((a, b) => a.status - b.status);
