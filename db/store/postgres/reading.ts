// Reading: a few connections that everybody asks over at once, always of the primary, where each sees what it has written.
import { closedStore, StoreAway } from '../away.ts';
import { type Ask, type Connection, failureOf, isLost, type Question } from './connections.ts';

interface Line {
    asked: number;
    connection: Connection | undefined;
    opening: Promise<Connection>;
}

const mostLines = 4;
/** For so long, in milliseconds, everybody is told at once that the database was silent: who asks twice waits once. */
const silence = 1000;

/** Each question goes to the connection with the fewest before it; another one is opened while all have some. */
export function openReaders(open: () => Promise<Connection>) {
    let lines: Line[] = [];
    let silent: StoreAway | undefined;
    let closed = false;

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

    function keepSilent(error: StoreAway) {
        if (silent) return;
        silent = error;
        setTimeout(() => void (silent = undefined), silence).unref();
    }

    async function askOne(question: Question) {
        if (closed) throw closedStore();
        if (silent) throw silent;
        const line = least();
        line.asked += 1;
        try {
            return await (line.connection ?? (await line.opening)).ask(question);
        } catch (error) {
            if (error instanceof StoreAway) keepSilent(error);
            throw error;
        } finally {
            line.asked -= 1;
        }
    }

    /** A connection that was lost may have been so for long: whoever meets it first asks once more over another. */
    const ask: Ask = (question) =>
        askOne(question)
            .catch((error: unknown) => {
                if (!isLost(error) || error instanceof StoreAway) throw error;
                return askOne(question);
            })
            .catch((error: unknown) => {
                throw failureOf(error);
            });
    return {
        ask,
        async close() {
            closed = true;
            await Promise.allSettled(lines.map(async ({ opening }) => (await opening).close()));
        }
    };
}

const isUsable = ({ connection }: Line) => connection?.isOpen() ?? true;
