// Where doubles listen: the next one where another has ended. A server serves all test apps whose settings are the same
// (support/servers/kept-servers.ts), and the address of a double is a setting.
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

const left: number[] = [];

/** Returns the port on loopback at which the server listens from now on. */
export async function listenOnLoopback(server: Server) {
    await listenAt(server, left.pop() ?? 0).catch(() => listenAt(server, 0)); // another process may have taken the port
    const { port } = server.address() as AddressInfo;
    server.once('close', () => left.push(port));
    return port;
}

const listenAt = (server: Server, port: number) => once(server.listen(port, '127.0.0.1'), 'listening');
