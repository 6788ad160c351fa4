// Failures of tools, and how the tool server reports them: {error, detail?}, in the texts that the contract fixed.
import { Refusal } from '../../../db/store/refusal.ts';
import { isStoreStuck } from '../../../db/store/index.ts';
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
