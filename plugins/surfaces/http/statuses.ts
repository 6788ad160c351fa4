// Which status of HTTP each refusal has.
import type { Reason } from '../../../db/store/refusal.ts';

export const statuses: Readonly<Record<Reason, number>> = {
    unknown_action: 400,
    unknown_tool: 404,
    invalid_field: 400,
    invalid_key: 400,
    mail_refused: 502,
    human_check: 400,
    not_logged_in: 401,
    insufficient_credits: 402,
    bad_nonce: 403,
    forbidden: 403,
    not_found: 404,
    wrong_state: 409,
    version_conflict: 412,
    too_large: 413,
    unsupported_media_type: 415,
    too_many_requests: 429,
    unavailable: 503
};

/** Whether a failure on the web is sent as 200 where WEB_FAILURE_STATUS says so. */
export const isSoftened = (status: number) => ![401, 403, 429].includes(status) && status < 500;
