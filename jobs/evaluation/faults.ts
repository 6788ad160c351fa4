/** Why an evaluator gave nothing: its own fault or its server's, never that of a sage or of a candidate. */
export type FaultCode =
    | 'unreachable'
    | 'timeout'
    | 'rate_limited'
    | 'refused'
    | 'server_error'
    | 'monthly_limit'
    | 'not_set_up';

/** An evaluator that cannot be asked now. Names no address, no key and nothing that a candidate wrote. */
export class EvaluatorFault extends Error {
    readonly code: FaultCode;

    constructor(code: FaultCode, detail = '') {
        super(`evaluator: ${code}${detail === '' ? '' : ` (${detail})`}`);
        this.name = 'EvaluatorFault';
        this.code = code;
    }
}

/** Whether asking the evaluator again soon would not help. */
export const isLasting = (error: unknown) =>
    error instanceof EvaluatorFault && (error.code === 'monthly_limit' || error.code === 'not_set_up');
