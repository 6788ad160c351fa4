// Failures of tools, and how the tool server reports them: {error, detail?}, in the texts that the contract fixed.
import { Refusal } from '../../../db/store/refusal.ts';
import { isStoreStuck } from '../../../db/store/index.ts';
import type { OutgoingError } from '../../../config/outgoing.ts';
import { MalformedBody } from '../http/bodies/parsing.ts';
import { InvalidField } from '../http/fields.ts';
import { toolRefusals } from '../http/statuses.ts';

const toolName = /^[a-z0-9_]{1,64}$/;

/** A failure of a tool; `detail` has the reason in a few words, without internals. */
export class ToolFailure extends Error {
    readonly detail: string;

    constructor(detail: string, cause?: unknown) {
        super(`tool failed: ${detail}`, { cause });
        this.name = 'ToolFailure';
        this.detail = detail;
    }
}

/** No tool has this name, or this token may not call it. The name is repeated where it could be the name of a tool. */
export class UnknownTool extends Refusal {
    readonly tool: string | undefined;

    constructor(name: unknown) {
        super('unknown_tool', 'Unknown tool');
        this.tool = typeof name === 'string' && toolName.test(name) ? name : undefined;
    }
}

/** Status and body for any failure. */
export function toolFailureOf(error: unknown): { status: number; body: { error: string; detail?: string } } {
    if (error instanceof MalformedBody) return { status: 400, body: { error: 'Malformed JSON body' } };
    if (isStoreStuck(error)) return { status: 503, body: { error: 'Unavailable' } };
    const [status, text] = (error instanceof Refusal && toolRefusals[error.reason]) || toolRefusals.internal;
    const detail = detailOf(error) ?? (status === 500 ? 'Internal' : undefined);
    return { status, body: { error: text, ...(detail !== undefined && { detail }) } };
}

function detailOf(error: unknown) {
    if (error instanceof UnknownTool) return error.tool;
    if (error instanceof InvalidField) return error.message.slice(0, 200); // it names a key, which may be long
    return error instanceof ToolFailure ? error.detail : undefined;
}

const words: Record<OutgoingError['code'], string> = {
    forbidden_address: 'ForbiddenAddress',
    timeout: 'Timeout',
    too_large: 'TooLarge',
    unreachable: 'Unreachable'
};

/**
 * Failures of calls to other services inside a tool, in our words: theirs may hold a secret. For `.catch` of a call, and of
 * reading its response. Throws a ToolFailure.
 */
export function callFailed(error: unknown): never {
    throw new ToolFailure(words[codeOf(error)], new Error(`outgoing call: ${codesOf(error).join(', ')}`));
}

/** Only codes are logged: the message of a library may repeat a header or an address with a secret in it. */
function codesOf(error: unknown): string[] {
    const { code, name, cause } = error as { code?: unknown; name?: string; cause?: unknown };
    return [typeof code === 'string' ? code : String(name), ...(cause ? codesOf(cause) : [])];
}

/** A body that breaks off throws errors of the Web API. */
function codeOf(error: unknown): OutgoingError['code'] {
    const { name, code } = error as OutgoingError;
    if (name === 'OutgoingError') return code;
    return name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'unreachable';
}
