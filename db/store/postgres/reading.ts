// Reading: a few connections that everybody asks over at once, always of the primary, where each sees what it has written.
import { closedStore, StoreAway } from '../away.ts';
import { type Ask, type Connection, failureOf } from './connections.ts';
import type { Question } from './wire.ts';

interface Line {
    asked: number;
    connection: Connection | undefined;
    opening: Promise<Connection>;
}

interface Turn {
    line: Line;
    /** How many more may be asked over it. */
    room: number;
}

const mostLines = 4;
/** How many prepared questions of one turn go out in one write over one connection, and come back in one answer. */
const mostTogether = 16;
/** For so long, in milliseconds, everybody is told at once that the database was silent: who asks twice waits once. */
const silence = 1000;

/** Each question goes to the connection with the fewest before it; another one is opened while all have some. */
function openLines(open: () => Promise<Connection>) {
    let lines: Line[] = [];
    let turn: Turn | undefined;

    function add() {
        const line: Line = { asked: 0, connection: undefined, opening: open() };
        const drop = () => void (lines = lines.filter((one) => one !== line));
        line.opening.then((connection) => void (line.connection = connection), drop);
        lines.push(line);
        return line;
    }

    function least() {
        lines = lines.every(isUsable) ? lines : lines.filter(isUsable);
        const [first = add(), ...others] = lines;
        const best = others.reduce((least, line) => (line.asked < least.asked ? line : least), first);
        return best.asked > 0 && lines.length < mostLines ? add() : best;
    }

    function beginTurn() {
        const line = least();
        turn = { line, room: mostTogether };
        process.nextTick(() => {
            turn = undefined;
            line.connection?.sync().catch(() => undefined); // whoever asked is told
        });
        return turn;
    }
    return {
        least,
        /** The connection that the prepared questions of this turn share. */
        ofTurn() {
            const shared = turn && turn.room > 0 && isUsable(turn.line) ? turn : beginTurn();
            shared.room -= 1;
            return shared.line;
        },
        close: () => Promise.allSettled(lines.map(async ({ opening }) => (await opening).close()))
    };
}

/** Opens the connections for reading, as they are needed. */
export function openReaders(open: () => Promise<Connection>) {
    const lines = openLines(open);
    let silent: StoreAway | undefined;
    let closed = false;

    function keepSilent(error: StoreAway) {
        if (silent) return;
        silent = error;
        setTimeout(() => void (silent = undefined), silence).unref();
    }

    async function askOver(choose: () => Line, question: Question) {
        if (closed) throw closedStore();
        if (silent) throw silent;
        const line = choose();
        line.asked += 1;
        try {
            if (!line.connection) return await (await line.opening).ask({ ...question, unheard: false });
            return await line.connection.ask(question);
        } catch (error) {
            if (error instanceof StoreAway) keepSilent(error);
            throw error;
        } finally {
            line.asked -= 1;
        }
    }

    const askAlone = (question: Question) => askOver(lines.least, question);
    const askTogether = (question: Question) => askOver(() => lines.ofTurn(), { ...question, unheard: true });

    /**
     * Whoever meets a failure asks once more, alone: the connection may have been lost for long, and a question that fails
     * takes those of its turn with it that are behind it.
     */
    const ask: Ask = async (question) => {
        try {
            return await (question.name === undefined ? askAlone(question) : askTogether(question));
        } catch (error) {
            if (error instanceof StoreAway) throw error;
            return await askAlone(question).catch((again: unknown) => {
                throw failureOf(again);
            });
        }
    };
    return {
        ask,
        async close() {
            closed = true;
            await lines.close();
        }
    };
}

const isUsable = ({ connection }: Line) => connection?.isOpen() ?? true;
