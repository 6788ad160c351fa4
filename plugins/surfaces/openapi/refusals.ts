// The refusals: each status with its codes, what they read like, and what whoever called should do.
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
    insufficient_credits: 'There are not enough credits.',
    bad_nonce: 'Security check failed.',
    forbidden: 'You do not have permission to perform this action.',
    not_found: 'Not found.',
    wrong_state: 'This is no longer possible.',
    version_conflict: 'Somebody else has changed this.',
    too_large: 'Request too large.',
    unsupported_media_type: 'Unsupported content type.',
    too_many_requests: 'Too many requests.',
    internal: 'Something went wrong on our side.',
    mail_refused: 'The mail server did not take the mail.',
    unavailable: 'The service is busy. Please try again.'
};

const meanings: Record<number, string> = {
    400: 'The call is wrong: an unknown action, a field, a used or expired key, a human check that failed.',
    401: 'Nobody is logged in, or the token is not good.',
    402: 'There are not enough credits.',
    403: 'The nonce is wrong or over, the page is of another site, or the caller may not do this.',
    404: 'There is no such thing, or none that the caller may see.',
    409: 'Its state does not allow this now.',
    412: 'Another version is there than If-Match names: read it again.',
    413: 'The body is too large.',
    415: 'The body is of another type.',
    429: 'Too many: Retry-After says how many seconds to wait.',
    500: 'Something is broken here. The log says more, by the X-Request-Id of the response.',
    502: 'The mail server did not take the mail.',
    503: 'Busy, or the store is away: nothing was changed unless the message says so; Retry-After says when to come again.'
};

const codesBy = Map.groupBy(Object.entries({ ...statuses, internal: 500 }), ([, status]) => status);

export const refusals = Array.from(codesBy, ([status, codes]) => ({
    status,
    codes: codes.map(([code]) => code as Code),
    meaning: meanings[status] ?? ''
})).toSorted((a, b) => a.status - b.status);
