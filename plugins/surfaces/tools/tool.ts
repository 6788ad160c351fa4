import type Joi from 'joi';

/** Hints for agents, as the Model Context Protocol defines them. */
interface Annotations {
    readOnlyHint: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint: boolean;
}

export interface Tool<Arguments = unknown> {
    name: string;
    title: string;
    description: string;
    /** What the catalog says of the arguments, and what they must be. An argument given as null is not given. */
    input: Joi.ObjectSchema;
    /** What is let through to `run` where it checks for itself, because its failures stand inside a 200. */
    accepts?: Joi.ObjectSchema;
    output: Joi.ObjectSchema;
    annotations: Annotations;
    /** Milliseconds for one call. */
    timeout: number;
    maxBytes?: number;
    /** The answer that tells of a failure inside a 200; left out, a failure is a 500. */
    failed?: (message: string) => object;
    run: (given: Arguments, signal: AbortSignal) => Promise<object>;
}
