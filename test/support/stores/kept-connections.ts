// Connections to a database of tests that its stores use one after the other: to open one takes PostgreSQL longer than most
// tests ask of it. What a store knows of its connections it still learns for itself.
import { Socket } from 'node:net';
import { closedStore } from '../../../db/store/unavailable.ts';
import { type Address, connect, type Connection } from '../../../db/store/postgres/connections.ts';

interface Kept {
    connection: Connection;
    socket: Socket;
}

/** Opens connections to a database, each of which is there for the next who asks for one once it is closed. */
export function keepConnections(address: Address) {
    const free: Kept[] = [];

    function lastOpen(): Kept | undefined {
        const kept = free.pop();
        return !kept || kept.connection.isOpen() ? kept : lastOpen();
    }
    return async function open(): Promise<Connection> {
        const kept = lastOpen() ?? (await openOne(address));
        kept.socket.ref();
        return lend(kept, () => {
            kept.socket.unref(); // tests that have ended do not wait for it
            free.push(kept);
        });
    };
}

async function openOne(address: Address): Promise<Kept> {
    const socket = new Socket();
    return { socket, connection: await connect(address, { socket }) };
}

/** A connection that answers until it is closed, and then is given back. One that is of no more use really ends. */
function lend({ connection }: Kept, giveBack: () => void): Connection {
    let closed = false;
    return {
        ask: (question) => (closed ? Promise.reject(closedStore()) : connection.ask(question)),
        run: (command) => (closed ? Promise.reject(closedStore()) : connection.run(command)),
        isOpen: () => !closed && connection.isOpen(),
        async close() {
            if (closed) return;
            closed = true;
            const answered = connection.run('begin; rollback'); // waits for what was asked, and fails inside a failed write
            await answered.then(giveBack, () => connection.close());
        }
    };
}
