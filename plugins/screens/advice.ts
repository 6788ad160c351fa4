import type { Advice } from '../surfaces/pages/layout.ts';

/** What a candidate should do after an error, by status. */
export const advice: Advice = {
    400: 'Go back, look at what you typed, and try again. What was saved before is kept.',
    403: 'Open the link in your invitation again, and go on from there.',
    404: 'Open the link in your invitation again, all of it. If that does not help, write to those who invited you.',
    409: 'Open the link in your invitation again: it shows how far you are.',
    413: 'Go back, shorten your answer, and save it again. What was saved before is kept.',
    429: 'Wait a minute, then load the page again. What was saved is kept.',
    500: 'Load the page again in a moment. What was saved is kept.',
    503: 'Load the page again in a moment. What was saved is kept.'
};
