// Which status of HTTP each refusal has, on the web and from tools.
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

type ToolRefusal = readonly [status: number, error: string];

/** The statuses of the tool server are its own, with the texts that the contract fixed. */
export const toolRefusals: Readonly<Partial<Record<Reason, ToolRefusal>> & { internal: ToolRefusal }> = {
    not_logged_in: [401, 'Unauthorized'],
    forbidden: [403, 'Forbidden'],
    unknown_tool: [404, 'Unknown tool'],
    not_found: [404, 'Unknown tool'],
    invalid_field: [400, 'Bad arguments'],
    unsupported_media_type: [400, 'Body must be application/json'],
    too_large: [413, 'Body too large'],
    too_many_requests: [429, 'Too many requests'],
    unavailable: [503, 'Unavailable'],
    internal: [500, 'Tool failed']
};

/** Whether WEB_FAILURE_STATUS sends a failure on the web as 200. */
export const isSoftened = (status: number) => ![401, 403, 429].includes(status) && status < 500;
