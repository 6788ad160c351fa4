// What a connection is waiting for, in the order in which it was asked, and what comes in for it.
import type { EventEmitter } from 'node:events';

type Decode = (text: string) => unknown;

export interface Statement {
    name: string;
    /** Undefined until the database has described the columns. */
    decoders: Decode[] | undefined;
}

interface Expected {
    /** Undefined for a command, whose rows nobody wants. */
    statement?: Statement | undefined;
    /** Whether the database says that it is ready behind it. What fails fails all up to there. */
    isEnd: boolean;
}

interface Answer {
    rows: unknown[][];
    /** What the database calls the command: SELECT 1, COMMIT. */
    tag: string;
}

type Asked = Expected & Answer & { failure: unknown; settle: (asked: Asked) => void };

interface Receiver {
    /** Returns the function that reads a value of the type with this number. */
    decoderOf: (type: number) => Decode;
    /** The database may not know this statement. */
    forget: (statement: Statement) => void;
    /** Something has failed, and no end is on its way behind it. */
    end: () => void;
    heard: () => void;
    /** Nothing can be asked any more. */
    lost: () => void;
}

/** Hears what `line` tells, in place of pg, which would look for the query that it has sent. */
export function receiveAnswers(line: EventEmitter, receiver: Receiver) {
    const waiting: Asked[] = [];

    function settleFirst() {
        const asked = waiting.shift();
        asked?.settle(asked);
    }

    function lose(reason: unknown) {
        receiver.lost();
        for (const asked of waiting.splice(0)) {
            asked.failure ??= reason;
            asked.settle(asked);
        }
    }

    /** The database looks at nothing more up to the next end. */
    function fail(error: unknown) {
        if (!waiting.some(({ isEnd }) => isEnd)) receiver.end();
        for (let asked = waiting[0]; asked; asked = waiting[0]) {
            asked.failure ??= error;
            if (asked.statement && !asked.statement.decoders) receiver.forget(asked.statement);
            if (asked.isEnd) return;
            settleFirst();
        }
    }

    listen(line, {
        ...unused,
        ...rowListeners(() => waiting[0], receiver),
        commandComplete({ text }: { text: string }) {
            const [asked] = waiting;
            if (!asked) return;
            asked.tag = text;
            if (!asked.isEnd) settleFirst();
        },
        errorMessage(error: unknown) {
            if (waiting.length === 0) lose(error); // said by a server that ends
            else fail(error);
        },
        readyForQuery() {
            receiver.heard();
            settleFirst();
        }
    });

    return {
        expect(expected: Expected) {
            const { promise, resolve, reject } = Promise.withResolvers<Answer>();
            const settle = (asked: Asked) =>
                asked.failure === undefined ? resolve(asked) : reject(asked.failure);
            waiting.push({ ...expected, rows: [], tag: '', failure: undefined, settle });
            return promise;
        },
        isWaiting: () => waiting.length > 0,
        /** Fails all that is waited for. */
        lose
    };
}

type Listeners = Record<string, (message: never) => void>;

const nothing = () => undefined;
/** What says nothing that is not said by what follows it. */
const unused: Listeners = { emptyQuery: nothing, parseComplete: nothing, portalSuspended: nothing };

const rowListeners = (first: () => Asked | undefined, { decoderOf }: Receiver): Listeners => ({
    rowDescription({ fields }: { fields: { dataTypeID: number }[] }) {
        const statement = first()?.statement;
        if (statement) statement.decoders = fields.map((field) => decoderOf(field.dataTypeID));
    },
    noData() {
        const statement = first()?.statement;
        if (statement) statement.decoders = [];
    },
    dataRow({ fields }: { fields: (string | null)[] }) {
        const asked = first();
        if (asked?.statement?.decoders) asked.rows.push(decoded(fields, asked.statement.decoders));
    }
});

function listen(line: EventEmitter, listeners: Listeners) {
    for (const [name, listener] of Object.entries(listeners))
        line.removeAllListeners(name).on(name, listener as (message: unknown) => void);
}

const decoded = (fields: (string | null)[], decoders: Decode[]) =>
    fields.map((text, place) => (text === null ? null : decoders[place]?.(text)));
