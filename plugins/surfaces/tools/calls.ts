// One call of a tool, through whichever door it came: checked, bounded in time, written down.
import { sha256 } from '../../../db/tokens.ts';
import { Refusal } from '../../../db/refusal.ts';
import { isStoreStuck, type Tx } from '../../../db/store.ts';
import { recordCall, type ToolCall, type ToolOutcome } from '../../../db/tools/calls.ts';
import type { App } from '../../app.ts';
import { checked } from '../fields.ts';
import { ToolFailure } from './failures.ts';
import type { Tool } from './tool.ts';

interface Attempt {
    outcome: ToolOutcome;
    given?: unknown;
    answer?: object;
    error?: unknown;
}

/**
 * Answers what the tool answers. Refuses: invalid_field; throws a ToolFailure for everything that went wrong inside,
 * unless the tool tells of its failures in its answer.
 */
export async function callTool<Arguments>(
    app: App,
    tool: Tool<Arguments>,
    read: () => unknown,
    token: string
) {
    const began = app.now();
    const attempt = await attempted(app, tool, read);
    const { outcome, given, answer, error } = attempt;
    const call = {
        at: began,
        token,
        tool: tool.name,
        outcome,
        ms: app.now() - began,
        argumentsDigest: digestOf(given),
        answerDigest: answer ? digestOf(answer) : null
    };
    // Whoever only reads does not wait for it; whatever was changed is on the record before it is acknowledged.
    if (tool.annotations.readOnlyHint) void recordSoon(app, call);
    else await app.store.write((tx) => recordCall(tx, call));
    if (answer) return answer;
    throw error;
}

const gathered = new WeakMap<App, ToolCall[]>();

/** All calls of a moment in one write. */
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

const digestOf = (value: unknown) => sha256(JSON.stringify(value ?? null));

async function attempted<Arguments>(
    { log }: App,
    tool: Tool<Arguments>,
    read: () => unknown
): Promise<Attempt> {
    let given: unknown;
    let accepted: Arguments;
    try {
        given = read();
        accepted = checked<Arguments>(tool.accepts ?? tool.input, withoutNulls(given), { convert: false });
    } catch (error) {
        if (error instanceof Refusal) return { outcome: 'bad_arguments', given, error };
        throw error;
    }
    return withinTime(tool.timeout, async (signal) => tool.run(accepted, signal)).then(
        (answer) => ({ outcome: 'ok', given, answer }),
        (error: unknown) => ({ given, ...afterFailure(tool, error, log) })
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
    return failed ? { outcome, answer: failed(failure.detail) } : { outcome, error: failure };
}

/** A rule's own words are for whoever asked; of everything else only the kind is told. */
function wordFor(error: unknown) {
    if (error instanceof Refusal) return error.message;
    return isStoreStuck(error) ? 'Unavailable' : 'Internal';
}

/** An argument given as null is an argument not given. */
function withoutNulls(given: unknown) {
    return Object.fromEntries(Object.entries(given as object).filter(([, value]) => value !== null));
}

const timedOut = 'Timeout';

/** Ends waiting when the time is over; the work is told by its signal. */
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
