// Who may hold how many connections. Node only knows a bound for all together, which one client alone can reach.
import type { Socket } from 'node:net';
import type { Lifecycle, Plugin } from '@hapi/hapi';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { networkOf, trustedAddresses } from './client-address.ts';

const most = 1000;
/** More connections than `most`, or than the most per address: they may read the health, and are refused anything else. */
const mostReserved = 50;
/** How long, in milliseconds, a reserved connection may take to ask. */
const patience = 1000;
/** Of the time that a request's head may take: what was never asked on has ended before Node looks. */
const beforeNode = 0.9;
/** Closing takes a moment, in which new connections arrive: Node's own limit is that much higher. */
const slack = 500;

const health = /^\/(healthz|readyz)$/;

declare module '@hapi/hapi' {
    interface PluginProperties {
        connections: { isReserved: (socket: Socket) => boolean };
    }
}

/** Bounds the connections of all and of each address but a trusted proxy's, and keeps a reserve for health checks. */
export const connections: Plugin<App> = {
    name: 'connections',
    register(server, { config }) {
        const isTrusted = trustedAddresses(config.trustedProxies);
        const rooms = openRooms(config.connectionsPerAddress, server.listener.headersTimeout * beforeNode);
        server.listener.maxConnections = most + mostReserved + slack;
        server.listener.on('connection', (socket) => {
            const address = socket.remoteAddress ?? '';
            rooms.admit(socket, isTrusted(address) ? undefined : networkOf(address));
        });
        server.expose('isReserved', rooms.isReserved);
        const refuseReserved: Lifecycle.Method = ({ raw: { req, res }, path }, h) => {
            if (!rooms.isReserved(req.socket) || health.test(path)) return h.continue;
            res.shouldKeepAlive = false;
            throw new Refusal('unavailable', 'The service is busy. Please try again.');
        };
        // These respond as soon as a request comes in, and would keep the connection open.
        server.ext('onRequest', refuseReserved, { before: ['actions', 'cross-origin'] });
    }
};

/** 0 for `perAddress` means no limit. A connection without an address (a trusted proxy) has no limit of its own. */
function openRooms(perAddress: number, silence: number) {
    const held = new Map<string, number>();
    const reserved = new Set<Socket>();
    let open = 0;
    const hold = (socket: Socket, address: string | undefined) => {
        open += 1;
        if (address !== undefined) held.set(address, (held.get(address) ?? 0) + 1);
        socket.once('close', () => {
            open -= 1;
            const left = address === undefined ? 0 : (held.get(address) ?? 0) - 1;
            if (address !== undefined && left > 0) held.set(address, left);
            else if (address !== undefined) held.delete(address);
        });
    };
    const isReserved = (socket: Socket) => reserved.has(socket);
    const reserve = (socket: Socket) => {
        reserved.add(socket);
        for (const oldest of reserved) {
            if (reserved.size <= mostReserved) break;
            reserved.delete(oldest);
            oldest.destroy();
        }
        socket.once('close', () => reserved.delete(socket));
    };
    return {
        admit(socket: Socket, address: string | undefined) {
            const isFull = perAddress > 0 && address !== undefined && (held.get(address) ?? 0) >= perAddress;
            if (isFull || open >= most) reserve(socket);
            else hold(socket, address);
            closeIfSilent(socket, isReserved(socket) ? patience : silence);
        },
        isReserved
    };
}

/**
 * Ends a connection without a word where nothing is asked on it for so many milliseconds; 0 is for ever. Browsers open some
 * ahead, and one reads what it finds there as the response to its next request: Node's 400 for who is late is none for them.
 */
function closeIfSilent(socket: Socket, milliseconds: number) {
    if (milliseconds === 0) return;
    const close = () => socket.bytesRead === 0 && socket.destroy();
    const timer = setTimeout(() => setImmediate(close), milliseconds); // what has come meanwhile is read first
    socket.once('close', () => clearTimeout(timer));
}
