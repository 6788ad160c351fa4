import type { Advice } from '../surfaces/pages/layout.ts';

/** What a customer should do after an error, by status. */
export const advice: Advice = {
    400: 'Go back, look at what you typed, and try again. Your answer was not taken yet.',
    403: 'Open the link in the mail again, and answer there. Your answer was not taken yet.',
    404: 'Open the link in the mail again, all of it. If that does not help, write to those who sent it to you.',
    409: 'Open the link in the mail again: it shows what was answered. If that is wrong, write to those who sent it to you.',
    413: 'Go back, shorten what you wrote, and try again. Your answer was not taken yet.',
    429: 'Wait a minute, then load the page again.'
};
