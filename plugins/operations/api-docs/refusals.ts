// The refusals of the web surface: each status with its codes, and what whoever called should do.
import { statuses } from '../../surfaces/http/statuses.ts';

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
    codes: codes.map(([code]) => code),
    meaning: meanings[status] ?? ''
})).toSorted((a, b) => a.status - b.status);
