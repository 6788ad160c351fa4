// Bodies over a real connection: in pieces, without a length, or cut off.
import { once } from 'node:events';
import net from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { startedApp } from '../support/servers/test-app.ts';
import { openLog } from '../support/runs/log.ts';

const ajax = '/rest/svc/v1/admin/admin-ajax.php?action=svc_get_workflow_status';
const type = 'application/x-www-form-urlencoded';

async function listening(t: ExecutionContext) {
    const { log, lines } = openLog('info');
    const { server, port, as } = await startedApp(t, { log });
    const { headers, nonces } = await as('author');
    return { server, port, lines, headers, nonce: nonces()['svc_frontend_nonce'] };
}

/** Sends a form in pieces; without a length, that is. */
function sendInPieces(port: number, headers: Record<string, string>, pieces: string[], path = ajax) {
    const body = new ReadableStream({
        start(stream) {
            pieces.forEach((piece) => stream.enqueue(new TextEncoder().encode(piece)));
            stream.close();
        }
    });
    const request = { method: 'POST', headers: { ...headers, 'content-type': type }, body };
    return fetch(`http://127.0.0.1:${port}${path}`, { ...request, duplex: 'half' });
}

test('a form that comes in pieces is one form', async (t) => {
    const { port, headers, nonce } = await listening(t);
    const form = `action=svc_get_workflow_status&run_id=nowhere&nonce=${nonce}`;
    const response = await sendInPieces(port, headers, form.match(/.{1,9}/g) ?? []);
    t.is(response.status, 404);
    t.is(response.headers.get('x-svc-error'), 'not_found');
});

test('a form that grows too large is refused, and the client receives the answer [32]', async (t) => {
    const { port, headers, nonce } = await listening(t);
    const pieces = [`nonce=${nonce}&run_id=`, ...Array.from({ length: 40 }, () => 'x'.repeat(16 * 1024))];
    const response = await sendInPieces(port, headers, pieces);
    t.is(response.status, 413);
    t.deepEqual(await response.json(), { success: false, data: { message: 'Request too large.' } });
});

test('a form of a visitor that grows too large is refused, and the visitor hears it [32]', async (t) => {
    const { port } = await listening(t);
    const pieces = ['a=', ...Array.from({ length: 400 }, () => 'x'.repeat(16 * 1024))];
    const ask = '/rest/svc/v1/admin/admin-ajax.php?action=svc_reset_password';
    const pages = ['/setup/x', '/verify/x', '/deal/x/decline', '/screen/x/answer'];
    for (const path of [...pages, '/rest/svc/v1/login', ask]) {
        const { status } = await sendInPieces(port, {}, pieces, path);
        t.is(status, 413, path);
    }
});

test('a client that disconnects within a body logs no error', async (t) => {
    const { server, port, lines, headers } = await listening(t);
    const answered = new Promise((resolve) => server.events.once('response', resolve));
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const head = [`POST ${ajax} HTTP/1.1`, 'Host: a', `Cookie: ${headers.cookie}`, `Content-Type: ${type}`];
    const asked = once(server.listener, 'request');
    socket.write([...head, 'Content-Length: 100', '', 'run_id='].join('\r\n'));
    await asked;
    socket.destroy();
    await answered;
    t.deepEqual(
        lines.filter((line) => line.includes('request failed')),
        []
    );
    t.is((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
});
