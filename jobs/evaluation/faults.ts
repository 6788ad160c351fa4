/** The reasons why an evaluator returned nothing: its own faults or its server's, never a sage's or a candidate's. */
export type FaultCode =
    | 'unreachable'
    | 'timeout'
    | 'rate_limited'
    | 'refused'
    | 'server_error'
    | 'monthly_limit'
    | 'not_set_up';

/** An evaluator is unavailable. The message contains no address, no key and no text of a candidate. */
export class EvaluatorFault extends Error {
    readonly code: FaultCode;

    constructor(code: FaultCode, detail = '') {
        super(`evaluator: ${code}${detail === '' ? '' : ` (${detail})`}`);
        this.name = 'EvaluatorFault';
        this.code = code;
    }
}

const temporary: readonly FaultCode[] = ['unreachable', 'timeout', 'rate_limited', 'server_error'];

/** Whether the evaluator may answer later although nobody changes a setting. */
export const isTemporary = (error: unknown) =>
    error instanceof EvaluatorFault && temporary.includes(error.code);

/** Whether an early retry would be useless. */
export const isLasting = (error: unknown) =>
    error instanceof EvaluatorFault && (error.code === 'monthly_limit' || error.code === 'not_set_up');

/** For a job of the night: after a fault that lasts nothing is stored, and the next night asks again. */
export function unlessLasting(error: unknown): undefined {
    if (!isLasting(error)) throw error;
}
