// What a human check is, for its drivers and for the routes that ask for one.
import { Refusal } from '../../../db/refusal.ts';

/** The actions that a check is made for; a check for one does not pass for another. */
export const checkedActions = ['reset_password', 'request_password_reset', 'intake'] as const;
export type CheckedAction = (typeof checkedActions)[number];

export interface HumanCheck {
    /** Passes once. Refuses: human_check; unavailable when the verifier cannot be asked. */
    pass: (token: string, action: CheckedAction) => Promise<void>;
}

export const notHuman = () =>
    new Refusal('human_check', 'Human verification failed.', { field: 'recaptcha_token' });
