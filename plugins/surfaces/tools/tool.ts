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
    /** Whether the fast path may answer it (see fast-path/). It only reads, has a short output, and reports every failure in it. */
    hot?: boolean;
    title: string;
    description: string;
    /** The schema of the arguments, in the catalog and for each call. An argument that is null counts as absent. */
    input: Joi.ObjectSchema;
    /** A wider schema for a tool that reports wrong arguments inside a 200; `run` validates them itself. */
    accepts?: Joi.ObjectSchema;
    output: Joi.ObjectSchema;
    annotations: Annotations;
    /** Milliseconds for one call. */
    timeout: number;
    maxBytes?: number;
    /**
     * The output that reports a failure inside a 200, for the tools for which the contract requires it; without it a failure is a
     * 500.
     */
    failed?: (message: string) => { error: string };
    run: (input: Arguments, signal: AbortSignal) => Promise<object>;
}
