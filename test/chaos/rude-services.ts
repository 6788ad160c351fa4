// Services of others that refuse, and repeat in their refusal all that they were sent.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { openMailServer } from '../doubles/mail-server.ts';
import { listenOnLoopback } from '../doubles/ports.ts';

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
    const host = `127.0.0.1:${await listenOnLoopback(server)}`;
    return {
        host,
        asked: () => asked,
        async [Symbol.asyncDispose]() {
            server.close();
            server.closeAllConnections();
        }
    };
}

/** Accepts every password. Refuses addresses that contain this, and repeats them; accepts all others. */
export async function openRudeMailServer(refused: string) {
    let refusals = 0;
    const { mails, env, close } = await openMailServer({
        login: () => undefined,
        unknown(address) {
            if (!address.includes(refused)) return undefined;
            refusals += 1;
            return `451 Nobody here is ${address}, says ${address}`;
        }
    });
    return {
        mails,
        refusals: () => refusals,
        host: new URL(env.SMTP_URL).host,
        [Symbol.asyncDispose]: close
    };
}
