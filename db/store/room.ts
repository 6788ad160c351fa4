// A store remembers that its disk is full: reads still succeed, so that only a failed write shows it.
import type { Store } from './interface.ts';

type Engine = Omit<Store, 'lack' | 'proveRoom'>;

/** Codes of SQLite, and of PostgreSQL for its disk. */
const lacking = /^(SQLITE_FULL|SQLITE_IOERR\w*|53100|58030)$/;

/** Adds to an engine what it knows of the room on its disk. */
export function mindRoom(engine: Engine): Store {
    let lack: string | undefined;
    const minding =
        (write: Store['write']): Store['write'] =>
        (work) =>
            write(work).catch((error: unknown) => {
                lack = lackIn(error) ?? lack;
                throw error;
            });
    const write = minding(engine.write);
    return {
        ...engine,
        write,
        writeSoon: minding(engine.writeSoon),
        lack: () => lack,
        async proveRoom(work) {
            await write(work);
            lack = undefined;
        }
    };
}

/** The code of a full disk in this error or in its causes. */
function lackIn(error: unknown): string | undefined {
    if (!(error instanceof Error)) return undefined;
    const { code } = error as { code?: unknown };
    return typeof code === 'string' && lacking.test(code) ? code : lackIn(error.cause);
}
