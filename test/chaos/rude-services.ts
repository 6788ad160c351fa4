// Services of others that refuse, and repeat in their refusal all that they were sent.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** Answers 403 with the headers and the body of the request. */
export async function openEcho() {
    let asked = 0;
    const server = createServer((request, response) => {
        const answer = async () => {
            const body = await text(request);
            asked += 1;
            response.writeHead(403, request.url, { 'content-type': 'application/json' });
            response.end(JSON.stringify({ error: { message: JSON.stringify(request.headers) + body } }));
        };
        answer().catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
        host,
        url: `http://${host}`,
        asked: () => asked,
        close: () => {
            server.close();
            server.closeAllConnections();
        }
    };
}

/** Accepts every password. Refuses addresses that contain this, and repeats them; accepts all others. */
export async function openRudeMailServer(refused: string) {
    const mails: Buffer[] = [];
    let refusals = 0;
    const server = new SMTPServer({
        authOptional: true,
        allowInsecureAuth: true,
        disabledCommands: ['STARTTLS'],
        onAuth: ({ username }, _session, done) => done(null, { user: username }),
        onRcptTo({ address }, _session, done) {
            if (!address.includes(refused)) return done();
            refusals += 1;
            done(
                Object.assign(new Error(`Nobody here is ${address}, says ${address}`), { responseCode: 451 })
            );
        },
        onData(stream, _session, done) {
            const parts: Buffer[] = [];
            stream.on('data', (part: Buffer) => parts.push(part));
            stream.on('end', () => {
                mails.push(Buffer.concat(parts));
                done();
            });
        }
    });
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return {
        mails,
        refusals: () => refusals,
        host: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
        close: () => new Promise<void>((resolve) => server.close(() => resolve()))
    };
}
