// Reading: a small pool of connections for all callers, always of the primary, where each sees what it has written.
import { closedStore, StoreUnavailable } from '../unavailable.ts';
import { type Ask, type Connection, failureOf, isLost, type Question } from './connections.ts';

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
/** How many prepared questions of one turn go out in one write over one connection. */
const mostTogether = 16;
/** For so long, in milliseconds, all callers fail immediately after a timeout of the database. */
const silence = 1000;

/** The connections, opened as they are needed. */
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
    return {
        /** The one with the fewest questions before it; another one is opened while all have some. */
        least,
        /** The one that the prepared questions of this turn share: they are short, and none waits long behind another. */
        ofTurn() {
            if (!turn || turn.room === 0 || !isUsable(turn.line)) {
                turn = { line: least(), room: mostTogether };
                process.nextTick(() => void (turn = undefined));
            }
            turn.room -= 1;
            return turn.line;
        },
        close: () => Promise.allSettled(lines.map(async ({ opening }) => (await opening).close()))
    };
}

/** Asks over a few connections, of which each prepares a question with a name once. */
export function openReaders(open: () => Promise<Connection>) {
    const lines = openLines(open);
    let silent: StoreUnavailable | undefined;
    let closed = false;

    function keepSilent(error: StoreUnavailable) {
        if (silent) return;
        silent = error;
        setTimeout(() => void (silent = undefined), silence).unref();
    }

    async function askOne(question: Question) {
        if (closed) throw closedStore();
        if (silent) throw silent;
        const line = question.name === undefined ? lines.least() : lines.ofTurn();
        line.asked += 1;
        try {
            return await (line.connection ?? (await line.opening)).ask(question);
        } catch (error) {
            if (error instanceof StoreUnavailable) keepSilent(error);
            throw error;
        } finally {
            line.asked -= 1;
        }
    }

    /** A connection may be lost long before it is used: the first query retries once on another. */
    const ask: Ask = (question) =>
        askOne(question)
            .catch((error: unknown) => {
                if (!isLost(error) || error instanceof StoreUnavailable) throw error;
                return askOne(question);
            })
            .catch((error: unknown) => {
                throw failureOf(error);
            });
    return {
        ask,
        async close() {
            closed = true;
            await lines.close();
        }
    };
}

const isUsable = ({ connection }: Line) => connection?.isOpen() ?? true;
