// The interface of the human check, for its drivers and for the routes that require it.
import { Refusal } from '../../../db/store/refusal.ts';

/** The actions that require a check; a token for one action is not valid for another. */
export const checkedActions = ['reset_password', 'request_password_reset', 'intake', 'login'] as const;
export type CheckedAction = (typeof checkedActions)[number];

export interface HumanCheck {
    /** Verifies a token, which is valid once. Refuses: human_check; unavailable when the verifier cannot be reached. */
    pass: (token: string, action: CheckedAction) => Promise<void>;
}

export const notHuman = () =>
    new Refusal('human_check', 'Human verification failed.', { field: 'recaptcha_token' });
