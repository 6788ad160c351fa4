// A detour to PostgreSQL: what comes to a port on loopback goes on to a socket, by way of whoever wants to bend it.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

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
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const through = new URL(url);
    through.search = '';
    through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cut = () => sockets.forEach((socket) => socket.destroy());
    const close = () => {
        server.close();
        cut();
    };
    return { url: through.href, sockets, cut, close };
}
