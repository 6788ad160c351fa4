// Failures of calls to other services inside a tool, in our words: theirs may hold a secret.
import type { OutgoingError } from '../../../config/outgoing.ts';
import { ToolFailure } from './failures.ts';

const words: Record<OutgoingError['code'], string> = {
    forbidden_address: 'ForbiddenAddress',
    timeout: 'Timeout',
    too_large: 'TooLarge',
    unreachable: 'Unreachable'
};

/** For `.catch` of a call, and of reading its response. Throws a ToolFailure. */
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
    if (isOutgoingError(error)) return error.code;
    const { name } = error as { name?: string };
    return name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'unreachable';
}

const isOutgoingError = (error: unknown): error is OutgoingError =>
    error instanceof Error && error.name === 'OutgoingError';
