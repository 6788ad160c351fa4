// Connections to PostgreSQL. One that stays silent is closed, and what it was asked fails.
import { Socket } from 'node:net';
import { Client, DatabaseError } from 'pg';
import { StoreUnavailable, StoreInDoubt } from '../unavailable.ts';

/** A question to the database: rows come back as lists of values. What has a name is prepared once on a connection. */
export interface Question {
    text: string;
    values: unknown[];
    name?: string | undefined;
    /** A statement that does not wait for its result: a write without returned rows, inside a transaction. */
    unheard?: boolean;
}

export type Ask = (question: Question) => Promise<unknown[][]>;

/** Statements are pipelined: each is sent immediately, without waiting for the results of earlier ones. */
export interface Connection {
    ask: Ask;
    /** Sends a command without parameters. Resolves with what the database calls it: COMMIT, ROLLBACK. */
    run(command: string): Promise<string>;
    isOpen(): boolean;
    /** Waits for what was asked, then closes. */
    close(): Promise<void>;
}

export interface Address {
    url: string;
    /** Whether statements are named; a pooler may hand each transaction a session that has prepared others. */
    named: boolean;
}

const bytes = (text: string) => Buffer.from(text.slice(2), 'hex');
const asItIs = (text: string) => text;

/** By PostgreSQL's number of the type: what SQLite returns for it. All integers of the store are safe ones. */
const decoders = new Map<number, (text: string) => unknown>([
    [16, (text) => (text === 't' ? 1 : 0)],
    [17, bytes],
    [20, Number],
    [21, Number],
    [23, Number],
    [1700, Number]
]);
const types = { getTypeParser: (type: number) => decoders.get(type) ?? asItIs };

const patience = 4250; // more than a statement may take, and with a tick less than callers wait

interface Manner {
    /** Whether an answer may take as long as it takes. */
    slowly?: boolean;
    /** The socket of the connection, for callers that also need it. */
    socket?: Socket;
}

/** Opens a connection. Throws what pg throws. */
export async function connect(
    { url, named }: Address,
    { slowly = false, socket = new Socket() }: Manner = {}
): Promise<Connection> {
    const client = new Client({
        connectionString: url,
        stream: () => socket,
        keepAlive: true,
        pipeline: true,
        types
    });
    const silence = watchSilence(() => socket.destroy(new StoreUnavailable('the database is silent')));
    let open = true;
    const shut = () => {
        open = false;
        silence.end();
    };
    client.on('error', shut);
    client.on('end', shut);
    await silence.until(client.connect()).catch((error: unknown) => {
        shut();
        throw error;
    });
    const until: typeof silence.until = slowly ? (answer) => answer : silence.until;
    const gather = gatherer(socket);
    return {
        async ask({ text, values, name }) {
            gather();
            const question = { text, values, name: named ? name : undefined, rowMode: 'array' as const };
            const { rows } = await until(client.query<unknown[]>(question));
            return rows;
        },
        async run(command) {
            gather();
            const results = await until(client.query(command));
            return (Array.isArray(results) ? results.at(-1) : results)?.command ?? '';
        },
        isOpen: () => open,
        close: () => (open ? silence.until(endOf(client)) : Promise.resolve())
    };
}

/** Whatever is asked in one turn goes out in one write. */
function gatherer(socket: Socket) {
    let gathering = false;
    return () => {
        if (gathering) return;
        gathering = true;
        socket.cork();
        process.nextTick(() => {
            gathering = false;
            socket.uncork();
        });
    };
}

/** pg's own promise stays open for ever where the connection has just been lost. */
function endOf(client: Client) {
    const { promise, resolve } = Promise.withResolvers<void>();
    client.once('end', resolve);
    client.end().catch(() => undefined);
    return promise;
}

const tick = 250;

/** Calls `expire` when no answer came for more than four seconds although some are waited for. */
function watchSilence(expire: () => void) {
    let expected = 0;
    let heard = 0;
    const runningTime = startLivedTime(tick, () => {
        if (expected === 0) heard = runningTime.now();
        if (runningTime.now() - heard > patience) expire();
    });
    return {
        until: async <T>(answer: Promise<T>) => {
            expected += 1;
            try {
                return await answer;
            } finally {
                expected -= 1;
                heard = runningTime.now();
            }
        },
        end: runningTime.stop
    };
}

const codeOf = (error: unknown) => (error instanceof DatabaseError ? (error.code ?? '') : '');

/** A serialization failure or a deadlock of two concurrent transactions. */
export const isConflict = (error: unknown) => ['40001', '40P01'].includes(codeOf(error));

/** Another session has held a lock for longer than the timeout. */
export const isLockTimeout = (error: unknown) => codeOf(error) === '55P03';

/** A row with this key was inserted by a concurrent transaction: a retry sees it. */
export const isCollision = (error: unknown) => codeOf(error) === '23505';

/** Whether the connection ended, instead of the database refusing one question. */
export const isLost = (error: unknown) =>
    error instanceof DatabaseError ? error.severity !== 'ERROR' : !(error instanceof TypeError);

const stuck = /^(08|25006|40001|40P01|53|55P03|57|58)/;

/** Converts an error for callers: StoreUnavailable, unless the query caused it. */
export function failureOf(error: unknown) {
    if (error instanceof StoreInDoubt || error instanceof StoreUnavailable) return error;
    if (!isLost(error) && !stuck.test(codeOf(error))) return error;
    return new StoreUnavailable('the database is away', { cause: error });
}

/**
 * Counts the milliseconds in which this process was running. Data that arrived while it was frozen or had no CPU is read before
 * the next tick, so that no peer is declared silent because this process did not listen.
 */
export function startLivedTime(tick: number, onTick: () => void = () => undefined) {
    let runningTime = 0;
    const timer = setInterval(() => {
        runningTime += tick;
        onTick();
    }, tick).unref();
    return { now: () => runningTime, stop: () => clearInterval(timer) };
}
