// One call of a tool, from either surface: its arguments are validated, its time is bounded, and it is recorded.
import { sha256 } from '../../../db/accounts/tokens.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { isStoreStuck, type Tx } from '../../../db/store/index.ts';
import { recordCall, type ToolCall, type ToolOutcome } from '../../../db/agents/calls.ts';
import type { App } from '../../app.ts';
import { validated } from '../http/fields.ts';
import { ToolFailure } from './failures.ts';
import type { Tool } from './tool.ts';

interface Attempt {
    outcome: ToolOutcome;
    input?: unknown;
    output?: object;
    error?: unknown;
}

/**
 * A call of a tool. `run` returns its output and records it. It refuses: invalid_field; and throws a ToolFailure for everything
 * that went wrong inside, unless the tool reports its failures in its output.
 */
export function toolCall<Arguments>(app: App, tool: Tool<Arguments>, read: () => unknown, token: string) {
    const began = app.now();
    const taken = takenBy(tool, read);
    const attempt = async (): Promise<Attempt> =>
        'error' in taken ? { outcome: 'bad_arguments', ...taken } : performed(app, tool, taken);
    return {
        /** What `run` is going to refuse of its arguments. */
        refusal: 'error' in taken ? taken.error : undefined,
        run: async () => recorded(app, tool, { began, token, ...(await attempt()) })
    };
}

async function recorded<Arguments>(
    app: App,
    tool: Tool<Arguments>,
    { began, token, outcome, input, output, error }: Attempt & { began: number; token: string }
) {
    const call = {
        at: began,
        token,
        tool: tool.name,
        outcome,
        ms: app.now() - began,
        argumentsDigest: digestOf(input),
        answerDigest: output ? digestOf(output) : null
    };
    // A call that only reads does not wait for its record; a change is on the record before it is acknowledged.
    if (tool.annotations.readOnlyHint) void recordSoon(app, call);
    else await app.store.write((tx) => recordCall(tx, call));
    if (output) return output;
    throw error;
}

const gathered = new WeakMap<App, ToolCall[]>();

/** Records all calls of one moment in one write. */
function recordSoon(app: App, call: ToolCall) {
    const waiting = gathered.get(app);
    if (waiting) return waiting.push(call);
    const calls = [call];
    gathered.set(app, calls);
    const record = async (tx: Tx) => {
        gathered.delete(app);
        for (const one of calls) await recordCall(tx, one);
    };
    return app.store.writeSoon(record).catch((err: unknown) => {
        gathered.delete(app);
        app.log.error({ err, calls: calls.length }, 'tool calls not recorded');
    });
}

/**
 * Returns the digest of a value as JSON, with long texts replaced by their digests: megabytes take long to be written as JSON.
 */
const digestOf = (value: unknown) =>
    sha256(
        JSON.stringify(value ?? null, (_, part: unknown) =>
            typeof part === 'string' && part.length > longText ? sha256(part) : part
        )
    );

const longText = 64 * 1024;

interface Taken<Arguments> {
    input: unknown;
    accepted: Arguments;
}

/** The arguments as they came and as the tool accepts them, or why it does not. */
function takenBy<Arguments>({ accepts, input: known }: Tool<Arguments>, read: () => unknown) {
    let input: unknown;
    try {
        input = read();
        const accepted = validated<Arguments>(accepts ?? known, withoutNulls(input), { convert: false });
        return { input, accepted };
    } catch (error) {
        if (error instanceof Refusal) return { input, error };
        throw error;
    }
}

async function performed<Arguments>(
    { log }: App,
    tool: Tool<Arguments>,
    { input, accepted }: Taken<Arguments>
): Promise<Attempt> {
    return withinTime(tool.timeout, async (signal) => tool.run(accepted, signal)).then(
        (output) => ({ outcome: 'ok', input, output }),
        (error: unknown) => ({ input, ...afterFailure(tool, error, log) })
    );
}

function afterFailure<Arguments>(
    { name, failed }: Tool<Arguments>,
    error: unknown,
    log: App['log']
): Attempt {
    const failure = error instanceof ToolFailure ? error : new ToolFailure(wordFor(error), error);
    if (!(error instanceof Refusal))
        log.warn({ err: failure.cause, tool: name, detail: failure.detail }, 'tool failed');
    const outcome = failure.detail === timedOut ? 'timed_out' : 'failed';
    if (failed) return { outcome, output: failed(failure.detail) };
    return { outcome, error: isStoreStuck(error) ? error : failure }; // an unavailable store is not an error of the tool
}

/** A refusal's message is for the caller; any other error is reported by its kind alone. */
function wordFor(error: unknown) {
    if (error instanceof Refusal) return error.message;
    return isStoreStuck(error) ? 'Unavailable' : 'Internal';
}

/** An argument that is null counts as absent. */
function withoutNulls(input: unknown) {
    return Object.fromEntries(Object.entries(input as object).filter(([, value]) => value !== null));
}

const timedOut = 'Timeout';

/** Stops waiting when the time is over, and aborts the signal of the work. */
function withinTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>) {
    const over = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(() => {
        over.abort();
        reject(new ToolFailure(timedOut));
    }, ms);
    work(over.signal)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    return promise;
}
