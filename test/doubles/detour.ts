// A detour to PostgreSQL: what comes to a port on loopback goes on to a socket, by way of whoever wants to bend it.
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './ports.ts';

/** The socket that the URL of a database of the tests names in `host`. */
const socketOf = (url: string) => `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`;

/** Joins each client with what `far` names at that time. */
export async function openDetour(
    url: string,
    join: (near: Socket, far: Socket) => void,
    far = () => socketOf(url)
) {
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
        const ends = [near, connect(far())] as const;
        for (const end of ends) {
            sockets.add(end);
            end.on('error', () => undefined).on('close', () => {
                sockets.delete(end);
                ends.forEach((each) => each.destroy());
            });
        }
        join(...ends);
    });
    const through = new URL(url);
    through.search = '';
    through.host = `127.0.0.1:${await listenOnLoopback(server)}`;
    const cut = () => sockets.forEach((socket) => socket.destroy());
    const close = () => {
        server.close();
        cut();
    };
    return { url: through.href, sockets, cut, close };
}
