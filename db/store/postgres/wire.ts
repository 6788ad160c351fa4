// Asks over a connection that pg has opened, in place of pg's own queries: those have the columns of a statement described
// each time, write to the socket by themselves, and make a result with names of columns that nobody here looks at.
import type { EventEmitter } from 'node:events';
import { receiveAnswers, type Statement } from './answers.ts';

/** A question to the database: rows come back as lists of values. What has a name is prepared once on a connection. */
export interface Question {
    text: string;
    values: unknown[];
    name?: string | undefined;
    /** Its answer comes with that of what is asked behind it: of a write that returns no rows, inside a transaction. */
    unheard?: boolean;
}

/** What pg's Connection sends and tells. */
interface Line extends EventEmitter {
    readonly stream: { cork(): void; uncork(): void };
    close(statement: { type: string; name: string }, more: boolean): void;
    parse(statement: { name: string; text: string; types: never[] }, more: boolean): void;
    describe(statement: { type: string; name: string }, more: boolean): void;
    bind(portal: { statement: string; values: (string | Buffer | null)[] }, more: boolean): void;
    execute(portal: null, more: boolean): void;
    sync(): void;
    query(command: string): void;
}

export interface Wire {
    ask: (question: Question) => Promise<unknown[][]>;
    /** Sends a command without parameters. Resolves with what the database calls the last of its commands. */
    run: (command: string) => Promise<string>;
    /** Resolves when all that was asked is answered: what is unheard is answered by then, if by nothing else. */
    sync: () => Promise<void>;
    isWaiting: () => boolean;
    /** Fails what waits for an answer, and whatever is asked from now on. */
    lose: (reason: unknown) => void;
}

interface Listener {
    /** Returns the function that reads a value of the type with this number. */
    decoderOf: (type: number) => (text: string) => unknown;
    /** An answer has come. */
    heard: () => void;
    /** Nothing can be asked any more. */
    lost: () => void;
}

/** Takes a connection over from pg, which has logged in. */
export function openWire(line: Line, listener: Listener): Wire {
    const statements = preparedOn(line);
    const answers = receiveAnswers(line, { ...listener, forget: statements.forget, end: endUnheard });
    const gather = gatherer(line.stream);
    let isOpenEnded = false; // behind what was sent last the database is not to say that it is ready
    let lost: { reason: unknown } | undefined;

    function end() {
        isOpenEnded = false;
        line.sync();
        return answers.expect({ isEnd: true });
    }

    function endUnheard() {
        end().catch(() => undefined);
    }

    function begin() {
        if (lost) throw lost.reason;
        gather();
    }

    return {
        async ask(question) {
            begin();
            const values = question.values.map(encoded);
            const statement = statements.get(question);
            line.bind({ statement: statement.name, values }, true);
            line.execute(null, true);
            const isEnd = question.unheard !== true;
            if (isEnd) line.sync();
            isOpenEnded = !isEnd;
            return (await answers.expect({ statement, isEnd })).rows;
        },
        async run(command) {
            begin();
            if (isOpenEnded) endUnheard(); // or an error would swallow the command
            line.query(command);
            const { tag } = await answers.expect({ isEnd: true });
            return tag.split(' ')[0] ?? '';
        },
        async sync() {
            begin();
            if (answers.isWaiting()) await end();
        },
        isWaiting: answers.isWaiting,
        lose(reason) {
            lost ??= { reason };
            answers.lose(reason);
        }
    };
}

/** The statements that one connection has prepared. */
function preparedOn(line: Line) {
    const known = new Map<string, Statement>();

    /** The database tells the columns once it knows the statement, before anything of its use can fail. */
    function prepare({ name = '', text }: Question) {
        const statement: Statement = { name, decoders: undefined };
        if (name !== '') {
            known.set(name, statement);
            line.close({ type: 'S', name }, true); // it may be there, although what asked for it first has failed
        }
        line.parse({ name, text, types: [] }, true);
        line.describe({ type: 'S', name }, true);
        return statement;
    }
    return {
        get: (question: Question) => known.get(question.name ?? '') ?? prepare(question),
        forget: (statement: Statement) => {
            if (known.get(statement.name) === statement) known.delete(statement.name);
        }
    };
}

/** Whatever is asked in one turn goes out in one write. */
function gatherer(stream: Line['stream']) {
    let gathering = false;
    return () => {
        if (gathering) return;
        gathering = true;
        stream.cork();
        process.nextTick(() => {
            gathering = false;
            stream.uncork();
        });
    };
}

function encoded(value: unknown) {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw new TypeError('a value of a statement is a text, a number or bytes');
}
