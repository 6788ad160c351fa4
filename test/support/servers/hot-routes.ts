// The hot routes over sockets, twice: the listener of a server, where the fast path comes before hapi, and another
// one, where hapi is alone.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import { issueToken } from '../../../db/accounts/service-tokens.ts';
import { putTask } from '../../../db/agents/task-links.ts';
import { encode, paths } from '../clients/client.ts';
import type { Client } from '../people/roles.ts';
import { startedBuild } from '../people/support-staff.ts';
import { bothPermissions, claimsOf, signed } from '../clients/tokens.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** Sends a text as it is, in these pieces, and returns everything that comes back until the connection is closed. */
type Send = (...pieces: string[]) => Promise<string>;

interface Senders {
    /** The listener of the server. */
    fastPath: Send;
    /** The same server without the fast path. */
    hapi: Send;
}

/** Starts the test app's server. */
async function openSenders(t: ExecutionContext, { server }: TestApp): Promise<Senders> {
    const [ordinary] = server.listener.listeners('request') as RequestListener[];
    await server.start();
    t.teardown(() => server.stop({ timeout: 0 }));
    const plain = createServer({ joinDuplicateHeaders: true, maxHeaderSize: 16 * 1024 }, ordinary);
    for (const event of ['checkContinue', 'clientError'])
        plain.on(event, (...of: unknown[]) => void server.listener.emit(event, ...of));
    await once(plain.listen(0, '127.0.0.1'), 'listening');
    t.teardown(() => {
        plain.close();
        plain.closeAllConnections();
    });
    // A connection that both would keep is not waited for.
    for (const listener of [server.listener, plain]) {
        listener.keepAliveTimeout = 100;
        listener.keepAliveTimeoutBuffer = 0;
    }
    return {
        fastPath: sendTo(Number(server.info.port)),
        hapi: sendTo((plain.address() as AddressInfo).port)
    };
}

const longestSilence = 10_000; // for a server that does not close

const sendTo =
    (port: number): Send =>
    async (...pieces) => {
        const socket = net.connect(port, '127.0.0.1').setNoDelay(true);
        const parts: Buffer[] = [];
        socket.on('data', (part) => parts.push(part));
        socket.on('error', () => undefined);
        socket.setTimeout(longestSilence, () => socket.destroy());
        for (const piece of pieces) {
            socket.write(piece, 'latin1');
            if (pieces.length > 1) await fetch(`http://127.0.0.1:${port}/healthz`); // it has been read by then
        }
        await once(socket, 'close');
        return Buffer.concat(parts).toString();
    };

/** Whether the fast path has given this answer: the numbers of its requests are its own. */
export const isFastAnswer = (answer: string) => /^x-request-id: \d+-h\d+\r$/m.test(answer);

/**
 * What must be alike in both answers: everything but the moment and the number of the request. When a refused
 * body is still on its way hapi says itself that it closes the connection; otherwise Node repeats what the client wants.
 */
const comparable = (answer: string) =>
    answer
        .replaceAll(/^(Date|x-request-id): .*\r\n/gm, '')
        .replaceAll(/^connection: close\r$/gm, 'Connection: close\r');

export interface Draft {
    method: string;
    url: string;
    headers: [name: string, value: string][];
    body: string;
    version?: string;
}

/** The text of a request. Its length is sent unless its headers say otherwise; its connection is closed after it. */
export function written({ method, url, headers, body, version = '1.1' }: Draft) {
    const names = headers.map(([name]) => name.toLowerCase());
    const isSized = names.some((name) => name === 'content-length' || name === 'transfer-encoding');
    const more: Draft['headers'] = [];
    if (!names.includes('host')) more.push(['Host', 'council.example']);
    if (!names.includes('connection')) more.push(['Connection', 'close']);
    if (!isSized && method !== 'GET' && method !== 'HEAD')
        more.push(['Content-Length', String(Buffer.byteLength(body, 'latin1'))]);
    const lines = [...more, ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${url} HTTP/${version}\r\n${lines.join('')}\r\n${body}`;
}

/** The same request with these headers in place of those of the same name; undefined takes one away. */
export function withHeaders(draft: Draft, changes: Record<string, string | undefined>): Draft {
    const kept = draft.headers.filter(([name]) => !(name in changes));
    const set = Object.entries(changes).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return { ...draft, headers: [...kept, ...set] };
}

export type Hot = Awaited<ReturnType<typeof openHotRoutes>>;

/** A test app with something behind each hot route, and the requests that the fast path answers. */
export async function openHotRoutes(t: ExecutionContext, env: Record<string, string> = {}, more = {}) {
    const testApp = await createTestApp(t, { env: { PORT: '0', RATE_ACTIONS: '0', ...env }, ...more });
    const { store, now } = testApp;
    const { author, sage, run_id } = await startedBuild(testApp);
    const { token } = await store.write(async (tx) => {
        await putTask(tx, { crmId: 'C-1', title: 'Call back: ä €' }, now());
        return issueToken(tx, { name: 'agent', scopes: ['tool:task_get'], at: now() });
    });
    const send = await openSenders(t, testApp);
    const drafts = {
        poll: (form: Record<string, string> = {}, person = author): Draft =>
            pollOf('svc_get_step_status', { run_id, ...form }, person),
        state: (form: Record<string, string> = {}, person = author): Draft =>
            pollOf('svc_get_workflow_status', { run_id, ...form }, person),
        results: (id: string = sage.results_id, shown = jwt(author)): Draft => ({
            method: 'GET',
            url: `/pl/results/${id}`,
            headers: [['Authorization', `Bearer ${shown}`]],
            body: ''
        }),
        task: (given: unknown = { crm_id: 'C-1' }, shown = token): Draft => ({
            method: 'POST',
            url: '/tools/task_get',
            headers: [
                ['X-Service-Token', shown],
                ['Content-Type', 'application/json']
            ],
            body: typeof given === 'string' ? given : JSON.stringify(given)
        })
    };
    /** A token of the backend API for this person. */
    function jwt({ user }: Client, permissions = bothPermissions) {
        return signed({ ...claimsOf(user.id, now()), permissions });
    }
    return { testApp, author, sage, run_id, token, jwt, send, drafts };
}

function pollOf(action: string, form: Record<string, string>, person: Client) {
    const nonce = person.nonces()['svc_frontend_nonce'] ?? '';
    return {
        method: 'POST',
        url: `${paths.ajax}?action=${action}&nonce=`,
        headers: [
            ['Cookie', person.headers.cookie],
            ['Content-Type', 'application/x-www-form-urlencoded']
        ] as Draft['headers'],
        body: encode({ action, nonce, ...form })
    };
}

/** Asks the fast path and hapi alone. The answers must be alike to the letter; whether the fast path has answered is returned. */
export async function asked(t: ExecutionContext, { send }: Hot, title: string, ...pieces: string[]) {
    const [first, second] = [await send.fastPath(...pieces), await send.hapi(...pieces)];
    t.is(comparable(first), comparable(second), title);
    t.false(isFastAnswer(second));
    if (isFastAnswer(first)) t.regex(first, /^HTTP\/1\.1 200 OK\r\n/, title);
    return { isFastAnswer: isFastAnswer(first), status: Number(first.slice(9, 12)) };
}

/** Each is left to hapi, with this status. */
export async function answeredByHapi(
    t: ExecutionContext,
    hot: Hot,
    status: number,
    cases: Record<string, Draft>
) {
    for (const [title, draft] of Object.entries(cases)) {
        const answer = await asked(t, hot, title, written(draft));
        t.deepEqual(answer, { isFastAnswer: false, status }, title);
    }
}
