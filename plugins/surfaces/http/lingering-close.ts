// A client that is still sending a refused body must be able to read why. If we close at once the kernel resets the
// connection, and the client loses the part of the response that it has not read.
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { largestBody } from './bodies.ts';

/** Responds at once, reads and drops the rest of the body, and only then closes the connection. */
export const lingeringClose: Plugin<App> = {
    name: 'lingering-close',
    register(server) {
        // hapi says why a request is late or broken and ends our side only: a client could keep the other side open for ever.
        server.listener.prependListener('clientError', (_: Error, socket: Duplex) => {
            socket.once('finish', () => socket.destroy());
        });
        server.ext('onPreResponse', ({ raw: { req } }, h) => {
            if (isUnread(req) && mayLinger(req)) closeLate(req);
            return h.continue;
        });
    }
};

/** Whether part of the body is still to come. An injected request has no socket. */
const isUnread = ({ complete, socket }: IncomingMessage) => !complete && socket instanceof Socket;

/** Not for a body that is larger than any route reads, nor for a client that waits for `100 Continue`. */
function mayLinger({ headers }: IncomingMessage) {
    return Number(headers['content-length'] ?? 0) <= largestBody && headers.expect === undefined;
}

/** Node closes with `destroySoon`: until the body has ended, that closes only our side. Its requestTimeout stays in force. */
function closeLate(req: IncomingMessage) {
    const { socket } = req;
    let responded = false;
    let read = 0;
    socket.destroySoon = () => {
        responded = true;
        socket.end();
    };
    req.on('data', ({ length }: Buffer) => {
        read += length;
        if (read > largestBody) socket.destroy();
    });
    req.once('end', () => {
        Reflect.deleteProperty(socket, 'destroySoon');
        if (responded) socket.destroySoon();
    });
}
