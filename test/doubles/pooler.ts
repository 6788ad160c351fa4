// A PostgreSQL as a client meets it: each connection with a session of its own, or behind a pooler that shares them.
import { createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import { listenOnLoopback } from './ports.ts';

/** Which session answers a query: the number of its connection, and whether that is inside a transaction. */
type Session = (connection: number, busy: boolean) => number;

export const pools: Record<string, Session> = {
    none: (connection) => 100 + connection,
    'the same session for all': () => 100,
    'a session for each transaction': (connection, busy) => (busy ? 101 : connection === 1 ? 100 : 102)
};

const pidColumn = Buffer.concat([
    Buffer.from('\0\x01pid\0', 'latin1'),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0])
]);

function message(type: string, body: Buffer | string) {
    const bytes = Buffer.from(body as string, 'latin1');
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes.length + 4);
    return Buffer.concat([Buffer.from(type), length, bytes]);
}

const ready = (busy: boolean) => message('Z', busy ? 'T' : 'I');

function row(pid: number) {
    const text = String(pid);
    return message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, text.length]), Buffer.from(text)]));
}

/** Starts it; answers the URL of a client, and how many connections there were. */
export async function startPooler(t: ExecutionContext, session: Session) {
    let connections = 0;
    const open = new Set<Socket>();
    const server = createServer((socket) => {
        connections += 1;
        open.add(socket);
        serve(socket, session, connections);
    });
    const port = await listenOnLoopback(server);
    t.teardown(() => {
        for (const socket of open) socket.destroy();
        server.close();
    });
    return { url: `postgres://jobs:a-secret@127.0.0.1:${port}/jobs`, connections: () => connections };
}

function serve(socket: Socket, session: Session, connection: number) {
    let received = Buffer.alloc(0);
    let greeted = false;
    let busy = false;
    const answer = (query: string) => {
        if (query.startsWith('begin')) busy = true;
        if (query.startsWith('commit')) busy = false;
        const result = query.startsWith('select')
            ? [message('T', pidColumn), row(session(connection, busy))]
            : [];
        socket.write(Buffer.concat([...result, message('C', 'OK\0'), ready(busy)]));
    };
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
        received = Buffer.concat([received, part]);
        for (;;) {
            const header = greeted ? 1 : 0;
            if (received.length < header + 4) return;
            const end = header + received.readInt32BE(header);
            if (received.length < end) return;
            const body = received.subarray(header + 4, end);
            if (!greeted) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready(false)]));
            else if (String.fromCharCode(received[0] ?? 0) === 'Q') answer(body.toString('latin1'));
            greeted = true;
            received = received.subarray(end);
        }
    });
}
