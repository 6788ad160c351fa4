// Bodies that come too slowly, over real HTTP, and who reads bodies at all.
import { once } from 'node:events';
import net from 'node:net';
import type { Server } from '@hapi/hapi';
import test, { type ExecutionContext } from 'ava';
import {
    bodyOf,
    formPayload,
    formType,
    jsonType,
    readBody
} from '../../plugins/surfaces/http/bodies/index.ts';
import { agentOf } from '../support/clients/agent.ts';
import { backendOf } from '../support/clients/backend.ts';
import { paths } from '../support/clients/client.ts';
import { startedApp } from '../support/servers/test-app.ts';

/** `requestTimeout` is how long Node waits for a whole request; 0: for ever. */
const listening = (t: ExecutionContext, requestTimeout: number) =>
    startedApp(t, { times: { headersTimeout: 0, requestTimeout, connectionsCheckingInterval: 20 } });

interface Sent {
    url: string;
    type: string;
    header?: string;
}

/** Sends the beginning of a body and no more. Returns what came back until the server closed the connection. */
async function beginBody({ info }: Server, { url, type, header = 'Accept: */*' }: Sent) {
    const socket = net.connect(Number(info.port), '127.0.0.1');
    let response = '';
    socket.on('error', () => undefined).on('data', (chunk) => (response += String(chunk)));
    const head = [`POST ${url} HTTP/1.1`, 'Host: a', `Content-Type: ${type}`, header, 'Content-Length: 100'];
    socket.write(`${head.join('\r\n')}\r\n\r\na=`);
    await once(socket, 'end');
    socket.destroy();
    return response;
}

const invalid = 'Invalid request.';

test('a stalled body is refused in the words of its surface, for every kind of client [86]', async (t) => {
    const testApp = await listening(t, 300);
    const { headers } = await testApp.as('author');
    const agent = await agentOf(testApp, { scopes: ['tool:*', 'callback:build'] });
    const backend = await backendOf(testApp, 'author');
    const session = { header: `Cookie: ${headers.cookie}` };
    const token = { header: `X-Service-Token: ${agent.token}` };
    const ajax = (action: string) => ({ url: `${paths.ajax}?action=${action}`, type: formType });
    const cases: [Sent, string][] = [
        [{ url: '/setup/x', type: formType }, '<h1'],
        [{ url: '/verify/x', type: formType }, '<h1'],
        [{ url: '/deal/x/accept', type: formType }, '<h1'],
        [{ url: '/screen/x/answer', type: formType }, '<h1'],
        [ajax('svc_reset_password'), invalid],
        [{ ...ajax('svc_get_workflow_status'), ...session }, invalid],
        [{ ...ajax('svc_update_profile'), ...session, type: 'multipart/form-data; boundary=x' }, invalid],
        [{ url: `${paths.rest}/login`, type: jsonType }, invalid],
        [{ url: `${paths.rest}/sages`, type: jsonType, ...session }, invalid],
        [{ url: `${paths.rest}/callback/build`, type: jsonType, ...token }, invalid],
        [{ url: '/tools/task_get', type: jsonType, ...token }, 'Bad arguments'],
        [{ url: '/mcp', type: jsonType, ...token }, 'Bad arguments'],
        [{ url: '/pl/context/', type: jsonType, header: `Authorization: Bearer ${backend.token()}` }, invalid]
    ];
    await Promise.all(
        cases.map(async ([sent, words]) => {
            const response = await beginBody(testApp.server, sent);
            t.regex(response, /^HTTP\/1\.1 400 [^]*connection: close/i, sent.url);
            t.true(response.includes(words), `${sent.url}: ${response}`);
        })
    );
});

test('the form of a visitor is waited for no longer than ten seconds', async (t) => {
    t.is(formPayload.timeout, 10_000);
    const { server } = await listening(t, 0);
    const options = { payload: { ...formPayload, timeout: 100 }, pre: [readBody] };
    server.route({ method: 'POST', path: '/slow', options, handler: (request) => bodyOf(request) });
    const sent = { url: '/slow', type: formType };
    t.regex(await beginBody(server, sent), /^HTTP\/1\.1 400 [^]*connection: close/i);
    const whole = { method: 'POST', headers: { 'content-type': formType }, body: 'a=b' };
    const response = await fetch(`http://127.0.0.1:${server.info.port}/slow`, whole);
    t.deepEqual(await response.json(), { a: 'b' });
});
