/** Why a rule refused. Each surface maps a reason to one status. */
export type Reason =
    | 'bad_nonce'
    | 'forbidden'
    | 'human_check'
    | 'insufficient_credits'
    | 'invalid_field'
    | 'invalid_key'
    | 'mail_refused'
    | 'not_found'
    | 'not_logged_in'
    | 'too_large'
    | 'too_many_requests'
    | 'unavailable'
    | 'unknown_action'
    | 'unknown_tool'
    | 'unsupported_media_type'
    | 'version_conflict'
    | 'wrong_state';

interface More {
    field?: string;
    retryAfter?: number;
    limit?: string;
    cause?: unknown;
}

/** A refusal by a rule. The message is for the person who sent the request: it contains no secret and no stored value. */
export class Refusal extends Error {
    readonly reason: Reason;
    /** For too_many_requests: seconds until a retry makes sense. */
    readonly retryAfter: number | undefined;

    /** For too_many_requests: the name of the limit that was reached, without personal data. */
    readonly limit: string | undefined;

    /** The field that is wrong, where it is one; else empty. */
    readonly field: string;

    constructor(reason: Reason, message: string, { field = '', retryAfter, limit, cause }: More = {}) {
        super(message, { cause });
        this.name = 'Refusal';
        this.reason = reason;
        this.field = field;
        this.retryAfter = retryAfter;
        this.limit = limit;
    }
}
