// Clients that are gone before they are answered: a closed tab, a network that was lost.
import { once } from 'node:events';
import net from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { intakeItems } from '../../db/sales/intake.ts';
import { countRows } from '../../db/store/query.ts';
import { encode } from '../support/people/roles.ts';
import { actionPath } from '../support/people/people.ts';
import { until } from '../support/servers/jobs.ts';
import { startedApp } from '../support/servers/test-app.ts';

async function listening(t: ExecutionContext) {
    const lines: { level: number }[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const testApp = await startedApp(t, { env: { RATE_LOGIN: '0', RATE_LOGIN_ADDRESS: '0' }, log });
    let ended = 0;
    const { promise: all, resolve } = Promise.withResolvers<void>();
    const whenEnded = (wanted: number) => {
        testApp.server.events.on('response', () => void (++ended === wanted && resolve()));
        return all;
    };
    const send = async (request: string, sent?: (socket: net.Socket) => unknown) => {
        const socket = net.connect(testApp.port, '127.0.0.1').on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(request, () => sent?.(socket));
        return socket;
    };
    const sendAndReset = (request: string) => send(request, (socket) => socket.resetAndDestroy());
    return { testApp, lines, whenEnded, send, sendAndReset };
}

function post(path: string, body: string, headers: Record<string, string> = {}) {
    const all = {
        Host: 'localhost',
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(body.length),
        ...headers
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

test('a hundred connections that are reset write no line of level 50', async (t) => {
    const { lines, whenEnded, sendAndReset } = await listening(t);
    const all = whenEnded(100);
    const requests = Array.from({ length: 25 }, (_, at) => [
        post('/rest/svc/v1/login', encode({ login: `nobody-${at}`, password: 'wrong' })),
        post(actionPath('svc_request_password_reset'), encode({ login: `nobody-${at}` })),
        'GET /screen/demo/0123456789abcdef HTTP/1.1\r\nHost: localhost\r\n\r\n',
        'POST /rest/svc/v1/intake/public HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'
    ]);
    await Promise.all(requests.flat().map(sendAndReset));
    await all;
    t.deepEqual(
        lines.filter(({ level }) => level >= 50),
        []
    );
});

test('what a logged-in user sent is done, though they closed the tab as soon as it was read', async (t) => {
    const { testApp, lines, whenEnded, send } = await listening(t);
    const { headers, nonces } = await testApp.as('salesRep');
    const ended = whenEnded(20);
    const sockets: net.Socket[] = [];
    testApp.server.ext('onPreHandler', (_request, h) => {
        sockets.shift()?.resetAndDestroy();
        return h.continue;
    });
    const item = JSON.stringify({ title: 'A call', contact_name: 'Ada', contact_email: 'ada@example.test' });
    const more = {
        ...headers,
        'X-Svc-Nonce': nonces()['svc_rest'] ?? '',
        'Content-Type': 'application/json'
    };
    for (let sent = 0; sent < 20; sent++) {
        const socket = await send(post('/rest/svc/v1/intake', item, more));
        sockets.push(socket);
        await once(socket, 'close');
    }
    await ended;
    const written = async () => (await countRows(testApp.store.read, intakeItems)).total;
    await until(async () => (await written()) === 20); // their connections ended before they were done
    t.deepEqual(lines, []);
});
