// Whoever still sends a body that is refused must be able to read why. Closing at once makes the kernel reset the
// connection, and what the other side has not read of the answer by then is lost.
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { largestBody } from './bodies.ts';

/** Answers at once, as before; what still comes is read and thrown away, and only then the connection is closed. */
export const lingeringClose: Plugin<App> = {
    name: 'lingering-close',
    register(server) {
        server.ext('onPreResponse', ({ raw: { req } }, h) => {
            if (isUnread(req) && mayLinger(req)) closeLate(req);
            return h.continue;
        });
    }
};

/** What is injected, as by tests, comes over no connection. */
const isUnread = ({ complete, socket }: IncomingMessage) => !complete && socket instanceof Socket;

/** Not for what nobody would take in whole, nor where the body comes only after our word. */
function mayLinger({ headers }: IncomingMessage) {
    return Number(headers['content-length'] ?? 0) <= largestBody && headers.expect === undefined;
}

/** Node closes with `destroySoon`: until the body is over that only ends our side. Its requestTimeout stays in force. */
function closeLate(req: IncomingMessage) {
    const { socket } = req;
    let answered = false;
    let read = 0;
    socket.destroySoon = () => {
        answered = true;
        socket.end();
    };
    req.on('data', ({ length }: Buffer) => {
        read += length;
        if (read > largestBody) socket.destroy();
    });
    req.once('end', () => {
        Reflect.deleteProperty(socket, 'destroySoon');
        if (answered) socket.destroySoon();
    });
}
