// A client that is still sending a refused body must be able to read why. If the server closes immediately the kernel resets the
// connection, and the client loses the rest of the response.
import { type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Lifecycle, Plugin, Request, Server } from '@hapi/hapi';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { formType, multipartType, sentType } from './bodies/index.ts';
import { mostBytesOf, isTooLarge } from './bodies/most-bytes.ts';
import type { HotRequest } from './asked.ts';

/** The most bytes that are read and dropped of a body that would not have been read whole. */
const little = 64 * 1024;
/** A browser that is cut off while it sends a form shows no refusal: so many times what the route takes is read of one, where it takes forms. */
const timesOfForm = 8;

/** How long, in milliseconds, a connection lingers while nothing comes. */
const patience = 2000;

/** Responds immediately, reads and drops the rest of the body as far as the route would have read it, and only then closes. */
export const lingeringClose: Plugin<App> = {
    name: 'lingering-close',
    register(server) {
        // hapi responds to a late or broken request and ends our side only: a client could keep the other side open for ever.
        server.listener.prependListener('clientError', (_: Error, socket: Duplex) => {
            socket.once('finish', () => socket.destroy());
        });
        // At an unknown address, hapi would read the whole of a body before its response.
        const refuseNowhere: Lifecycle.Method = ({ headers, method, path }, h) => {
            const isSending = 'content-length' in headers || 'transfer-encoding' in headers;
            if (isSending && path.startsWith('/') && isNowhere(server, method, path))
                throw new Refusal('not_found', 'Not found.');
            return h.continue;
        };
        server.ext('onRequest', refuseNowhere, { after: ['actions', 'form-targets', 'connections'] });
        server.ext('onPreResponse', (request, h) => {
            const { req } = request.raw;
            if (isUnread(req) && req.headers.expect === undefined) closeLate(req, mostToDrop(request));
            return h.continue;
        });
    }
};

function isNowhere(server: Server, method: Request['method'], path: string) {
    try {
        return !server.match(method, path);
    } catch (error) {
        // hapi's own word for a % that does not encode a character
        if (error instanceof Error && error.message.startsWith('Invalid path'))
            throw new Refusal('invalid_field', 'Invalid request.');
        throw error;
    }
}

/** The most bytes of a refused body that are read and dropped. */
export function mostToDrop(request: Pick<HotRequest, 'auth' | 'headers' | 'route'>) {
    if (!isTooLarge(request)) return Math.max(little, mostBytesOf(request));
    const type = sentType(request.headers);
    const { allow = [] } = request.route.settings.payload ?? {};
    return [formType, multipartType].includes(type) && allow.includes(type)
        ? mostBytesOf(request) * timesOfForm
        : little;
}

/** Whether part of the body is still to come. An injected request has no socket. */
const isUnread = ({ complete, socket }: IncomingMessage) => !complete && socket instanceof Socket;

/** Node closes with `destroySoon`: until the body has ended, that closes only our side. Its requestTimeout stays in force. */
function closeLate(req: IncomingMessage, most: number) {
    const { socket } = req;
    let responded = false;
    let read = 0;
    const patient = setTimeout(() => socket.destroy(), patience);
    socket.once('close', () => clearTimeout(patient));
    socket.destroySoon = () => {
        responded = true;
        socket.end();
    };
    req.on('data', ({ length }: Buffer) => {
        read += length;
        if (read > most) req.pause(); // the response is read meanwhile
        else patient.refresh();
    });
    req.once('end', () => {
        clearTimeout(patient);
        Reflect.deleteProperty(socket, 'destroySoon');
        if (responded) socket.destroySoon();
    });
}
