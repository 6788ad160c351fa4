// The result of a form, in words for its sender.
import type { Request, ResponseObject } from '@hapi/hapi';
import { type Reason, Refusal } from '../../../../db/store/refusal.ts';
import { InvalidField } from '../../http/fields.ts';

/** The outcome, and the data of the response. `says` is the confirmation, where the response has none. */
export function outcomeOf({ plugins, route }: Request, { source }: ResponseObject, says = '') {
    // The build actions have their fields at the top.
    const { data = source } = source as unknown as { data?: { message?: string } };
    const message = (data as { message?: string }).message ?? '';
    if (!plugins.errors) return { data, done: true, message: message || says, code: '', field: '' };
    const { cause } = plugins.errors;
    if (!(cause instanceof Refusal)) return { data, done: false, message, code: 'internal', field: '' };
    const { reason: code, field } = cause;
    const isLoggedOut = code === 'not_logged_in' && route.settings.auth; // otherwise it is a wrong password
    const words = isLoggedOut ? loggedOut : userMessageFor(cause);
    return { data, done: false, message: words ?? message, code, field };
}

const loggedOut = 'You were signed out, and nothing was saved. Check your entries and submit again.';

/** What to do now, where the message of the refusal does not include it. */
function userMessageFor(refusal: Refusal) {
    const { reason, message, field, retryAfter } = refusal;
    if (reason === 'too_many_requests' && retryAfter !== undefined)
        return `${message} Wait ${minutes(retryAfter)}, then try again.`;
    if (reason !== 'invalid_field') return sentences[reason];
    // A rule that names its field speaks to people; the others speak to programs.
    return refusal instanceof InvalidField || field === '' ? sentences.invalid_field : undefined;
}

function minutes(seconds: number) {
    const whole = Math.ceil(seconds / 60);
    return whole > 1 ? `${whole} minutes` : 'a minute';
}

const sentences: Partial<Record<Reason, string>> = {
    invalid_field: 'Some entries are not valid. Check what you entered and try again.',
    too_large: 'The text is too long. Shorten it and try again.',
    bad_nonce: 'This page expired, and nothing was saved. Submit it again.'
};
